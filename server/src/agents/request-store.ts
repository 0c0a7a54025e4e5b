import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AgentRequestRow } from '../database/rows.generated.ts';

export type StoredRequest = Selectable<AgentRequestRow>;

export async function insertRequest(reads: Reads, request: Insertable<AgentRequestRow>): Promise<void> {
  await reads.insertInto('agent_requests').values(request).execute();
}

export async function findRequest(reads: Reads, id: string): Promise<StoredRequest | null> {
  const row = await reads.selectFrom('agent_requests').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** What already waits for a decision of the same. */
export async function findOpenRequest(
  reads: Reads,
  {
    workflowId,
    act,
    userId,
    now,
  }: Pick<StoredRequest, 'act'> & { workflowId: number; userId: number; now: Date },
): Promise<StoredRequest | null> {
  const row = await reads
    .selectFrom('agent_requests')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .where('act', '=', act)
    .where('user_id', '=', userId)
    .where('decision', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

export async function saveDecision(
  reads: Reads,
  { id, decision, userId, now }: { id: string; decision: 'confirmed' | 'denied'; userId: number; now: Date },
): Promise<void> {
  await reads
    .updateTable('agent_requests')
    .set({ decision, decided_by: userId, decided_at: now })
    .where('id', '=', id)
    .where('decision', 'is', null)
    .execute();
}

export async function deleteEndedRequests(tx: Tx, before: Date): Promise<void> {
  await tx.deleteFrom('agent_requests').where('expires_at', '<', before).execute();
}
