import { Readable } from 'node:stream';
import { conflict, distinctNames, isFinal, nameFile, safeFileName } from '@paraph/domain';
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
  if (!isFinal(record.workflow.status))
    throw conflict(
      'There is no archive yet: it is made once the documents are sealed, or the workflow ends without.',
    );
  const certificate = await readCompletionCertificate(deps, caller, address);
  const [evidence] = recordFiles(await loadEvidence(deps, address.workflowId));
  const files = [
    ...(await documentFiles(deps, record)),
    { name: certificate.fileName, fileId: certificate.fileId },
    ...(evidence ? [evidence] : []),
    ...(await attachedFiles(deps, record)),
  ];
  const archive = Readable.from(writeZip(entriesOf(deps, files)), { objectMode: false });
  return { fileName: `${record.workflow.name}.zip`, archive };
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

async function* entriesOf(
  deps: GatherDeps,
  files: readonly (StoredFile | { name: string; content: Buffer })[],
): AsyncGenerator<ZipEntry> {
  const modifiedAt = deps.clock.now();
  const distinct = distinctNames();
  for (const each of files) {
    const safe = safeFileName(each.name);
    if ('content' in each) {
      yield { name: distinct(safe), modifiedAt, content: each.content };
      continue;
    }
    const { folder, fileId, appended = null } = each;
    const name = distinct(folder === undefined ? safe : `${folder}/${safe}`);
    const file = (await readFileFacts(deps.database, [fileId])).get(fileId);
    if (!file) throw new Error(`there is no file ${fileId}`);
    yield { name, modifiedAt, content: await openWhole(deps, { file, appended }), isDense: true };
  }
}
