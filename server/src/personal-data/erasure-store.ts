import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AccountErasureRow } from '../database/rows.generated.ts';

export type StoredErasure = Selectable<AccountErasureRow>;

export async function insertErasure(
  tx: Tx,
  row: Pick<Insertable<AccountErasureRow>, 'user_id' | 'email' | 'started_at' | 'total'>,
): Promise<void> {
  await tx.insertInto('account_erasures').values(row).execute();
}

/** Null where all of it is done. */
export async function lockErasure(tx: Tx, userId: number): Promise<StoredErasure | null> {
  const { rows } = await sql<StoredErasure>`
    select * from account_erasures where user_id = ${userId} for update`.execute(tx);
  return rows[0] ?? null;
}

export async function moveErasure(
  tx: Tx,
  userId: number,
  { afterId, done }: { afterId: number; done: number },
): Promise<void> {
  await sql`
    update account_erasures set after_id = ${afterId}, done = done + ${done} where user_id = ${userId}`.execute(
    tx,
  );
}

export async function deleteErasure(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_erasures').where('user_id', '=', userId).execute();
}

export async function listErasures(reads: Reads): Promise<number[]> {
  const rows = await reads.selectFrom('account_erasures').select('user_id').orderBy('user_id').execute();
  return rows.map((row) => row.user_id);
}

/** Accounts of which something is still being erased, and of how many workflows the mails are gone already. */
export async function readErasureProgress(reads: Reads) {
  const { rows } = await sql<Record<'accounts' | 'done' | 'total', number>>`
    select count(*)::int as accounts, coalesce(sum(done), 0)::bigint as done,
      coalesce(sum(total), 0)::bigint as total
    from account_erasures`.execute(reads);
  return rows[0] ?? { accounts: 0, done: 0, total: 0 };
}
