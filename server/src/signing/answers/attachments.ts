import {
  attachmentValue,
  type FieldType,
  invalid,
  LIMITS,
  Refusal,
  readAttachmentName,
} from '@paraph/domain';
import type { Reads, Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { deleteFiles, removeBlobs } from '../../files/delete-files.ts';
import { storeAttachment } from '../../files/examine-document.ts';
import { insertFile } from '../../files/store-file.ts';
import type { Caller, Visitor } from '../../http/caller.ts';
import type { UploadedFile } from '../../http/multipart.ts';
import { toSeconds } from '../../platform/clock.ts';
import { setFieldValues } from '../../workflows/api.ts';
import {
  readVisibleWorkflow,
  type WorkflowAddress,
  type WorkflowRecord,
} from '../../workflows/reading/read-workflow.ts';
import { type Attachment, toAttachment } from '../session/session-store.ts';
import {
  loadSigningSession,
  requireOpen,
  type SigningDeps,
  type SigningSession,
  withOpenSigningSession,
} from '../session/signing-session.ts';
import { deleteAttachmentRows, insertAttachment, listAttachmentRows } from './answer-store.ts';
import { recordInfected } from './signer-files.ts';

/** The files attached in these fields. */
export async function readAttachments(
  reads: Reads,
  fields: readonly { id: number; type: FieldType }[],
): Promise<Attachment[]> {
  const ids = fields.filter(({ type }) => type === 'attachment').map(({ id }) => id);
  return (await listAttachmentRows(reads, ids)).map(toAttachment);
}

/** Removes the files attached in these fields. Answers the keys of blobs without a file row. */
export async function dropAttachments(tx: Tx, fieldIds: readonly number[]): Promise<string[]> {
  return deleteFiles(tx, await deleteAttachmentRows(tx, fieldIds));
}

/**
 * The files that signers attached. A file belongs to the sender once its signer has signed; until then the signer may
 * exchange it.
 */
export async function listAttachments(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  address: WorkflowAddress,
) {
  const record = await readVisibleWorkflow(deps, caller, address);
  const { workspaceId, workflowId } = address;
  const base = `${deps.config.baseUrl}/api/v1/workspaces/${workspaceId}/workflows/${workflowId}`;
  return (await readSigned(deps, record)).map(({ addedAt, fileId: _, ...attachment }) => ({
    ...attachment,
    addDate: toSeconds(addedAt),
    file: `${base}/fields/${attachment.fieldId}/attachment`,
  }));
}

/** One of them, to be served. */
export async function readAttachment(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { fieldId, ...address }: WorkflowAddress & { fieldId: number },
): Promise<Pick<Attachment, 'fileId' | 'name'>> {
  const record = await readVisibleWorkflow(deps, caller, address);
  const attachment = (await readSigned(deps, record)).find((each) => each.fieldId === fieldId);
  if (!attachment) throw new Refusal('NOT_FOUND', 'There is no such file.');
  return attachment;
}

async function readSigned({ database }: Pick<Deps, 'database'>, { actions, fields }: WorkflowRecord) {
  const signed = new Map(
    actions
      .filter(({ type, status }) => type === 'sign' && status === 'signed')
      .map((action) => [action.role_id, action]),
  );
  const attachments = await readAttachments(
    database,
    fields.filter((field) => signed.has(field.role_id)),
  );
  return attachments.flatMap((attachment) => {
    const field = fields.find(({ id }) => id === attachment.fieldId);
    const action = field && signed.get(field.role_id);
    if (!field || !action) return [];
    return [{ ...attachment, label: field.label, actionId: action.id, recipientId: action.recipient_id }];
  });
}

/**
 * Attaches a file in a field of the recipient, instead of the former one, which is removed. The file is examined and
 * made durable before a row names it.
 *
 * @throws Refusal `NOT_FOUND`, `VALIDATION_ERROR`, `DOCUMENT_TOO_LARGE`, `DOCUMENT_NOT_ACCEPTED` saying why,
 *   `WORKFLOW_STATUS_CONFLICT`, `SERVICE_UNAVAILABLE`
 */
export async function saveAttachment(
  deps: SigningDeps,
  linkId: string,
  { fieldId, upload, visitor }: { fieldId: number; upload: UploadedFile | null; visitor: Visitor },
): Promise<void> {
  if (upload === null) throw invalid({ file: 'Send the file as the part "file".' });
  if (upload.size === 0) throw invalid({ file: 'This file is empty; choose another one.' });
  const before = await loadSigningSession(deps, linkId);
  requireOpen(before);
  const { label } = requireAttachmentField(before, fieldId);
  const stored = await storeAttachment(deps, upload);
  if (stored.kind === 'refused') {
    const { finding } = stored;
    if (finding !== null) await recordInfected(deps, linkId, { field: label, fieldId, finding, visitor });
    throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This file cannot be attached as ${label}. ${stored.reason}`, {
      violations: { file: stored.reason },
    });
  }
  const { blob, format } = stored;
  const fullName = readAttachmentName(upload.fileName, format);
  // The document shows the name, without what no font of the instance can draw.
  const name = before.findMissing(fullName).reduce((drawn, each) => drawn.replaceAll(each, '_'), fullName);
  const replaced = await withOpenSigningSession(deps, linkId, async (tx, session) => {
    requireAttachmentField(session, fieldId);
    requireRoom(session, { fieldId, size: blob.size });
    const now = deps.clock.now();
    const dropped = await dropAttachments(tx, [fieldId]);
    const fileId = await insertFile(tx, blob, { format, now });
    await insertAttachment(tx, {
      field_id: fieldId,
      recipient_id: session.recipient.id,
      name,
      file_id: fileId,
      added_at: now,
    });
    const value = attachmentValue({ name, sha256: blob.sha256.toString('hex') });
    await setFieldValues(tx, [{ id: fieldId, value }]);
    return dropped;
  });
  await removeBlobs(deps, replaced);
}

/** Removes the file that the recipient attached in a field; nothing to do where there is none. */
export async function removeAttachment(deps: SigningDeps, linkId: string, fieldId: number): Promise<void> {
  const dropped = await withOpenSigningSession(deps, linkId, async (tx, session) => {
    requireAttachmentField(session, fieldId);
    await setFieldValues(tx, [{ id: fieldId, value: null }]);
    return dropAttachments(tx, [fieldId]);
  });
  await removeBlobs(deps, dropped);
}

function requireAttachmentField({ fields }: SigningSession, fieldId: number): { label: string } {
  const field = fields.find(({ id, type }) => id === fieldId && type === 'attachment');
  if (field) return field;
  throw new Refusal('NOT_FOUND', 'There is no field for a file for you here.');
}

/** The files of one signer have a limit together, so that no link fills the storage. */
function requireRoom(
  { attachments }: SigningSession,
  { fieldId, size }: { fieldId: number; size: number },
): void {
  const others = attachments.filter((each) => each.fieldId !== fieldId);
  const sum = others.reduce((total, each) => total + each.size, size);
  if (sum <= LIMITS.attachmentsBytesMax) return;
  const mib = LIMITS.attachmentsBytesMax / 1024 / 1024;
  const sentence = `Your files may have at most ${mib} MiB together; make this one smaller.`;
  throw new Refusal('DOCUMENT_TOO_LARGE', sentence, { violations: { file: sentence } });
}
