import { sql } from 'kysely';
import type { Reads, Tx } from '../../database/database.ts';

// What housekeeping looks for.

/** Workflows whose deadline has passed while they could still expire. */
export async function listExpired(reads: Reads, now: Date, limit: number): Promise<number[]> {
  const rows = await reads
    .selectFrom('workflows')
    .select('id')
    .where('status', 'in', ['not_started', 'started'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Locks workflows with a callback secret in clear; skips rows locked by other transactions. */
export async function lockPlainSecrets(
  tx: Tx,
  limit: number,
): Promise<{ id: number; envelopeId: string; preferences: Record<string, string> }[]> {
  return tx
    .selectFrom('workflows')
    .select(['id', 'envelope_id as envelopeId', 'preferences'])
    .where(sql<boolean>`length(preferences ->> 'WorkflowNotificationCallbackUrlSecretPreference') = 32`)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** Drafts due to start, by id, after a given one. */
export async function listScheduled(
  reads: Reads,
  { now, after, limit }: { now: Date; after: number; limit: number },
): Promise<{ id: number; creatorId: number }[]> {
  return reads
    .selectFrom('workflows')
    .select(['id', 'creator_id as creatorId'])
    .where('status', '=', 'not_started')
    .where('scheduled_start_at', '<=', now)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Brings nearer when a workflow and its steps end, when it starts, and when its recipients may be reminded again. */
export async function moveTimes(tx: Tx, workflowId: number, seconds: number): Promise<void> {
  const earlier = (column: string) => sql<Date>`${sql.ref(column)} - make_interval(secs => ${seconds})`;
  await tx
    .updateTable('workflows')
    .set({ expires_at: earlier('expires_at'), scheduled_start_at: earlier('scheduled_start_at') })
    .where('id', '=', workflowId)
    .execute();
  await tx
    .updateTable('steps')
    .set({ expires_at: earlier('expires_at') })
    .where('workflow_id', '=', workflowId)
    .execute();
  await tx
    .updateTable('actions')
    .set({ reminded_at: earlier('reminded_at') })
    .where('workflow_id', '=', workflowId)
    .execute();
}
