import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { HandOverRow } from '../database/rows.generated.ts';

export type StoredHandOver = Selectable<HandOverRow>;

/** Null where one of this member's is under way in the organization. */
export async function insertHandOver(tx: Tx, row: Insertable<HandOverRow>): Promise<number | null> {
  const inserted = await tx
    .insertInto('hand_overs')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organization_id', 'user_id']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

/** Null where all of it is done. */
export async function lockHandOver(tx: Tx, id: number): Promise<StoredHandOver | null> {
  const row = await tx
    .selectFrom('hand_overs')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function countHandedOver(tx: Tx, id: number, done: Record<'workflows' | 'templates', number>) {
  await sql`
    update hand_overs set workflows = workflows + ${done.workflows}, templates = templates + ${done.templates}
    where id = ${id}`.execute(tx);
}

export async function deleteHandOver(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('hand_overs').where('id', '=', id).execute();
}

export async function listHandOvers(reads: Reads): Promise<number[]> {
  const rows = await reads.selectFrom('hand_overs').select('id').orderBy('id').execute();
  return rows.map(({ id }) => id);
}
