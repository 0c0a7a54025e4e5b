import { Readable } from 'node:stream';
import {
  conflict,
  distinctNames,
  invalid,
  isFinal,
  LIMITS,
  nameFile,
  type Refusal,
  safeFileName,
  type Violations,
} from '@paraph/domain';
import { readCompletionCertificate } from '../evidence/completion-certificate.ts';
import { loadEvidence } from '../evidence/read-evidence.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { openWhole } from '../files/serve-file.ts';
import type { Caller } from '../http/caller.ts';
import { writeZip, type ZipEntry } from '../platform/zip.ts';
import { readAppended } from '../revisions/open-revised-file.ts';
import { listAttachmentsOf } from '../signing/api.ts';
import { contentsOf } from '../workflows/reading/find-workflow-facts.ts';
import {
  readVisibleWorkflow,
  type WorkflowAddress,
  type WorkflowRecord,
} from '../workflows/reading/read-workflow.ts';
import type { GatherDeps } from './gather-bundle.ts';
import { recordFiles } from './record-steps.ts';

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
  const files = await listFiles(deps, caller, record);
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
    folders.push(async () => ({ folder, files: await listFiles(deps, caller, record) }));
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

type ArchivedFile = StoredFile | { name: string; content: Buffer };

async function listFiles(deps: GatherDeps, caller: Caller, record: WorkflowRecord): Promise<ArchivedFile[]> {
  const { id: workflowId, workspace_id: workspaceId } = record.workflow;
  const certificate = await readCompletionCertificate(deps, caller, { workspaceId, workflowId });
  const [evidence] = recordFiles(await loadEvidence(deps, workflowId));
  return [
    ...(await documentFiles(deps, record)),
    { name: certificate.fileName, fileId: certificate.fileId },
    ...(evidence ? [evidence] : []),
    ...(await attachedFiles(deps, record)),
  ];
}

function zipOf(deps: GatherDeps, folders: readonly (() => Promise<Folder>)[]): Readable {
  async function* entries() {
    for (const open of folders) yield* entriesOf(deps, await open());
  }
  return Readable.from(writeZip(entries()), { objectMode: false });
}

interface StoredFile {
  /** As people read it; made safe when it is written. */
  name: string;
  folder?: string;
  fileId: number;
  appended?: Awaited<ReturnType<typeof readAppended>>;
}

/** As they are now: sealed, or with the signatures that were given before it ended otherwise. */
async function documentFiles(deps: GatherDeps, record: WorkflowRecord): Promise<StoredFile[]> {
  const { workflow, documents } = record;
  const contents = contentsOf(record);
  return Promise.all(
    documents.map(async ({ id, name, sealed_file_id: sealedId, original_file_id: originalId }) => {
      const fileId = workflow.status === 'signed' ? (sealedId ?? originalId) : originalId;
      const appended = fileId === originalId ? await readAppended(deps.database, id) : null;
      return { name: nameFile(name, contents, 'en'), fileId, appended };
    }),
  );
}

async function attachedFiles(deps: GatherDeps, { recipients }: WorkflowRecord): Promise<StoredFile[]> {
  const attachments = await listAttachmentsOf(
    deps.database,
    recipients.map(({ id }) => id),
  );
  return attachments.map(({ name, file_id: fileId, recipient_id: recipientId }) => {
    const from = recipients.find(({ id }) => id === recipientId)?.name ?? '';
    return { name: `${from} - ${name}`, folder: 'attachments', fileId };
  });
}

async function* entriesOf(deps: GatherDeps, { folder: root, files }: Folder): AsyncGenerator<ZipEntry> {
  const modifiedAt = deps.clock.now();
  const distinct = distinctNames();
  for (const each of files) {
    const folder = 'folder' in each ? each.folder : undefined;
    const path = [root, folder, safeFileName(each.name)].filter((part) => part !== undefined);
    const name = distinct(path.join('/'));
    if ('content' in each) {
      yield { name, modifiedAt, content: each.content };
      continue;
    }
    const { fileId, appended = null } = each;
    const file = (await readFileFacts(deps.database, [fileId])).get(fileId);
    if (!file) throw new Error(`there is no file ${fileId}`);
    yield { name, modifiedAt, content: await openWhole(deps, { file, appended }), isDense: true };
  }
}
