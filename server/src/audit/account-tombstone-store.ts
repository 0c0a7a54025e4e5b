import type { Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { AccountTombstoneRow } from '../database/tables.ts';

export type AccountTombstone = Selectable<AccountTombstoneRow>;

export async function insertAccountTombstone(tx: Tx, tombstone: AccountTombstone): Promise<void> {
  await tx
    .insertInto('account_tombstones')
    .values({ ...tombstone, detail: JSON.stringify(tombstone.detail) })
    .execute();
}

export async function deleteAccountTombstone(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('account_tombstones').where('user_id', '=', userId).execute();
}

/** In the order of the accounts. */
export async function listAccountTombstones(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<AccountTombstone[]> {
  return reads
    .selectFrom('account_tombstones')
    .selectAll()
    .where('user_id', '>', after)
    .orderBy('user_id')
    .limit(limit)
    .execute();
}

/** Which of these accounts have a tombstone. */
export async function listBuriedAmong(reads: Reads, userIds: readonly number[]): Promise<Set<number>> {
  if (userIds.length === 0) return new Set();
  const rows = await reads
    .selectFrom('account_tombstones')
    .select('user_id')
    .where('user_id', 'in', [...userIds])
    .execute();
  return new Set(rows.map((row) => row.user_id));
}
