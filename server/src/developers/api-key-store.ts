import type { Insertable, QueryCreator, Selectable } from 'kysely';
import { callingUserOf } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { ApiKeyRow, Tables } from '../database/rows.generated.ts';
import type { Caller } from '../http/caller.ts';
import { memberUserIdOf } from '../workspaces/api.ts';

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

/** With the account that it acts for, null without one. */
export type KeyInUse = Pick<StoredKey, (typeof IN_USE)[number]> & {
  userId: number | null;
  user: NonNullable<Caller['user']> | null;
};

const IN_USE = ['id', 'organization_id', 'creator_id', 'name', 'scopes', 'last_used_at'] as const;

/** Finds a key that can be used. */
export async function findKeyOfHash(reads: Reads, secretHash: Buffer): Promise<KeyInUse | null> {
  return (await selectKey(reads, secretHash))[0] ?? null;
}

const selectKey = prepareStatement('api-key', (statements, secretHash: Buffer) =>
  statements
    .with('found', (db) => keyInUse(db, secretHash))
    .selectFrom('found')
    .selectAll()
    .select(({ ref }) => callingUserOf(ref('found.userId')).as('user')),
);

function keyInUse(creator: Pick<QueryCreator<Tables>, 'selectFrom'>, secretHash: Buffer) {
  return creator
    .selectFrom('api_keys')
    .select(IN_USE)
    .select(({ ref }) => memberUserIdOf(ref('api_keys.member_id')).as('userId'))
    .where('secret_hash', '=', secretHash);
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
