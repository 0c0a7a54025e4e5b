import type { EventName } from '@paraph/domain';
import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../platform/database.ts';
import type { EventRow } from '../platform/tables.ts';

export type StoredEvent = Selectable<EventRow>;

export async function findLastEvent(
  tx: Tx,
  workflowId: number,
): Promise<{ sequence: number; hash: Buffer } | null> {
  const row = await tx
    .selectFrom('events')
    .select(['sequence', 'hash'])
    .where('workflow_id', '=', workflowId)
    .orderBy('sequence', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The last event of each of many workflows. */
export async function findLastEvents(
  tx: Tx,
  workflowIds: readonly number[],
): Promise<{ workflowId: number; sequence: number; hash: Buffer }[]> {
  return tx
    .selectFrom('events')
    .distinctOn('workflow_id')
    .select(['workflow_id as workflowId', 'sequence', 'hash'])
    .where('workflow_id', 'in', [...workflowIds])
    .orderBy('workflow_id')
    .orderBy('sequence', 'desc')
    .execute();
}

/** Appends in the given order; answers the ids in that order. */
export async function insertEvents(tx: Tx, events: readonly Insertable<EventRow>[]): Promise<number[]> {
  const rows = await tx
    .insertInto('events')
    .values([...events])
    .returning(['id', 'sequence'])
    .execute();
  return rows.sort((a, b) => a.sequence - b.sequence).map((row) => row.id);
}

export async function findEvents(reads: Reads, workflowId: number): Promise<StoredEvent[]> {
  return reads
    .selectFrom('events')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .orderBy('sequence')
    .execute();
}

export async function findEventById(reads: Reads, id: number): Promise<StoredEvent | null> {
  return (await reads.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The ids of a workflow's events with a snapshot, after one and up to another, oldest first. */
export async function findSnapshotIds(
  reads: Reads,
  workflowId: number,
  range: { after: number; upTo: number; names: readonly EventName[] },
): Promise<number[]> {
  const rows = await reads
    .selectFrom('events')
    .select('id')
    .where('workflow_id', '=', workflowId)
    .where('id', '>', range.after)
    .where('id', '<=', range.upTo)
    .where('name', 'in', [...range.names])
    .where('snapshot', 'is not', null)
    .orderBy('sequence')
    .execute();
  return rows.map((row) => row.id);
}

export async function findWorkflowsWithEvents(reads: Reads): Promise<number[]> {
  const rows = await reads
    .selectFrom('events')
    .select('workflow_id')
    .distinct()
    .orderBy('workflow_id')
    .execute();
  return rows.map((row) => row.workflow_id);
}
