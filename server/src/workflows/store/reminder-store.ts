import { sql } from 'kysely';
import type { Reads, Tx } from '../../database/database.ts';

/** A reminder that is due, and after it the next one of the list. */
export interface DueReminder {
  actionId: number;
  workflowId: number;
  creatorId: number;
  dueAt: Date;
}

/** The actions with a reminder that is due, the longest due first, after one of them. */
export async function listDueReminders(
  reads: Reads,
  { now, after, limit }: { now: Date; after: DueReminder | null; limit: number },
): Promise<DueReminder[]> {
  const beyond = after
    ? sql`and (reminder_due_at, actions.id) > (${after.dueAt}::timestamptz, ${after.actionId}::bigint)`
    : sql``;
  const { rows } = await sql<DueReminder>`
    select actions.id as "actionId", workflow_id as "workflowId", creator_id as "creatorId",
      reminder_due_at as "dueAt"
    from actions join workflows on workflows.id = actions.workflow_id
    where reminder_due_at <= ${now} ${beyond} order by reminder_due_at, actions.id limit ${limit}`.execute(
    reads,
  );
  return rows;
}

/** Locks a workflow unless another act has: that may end its reminders, and the next turn sees it. */
export async function lockIfFree(tx: Tx, workflowId: number): Promise<boolean> {
  const rows = tx.selectFrom('workflows').select('id').where('id', '=', workflowId);
  return (await rows.forUpdate().skipLocked().executeTakeFirst()) !== undefined;
}

interface Reminded {
  at: Date;
  dueAt: Date | null;
  isAutomatic: boolean;
}

export async function saveReminded(
  tx: Tx,
  actionId: number,
  { at, dueAt, isAutomatic }: Reminded,
): Promise<void> {
  await tx
    .updateTable('actions')
    .set(({ ref }) => ({
      reminded_at: at,
      reminder_due_at: dueAt,
      reminders_sent: isAutomatic ? sql<number>`${ref('reminders_sent')} + 1` : ref('reminders_sent'),
    }))
    .where('id', '=', actionId)
    .execute();
}

/** Another person has these actions: nothing was said to them yet. */
export async function restartReminders(tx: Tx, recipientId: number, now: Date): Promise<void> {
  await sql`update actions set reminded_at = null, reminder_due_at = null, reminders_sent = 0,
    asked_at = case when status = 'started' then ${now}::timestamptz end
    where recipient_id = ${recipientId}`.execute(tx);
}

/** Whether it was another one before. */
export async function saveTimeZone(tx: Tx, recipientId: number, timeZone: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update recipients set time_zone = ${timeZone}
    where id = ${recipientId} and time_zone is distinct from ${timeZone}`.execute(tx);
  return (numAffectedRows ?? 0n) > 0n;
}

export async function saveMailProblem(tx: Tx, recipientId: number, problem: string | null): Promise<void> {
  await tx.updateTable('recipients').set({ mail_problem: problem }).where('id', '=', recipientId).execute();
}
