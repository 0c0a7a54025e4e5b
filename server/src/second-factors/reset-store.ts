import { type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { FactorResetRow } from '../database/rows.generated.ts';

export type StoredReset = Selectable<FactorResetRow>;

/** False where one is under way. */
export async function insertReset(tx: Tx, row: StoredReset): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('factor_resets')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

export async function findReset(reads: Reads, userId: number): Promise<StoredReset | null> {
  const { rows } = await sql<StoredReset>`select * from factor_resets where user_id = ${userId}`.execute(
    reads,
  );
  return rows[0] ?? null;
}

export async function listResetsOf(reads: Reads, organizationId: number): Promise<StoredReset[]> {
  const { rows } = await sql<StoredReset>`
    select * from factor_resets where organization_id = ${organizationId} order by due_at`.execute(reads);
  return rows;
}

export async function listDueResets(reads: Reads, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from factor_resets where due_at <= ${now} order by due_at limit 1000`.execute(reads);
  return rows.map(({ id }) => id);
}

/** What is deleted is carried out or withdrawn, by one process. */
export async function deleteReset(tx: Tx, userId: number): Promise<StoredReset | null> {
  const { rows } = await sql<StoredReset>`
    delete from factor_resets where user_id = ${userId} returning *`.execute(tx);
  return rows[0] ?? null;
}
