import { emailKey, invalid, readReplacement } from '@paraph/domain';
import { deleteFiles, removeBlobs } from '../files/delete-files.ts';
import type { Caller } from '../http/caller.ts';
import type { Tx } from '../platform/database.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import {
  actorOf,
  recordChange,
  recordWorkflowEvents,
} from '../workflows/lifecycle/record-workflow-events.ts';
import {
  replaceRecipient,
  requireReplaceable,
  type StoredRecipient,
} from '../workflows/lifecycle/replace-recipient.ts';
import {
  authorizeWorkflow,
  type WorkflowCall,
  type WorkflowRecord,
} from '../workflows/reading/read-workflow.ts';
import { revokeSigningLinks } from './signing-link.ts';
import type { SigningDeps } from './signing-session.ts';
import { deleteConsents, deleteSignatureImages } from './signing-store.ts';

/**
 * Corrects the name of a recipient, or replaces the recipient by another email address. A replacement revokes the
 * links, deletes signature images and consent, and invites the new recipient if their action is open.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `NOT_FOUND`, `VALIDATION_ERROR`,
 *   `WORKFLOW_STATUS_CONFLICT`
 */
export async function reassignRecipient(
  deps: SigningDeps,
  caller: Caller,
  command: WorkflowCall & {
    recipientId: number;
    name?: string | undefined;
    email?: string | undefined;
    /** Recorded in the trail. */
    reason?: string | null | undefined;
  },
): Promise<WorkflowRecord> {
  const { workflowId, recipientId, name, email, visitor } = command;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...command });
  let dropped: string[] = [];
  const reassigned = await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const before = requireReplaceable(record, recipientId);
    const next = readReplacement(before, { name, email });
    const others = record.recipients.filter(({ id }) => id !== recipientId);
    if (others.some((each) => each.email_key === emailKey(next.email))) {
      throw invalid({ email: 'Another recipient of this workflow has this address; name each once.' });
    }
    await replaceRecipient(tx, record, { before, next });
    if (next.isOther) {
      dropped = await deleteRecipientData(tx, deps, { record, recipientId });
      const actor = await actorOf(tx, caller, visitor);
      const detail = { ...detailOf(record, { before, next }), reason: command.reason?.trim() || null };
      await recordWorkflowEvents(tx, deps, {
        workflowId,
        events: [{ name: 'recipient.reassigned', actor, detail }],
      });
    } else await recordChange(tx, deps, { workflowId, caller, visitor, parts: ['recipients'] });
    return lockWorkflow(tx, workflowId);
  });
  await removeBlobs(deps, dropped);
  return reassigned;
}

/** Signature images and consents of one person never serve another. Answers the keys of blobs without a file row. */
async function deleteRecipientData(
  tx: Tx,
  deps: SigningDeps,
  { record, recipientId }: { record: WorkflowRecord; recipientId: number },
): Promise<string[]> {
  await revokeSigningLinks(tx, deps, recipientId);
  const actions = record.actions.filter((action) => action.recipient_id === recipientId);
  await deleteConsents(
    tx,
    actions.map(({ id }) => id),
  );
  return deleteFiles(tx, await deleteSignatureImages(tx, recipientId));
}

function detailOf(
  { actions }: WorkflowRecord,
  { before, next }: { before: StoredRecipient; next: { name: string; email: string } },
) {
  const open = actions.find((each) => each.recipient_id === before.id && each.status === 'started');
  return {
    recipientId: before.id,
    recipientName: next.name,
    recipientEmail: next.email,
    formerName: before.name,
    formerEmail: before.email,
    actionId: open?.id ?? null,
  };
}
