import { Readable } from 'node:stream';
import {
  conflict,
  distinctNames,
  invalid,
  isFinal,
  LIMITS,
  type Refusal,
  safeFileName,
  type Violations,
} from '@paraph/domain';
import type { Caller } from '../http/caller.ts';
import { writeZip, type ZipEntry } from '../platform/zip.ts';
import { readVisibleWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { type ArchivedFile, listArchivedFiles, openArchived } from './archived-files.ts';
import type { GatherDeps } from './gather-bundle.ts';

/**
 * The files of a workflow that has ended, to be filed: its documents, the certificate, the record and what signers
 * attached, in a ZIP archive that is made while it is read.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT` before the end; ShownFault naming every
 *   inconsistency of the evidence
 */
export async function readArchive(
  deps: GatherDeps,
  caller: Caller,
  address: WorkflowAddress,
): Promise<{ fileName: string; archive: Readable }> {
  const record = await readVisibleWorkflow(deps, caller, address);
  if (!isFinal(record.workflow.status)) throw tooEarly();
  // Before the first byte, so that what is amiss is a refusal.
  const files = await listArchivedFiles(deps, record);
  return { fileName: `${record.workflow.name}.zip`, archive: zipOf(deps, [async () => ({ files })]) };
}

/**
 * The same for several, with a folder for each, whose files are gathered when the archive comes to it.
 *
 * @throws Refusal `VALIDATION_ERROR` naming each that has not ended; `WORKFLOW_NOT_FOUND`
 */
export async function readArchives(
  deps: GatherDeps,
  caller: Caller,
  { workspaceId, ids: text }: { workspaceId: number; ids: string },
): Promise<{ fileName: string; archive: Readable }> {
  const ids = [...new Set(text.split(',').map((id) => Number(id)))];
  if (ids.length > LIMITS.pageLimitMax)
    throw invalid({ ids: `At most ${LIMITS.pageLimitMax} at once; ask for the rest in another call.` });
  const violations: Violations = {};
  const folders: (() => Promise<Folder>)[] = [];
  const distinct = distinctNames();
  for (const [index, workflowId] of ids.entries()) {
    const record = await readVisibleWorkflow(deps, caller, { workspaceId, workflowId });
    const { status, name } = record.workflow;
    if (!isFinal(status))
      violations[`ids[${index}]`] = `Workflow ${workflowId} has not ended yet; leave it out.`;
    const folder = distinct(safeFileName(name));
    folders.push(async () => ({ folder, files: await listArchivedFiles(deps, record) }));
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return { fileName: 'documents.zip', archive: zipOf(deps, folders) };
}

function tooEarly(): Refusal {
  return conflict(
    'There is no archive yet: it is made once the documents are sealed, or the workflow ends without.',
  );
}

interface Folder {
  folder?: string;
  files: readonly ArchivedFile[];
}

/** As one file, without a folder around it. */
export function zipFiles(
  deps: GatherDeps,
  files: readonly ArchivedFile[],
  modifiedAt: Date,
): AsyncIterable<Buffer> {
  return writeZip(entriesOf(deps, { files }, modifiedAt));
}

function zipOf(deps: GatherDeps, folders: readonly (() => Promise<Folder>)[]): Readable {
  async function* entries() {
    for (const open of folders) yield* entriesOf(deps, await open(), deps.clock.now());
  }
  return Readable.from(writeZip(entries()), { objectMode: false });
}

async function* entriesOf(
  deps: GatherDeps,
  { folder: root, files }: Folder,
  modifiedAt: Date,
): AsyncGenerator<ZipEntry> {
  const distinct = distinctNames();
  for (const each of files) {
    const folder = 'folder' in each ? each.folder : undefined;
    const path = [root, folder, safeFileName(each.name)].filter((part) => part !== undefined);
    const name = distinct(path.join('/'));
    if ('content' in each) {
      yield { name, modifiedAt, content: each.content };
      continue;
    }
    yield { name, modifiedAt, content: await (await openArchived(deps, each)).read(), isDense: true };
  }
}
