import { type Insertable, type Selectable, sql } from 'kysely';
import { callingUserOf } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { ApiKeyRow } from '../database/rows.generated.ts';
import type { Caller } from '../http/caller.ts';
import { callQuotasOf } from '../http/quota-store.ts';
import { memberUserIdOf } from '../workspaces/api.ts';

export type StoredKey = Selectable<ApiKeyRow>;

export async function insertKey(tx: Tx, row: Insertable<ApiKeyRow>): Promise<StoredKey> {
  return tx.insertInto('api_keys').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function listKeysOf(reads: Reads, organizationId: number): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select * from api_keys where organization_id = ${organizationId} order by id`.execute(reads);
  return rows;
}

export async function listKeysByMembers(reads: Reads, memberIds: readonly number[]): Promise<StoredKey[]> {
  const { rows } = await sql<StoredKey>`
    select * from api_keys where member_id = any(${memberIds}::bigint[]) order by id`.execute(reads);
  return rows;
}

/** With the account that it acts for, null without one. */
export type KeyInUse = Pick<StoredKey, (typeof IN_USE)[number]> & {
  callQuotas: Record<string, number | null> | null;
  userId: number | null;
  user: NonNullable<Caller['user']> | null;
};

const IN_USE = ['id', 'organization_id', 'creator_id', 'name', 'scopes', 'last_used_at'] as const;

export async function findKeyOfHash(reads: Reads, secretHash: Buffer): Promise<KeyInUse | null> {
  return (await selectKey(reads, secretHash))[0] ?? null;
}

const selectKey = prepareStatement('api-key', (statements, secretHash: Buffer) =>
  statements
    .with('matching', (db) =>
      db
        .selectFrom('api_keys')
        .select(IN_USE)
        .select(({ ref }) => memberUserIdOf(ref('api_keys.member_id')).as('userId'))
        .where('secret_hash', '=', secretHash),
    )
    .selectFrom('matching')
    .selectAll()
    .select(({ ref }) => callingUserOf(ref('matching.userId')).as('user'))
    .select(({ ref }) => callQuotasOf(ref('matching.organization_id')).as('callQuotas')),
);

export async function findKeyById(reads: Reads, id: number): Promise<StoredKey | null> {
  return (await reads.selectFrom('api_keys').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

export async function deleteKeyRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('api_keys').where('id', '=', id).execute();
}

export async function markKeyUsed(reads: Reads, id: number, now: Date): Promise<void> {
  await reads.updateTable('api_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}
