import { type FieldType, Refusal } from '@paraph/domain';
import type { Reads, Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { deleteFiles } from '../../files/delete-files.ts';
import type { Caller } from '../../http/caller.ts';
import { toSeconds } from '../../platform/clock.ts';
import {
  readVisibleWorkflow,
  type WorkflowAddress,
  type WorkflowRecord,
} from '../../workflows/reading/read-workflow.ts';
import { type Attachment, toAttachment } from '../session/session-store.ts';
import { deleteAttachmentRows, listAttachmentRows } from './answer-store.ts';

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
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`
 */
export async function listAttachments(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  address: WorkflowAddress,
) {
  const record = await readVisibleWorkflow(deps, caller, address);
  const { workspaceId, workflowId } = address;
  const base = `${deps.config.baseUrl}/api/v1/workspaces/${workspaceId}/workflows/${workflowId}`;
  return (await readSigned(deps, record)).map(({ fieldId, actionId, recipientId, label, ...file }) => ({
    fieldId,
    label,
    actionId,
    recipientId,
    name: file.name,
    format: file.format,
    size: file.size,
    sha256: file.sha256,
    addDate: toSeconds(file.addedAt),
    file: `${base}/fields/${fieldId}/attachment`,
  }));
}

/**
 * One of them, to be served.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `NOT_FOUND`
 */
export async function readAttachment(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { fieldId, ...address }: WorkflowAddress & { fieldId: number },
): Promise<Pick<Attachment, 'fileId' | 'name'>> {
  const record = await readVisibleWorkflow(deps, caller, address);
  const found = (await readSigned(deps, record)).find((each) => each.fieldId === fieldId);
  if (!found) throw new Refusal('NOT_FOUND', 'There is no such file.');
  return found;
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
