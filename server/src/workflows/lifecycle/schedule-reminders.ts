import { emailKey } from '@paraph/domain';
import type { Tx } from '../../database/database.ts';
import { saveMailProblem, saveTimeZone } from '../store/reminder-store.ts';
import { loadWorkflow } from '../store/workflow-reading-store.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';
import { settleReminders } from '../store/workflow-store.ts';

// What moves the times of reminders besides the acts of the workflow itself.

/** Reminders go by the clock of the person, once their browser has told it. The caller has locked the workflow's row. */
export async function noteTimeZone(
  tx: Tx,
  { workflowId, recipientId, timeZone }: { workflowId: number; recipientId: number; timeZone: string },
  now: Date,
): Promise<void> {
  if (!(await saveTimeZone(tx, recipientId, timeZone))) return;
  const record = await loadWorkflow(tx, workflowId);
  if (record) await settleReminders(tx, record, now);
}

/**
 * What became of a mail that asked a recipient: the problem of one that was given up, null for one that was sent. It
 * ends the reminders, and a later mail that arrives begins them again.
 */
export async function noteDelivery(
  tx: Tx,
  record: WorkflowRecord,
  about: { recipientId: number | null; to: string; problem: string | null; now: Date },
): Promise<void> {
  const { recipientId, to, problem, now } = about;
  const recipient = record.recipients.find(({ id }) => id === recipientId);
  if (!recipient || recipient.email_key !== emailKey(to) || recipient.mail_problem === problem) return;
  await saveMailProblem(tx, recipient.id, problem);
  const recipients = record.recipients.map((each) =>
    each === recipient ? { ...each, mail_problem: problem } : each,
  );
  await settleReminders(tx, { ...record, recipients }, now);
}
