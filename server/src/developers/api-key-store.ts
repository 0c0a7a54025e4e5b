import { type Insertable, type Selectable, sql } from 'kysely';
import { userNameOf } from '../accounts/api.ts';
import type { RateWindow } from '../http/caller.ts';
import { hitPart } from '../http/rate-limit.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { prepareStatement } from '../platform/prepared-statements.ts';
import type { ApiKeyRow } from '../platform/tables.ts';
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
  user: { name: string; email: string } | null;
} & RateWindow;

const IN_USE = ['id', 'organization_id', 'creator_id', 'name', 'scopes', 'last_used_at'] as const;

/** Finds a key that can be used, and counts this use against its rate. */
export async function useKeyOfHash(
  reads: Reads,
  { secretHash, ...window }: { secretHash: Buffer; now: Date; begins: Date },
): Promise<KeyInUse | null> {
  return (await selectKey(reads, secretHash, window.now, window.begins))[0] ?? null;
}

const selectKey = prepareStatement(
  'api-key',
  (statements, ...[secretHash, now, begins]: [Buffer, Date, Date]) =>
    statements
      .with('found', (db) =>
        db
          .selectFrom('api_keys')
          .select(IN_USE)
          .select(({ ref }) => memberUserIdOf(ref('api_keys.member_id')).as('userId'))
          .where('secret_hash', '=', secretHash),
      )
      .with('counted', () =>
        hitPart(sql`select 'apiKey:key:' || id as key from found where "userId" is not null`, {
          now,
          begins,
        }),
      )
      .selectFrom(['found', 'counted'])
      .selectAll()
      .select(({ ref }) => userNameOf(ref('found.userId')).as('user')),
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
