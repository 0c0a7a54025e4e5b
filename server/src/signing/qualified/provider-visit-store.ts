import type { Insertable, Selectable, Updateable } from 'kysely';
import type { Reads } from '../../database/database.ts';
import type { ProviderVisitRow } from '../../database/tables.ts';

export type StoredVisit = Selectable<ProviderVisitRow>;

/** Begins anew what a link has begun before. */
export async function replaceVisit(reads: Reads, row: Insertable<ProviderVisitRow>): Promise<void> {
  await reads
    .insertInto('provider_visits')
    .values(row)
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(row))
    .execute();
}

export async function findVisit(
  reads: Reads,
  { linkId, now }: { linkId: string; now: Date },
): Promise<StoredVisit | null> {
  const row = await reads
    .selectFrom('provider_visits')
    .selectAll()
    .where('link_id', '=', linkId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** Which link a state was made for; each state is good for one return. */
export async function findVisitByState(
  reads: Reads,
  { stateHash, now }: { stateHash: Buffer; now: Date },
): Promise<StoredVisit | null> {
  const row = await reads
    .selectFrom('provider_visits')
    .selectAll()
    .where('state_hash', '=', stateHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return row ?? null;
}

/** False where the state was used by another return. */
export async function consumeState(reads: Reads, stateHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await reads
    .updateTable('provider_visits')
    .set({ state_hash: null })
    .where('state_hash', '=', stateHash)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function updateVisit(
  reads: Reads,
  linkId: string,
  change: Updateable<ProviderVisitRow>,
): Promise<void> {
  await reads.updateTable('provider_visits').set(change).where('link_id', '=', linkId).execute();
}

export async function deleteVisit(reads: Reads, linkId: string): Promise<void> {
  await reads.deleteFrom('provider_visits').where('link_id', '=', linkId).execute();
}

export async function deleteEndedVisits(reads: Reads, now: Date): Promise<void> {
  await reads.deleteFrom('provider_visits').where('expires_at', '<=', now).execute();
}
