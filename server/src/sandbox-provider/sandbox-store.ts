import type { Insertable, Selectable } from 'kysely';
import type { Reads } from '../platform/database.ts';
import type { SandboxGrantKind, SandboxGrantRow, SandboxHolderRow } from '../platform/tables.ts';

export type StoredHolder = Selectable<SandboxHolderRow>;

/** Nothing where another request has just inserted a holder of the name. */
export async function insertHolder(reads: Reads, row: Insertable<SandboxHolderRow>): Promise<void> {
  await reads
    .insertInto('sandbox_holders')
    .values(row)
    .onConflict((on) => on.doNothing())
    .execute();
}

export async function findHolderByName(reads: Reads, name: string): Promise<StoredHolder | null> {
  const row = await reads
    .selectFrom('sandbox_holders')
    .selectAll()
    .where('name', '=', name)
    .executeTakeFirst();
  return row ?? null;
}

export async function findHolder(reads: Reads, id: string): Promise<StoredHolder | null> {
  const row = await reads.selectFrom('sandbox_holders').selectAll().where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

export async function listHolders(reads: Reads): Promise<StoredHolder[]> {
  return reads.selectFrom('sandbox_holders').selectAll().orderBy('created_at').execute();
}

export async function insertGrant(reads: Reads, row: Insertable<SandboxGrantRow>): Promise<void> {
  await reads.insertInto('sandbox_grants').values(row).execute();
}

/** Its detail, until its end; null for an unknown one. */
export async function findGrant(
  reads: Reads,
  named: { hash: Buffer; kind: SandboxGrantKind; now: Date },
): Promise<unknown> {
  const row = await reads
    .selectFrom('sandbox_grants')
    .select('detail')
    .where('secret_hash', '=', named.hash)
    .where('kind', '=', named.kind)
    .where('expires_at', '>', named.now)
    .executeTakeFirst();
  return row?.detail ?? null;
}

/** Deletes a grant that is good for one use; true for the request that used it. */
export async function deleteGrant(reads: Reads, hash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await reads
    .deleteFrom('sandbox_grants')
    .where('secret_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows === 1n;
}

export async function deleteEndedGrants(reads: Reads, now: Date): Promise<void> {
  await reads.deleteFrom('sandbox_grants').where('expires_at', '<=', now).execute();
}
