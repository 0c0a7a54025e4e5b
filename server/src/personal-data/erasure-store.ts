import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AccountErasureRow } from '../database/tables.ts';

export type StoredErasure = Selectable<AccountErasureRow>;

export async function insertErasure(
  tx: Tx,
  row: Pick<Insertable<AccountErasureRow>, 'user_id' | 'email' | 'started_at' | 'total'>,
): Promise<void> {
  await tx.insertInto('account_erasures').values(row).execute();
}

/** Null where all of it is done. */
export async function lockErasure(tx: Tx, userId: number): Promise<StoredErasure | null> {
  const row = await tx
    .selectFrom('account_erasures')
    .selectAll()
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export async function moveErasure(
  tx: Tx,
  userId: number,
  { afterId, done }: { afterId: number; done: number },
): Promise<void> {
  await tx
    .updateTable('account_erasures')
    .set(({ eb }) => ({ after_id: afterId, done: eb('done', '+', done) }))
    .where('user_id', '=', userId)
    .execute();
}

export async function deleteErasure(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_erasures').where('user_id', '=', userId).execute();
}

export async function listErasures(reads: Reads): Promise<number[]> {
  const rows = await reads.selectFrom('account_erasures').select('user_id').orderBy('user_id').execute();
  return rows.map((row) => row.user_id);
}

/** Accounts of which something is still being erased, and of how many workflows the mails are gone already. */
export async function readErasureProgress(
  reads: Reads,
): Promise<{ accounts: number; done: number; total: number }> {
  const { rows } = await sql<{ accounts: number; done: number; total: number }>`
    select count(*)::int as accounts, coalesce(sum(done), 0)::bigint as done,
      coalesce(sum(total), 0)::bigint as total
    from account_erasures`.execute(reads);
  return rows[0] ?? { accounts: 0, done: 0, total: 0 };
}
