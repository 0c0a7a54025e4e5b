import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../../database/database.ts';
import type { AccountSignatureRow } from '../../database/rows.generated.ts';

export type StoredKept = Selectable<AccountSignatureRow>;

export async function listKeptOf(reads: Reads, userId: number): Promise<StoredKept[]> {
  const { rows } = await sql<StoredKept>`select * from account_signatures where user_id = ${userId}
    order by kind`.execute(reads);
  return rows;
}

/** The marks of an account change one call after another. */
export async function lockKept(tx: Tx, userId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('account_signatures', ${userId}))`.execute(tx);
}

export async function insertKept(tx: Tx, row: Insertable<AccountSignatureRow>): Promise<void> {
  await tx.insertInto('account_signatures').values(row).execute();
}

/** Returns the ids of their files. */
export async function deleteKept(tx: Tx, userId: number, kinds: readonly string[]): Promise<number[]> {
  const { rows } = await sql<StoredKept>`
    delete from account_signatures where user_id = ${userId} and kind = any(${[...kinds]}) returning *`.execute(
    tx,
  );
  return rows.map((row) => row.file_id);
}
