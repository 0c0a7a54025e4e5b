import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../platform/database.ts';
import type { ApiKeyRow } from '../platform/tables.ts';

export type StoredKey = Selectable<ApiKeyRow>;

export async function insertKey(tx: Tx, row: Insertable<ApiKeyRow>): Promise<StoredKey> {
  return tx.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function listKeysOf(reads: Reads, organizationId: number): Promise<StoredKey[]> {
  return reads
    .selectFrom('api_keys')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .execute();
}

export async function listKeysByMembers(reads: Reads, memberIds: readonly number[]): Promise<StoredKey[]> {
  if (memberIds.length === 0) return [];
  return reads
    .selectFrom('api_keys')
    .selectAll()
    .where('member_id', 'in', [...memberIds])
    .orderBy('id')
    .execute();
}

export async function findKeyByHash(reads: Reads, secretHash: Buffer): Promise<StoredKey | null> {
  const row = await reads
    .selectFrom('api_keys')
    .selectAll()
    .where('secret_hash', '=', secretHash)
    .executeTakeFirst();
  return row ?? null;
}

export async function findKeyById(reads: Reads, id: number): Promise<StoredKey | null> {
  return (await reads.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function deleteKeyRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('api_keys').where('id', '=', id).execute();
}

export async function markKeyUsed(reads: Reads, id: number, now: Date): Promise<void> {
  await reads.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}
