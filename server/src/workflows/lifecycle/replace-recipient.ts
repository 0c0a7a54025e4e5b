import { conflict, Refusal, type Replacement } from '@paraph/domain';
import type { Tx } from '../../database/database.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { callAskedWitness, setFieldValues, updateRecipient } from '../store/draft-store.ts';
import { prefilled } from '../store/plan-workflow.ts';
import { restartReminders } from '../store/reminder-store.ts';
import { loadWorkflow } from '../store/workflow-reading-store.ts';
import { saveChanged, settleReminders } from '../store/workflow-store.ts';

/** With whether the identification was chosen because the sender named none. */
export type IdentifiedReplacement = Replacement & { isIdentificationChosen: boolean };
export type StoredRecipient = WorkflowRecord['recipients'][number];

/** Requires that the recipient has not answered yet: answers are not reassigned. */
export function requireReplaceable(record: WorkflowRecord, recipientId: number): StoredRecipient {
  const recipient = record.recipients.find(({ id }) => id === recipientId);
  if (!recipient) throw new Refusal('NOT_FOUND', 'There is no such recipient in this workflow.');
  const { status } = record.workflow;
  if (status !== 'not_started' && status !== 'started') {
    throw conflict(`This workflow is ${status.replaceAll('_', ' ')}, so its people stay as they are.`);
  }
  if (record.actions.some((each) => each.recipient_id === recipientId && each.acted_at !== null)) {
    throw conflict('This recipient has already answered, and an answer cannot be changed.');
  }
  if (record.actions.some((each) => each.recipient_id === recipientId && each.status === 'released')) {
    throw conflict(
      'Enough others have acted in the place of this recipient, so nobody is asked for them any more.',
    );
  }
  return recipient;
}

/**
 * Updates name and address of a recipient. For another person, clears what the former one filled in. The caller has
 * locked the workflow's row.
 */
export async function replaceRecipient(
  tx: Tx,
  record: WorkflowRecord,
  { before, next, now }: { before: StoredRecipient; next: IdentifiedReplacement; now: Date },
): Promise<void> {
  await updateRecipient(tx, before.id, next);
  await callAskedWitness(tx, before.id, next);
  await saveChanged(tx, record.workflow.id, now);
  const roleIds = record.roles.filter((role) => role.recipient_id === before.id).map(({ id }) => id);
  const fields = record.fields
    .filter(({ role_id: roleId }) => roleIds.includes(roleId))
    .filter(({ type, value, read_only: isReadOnly }) => {
      const isUntouched = value === prefilled(type, before);
      // A read-only value is the sender's, unless it names the recipient.
      return isUntouched || (next.isOther && !isReadOnly);
    });
  await setFieldValues(
    tx,
    fields.map(({ id, type }) => ({ id, value: prefilled(type, next) })),
  );
  if (!next.isOther) return;
  await restartReminders(tx, before.id, now);
  const replaced = await loadWorkflow(tx, record.workflow.id);
  if (replaced) await settleReminders(tx, replaced, now);
}
