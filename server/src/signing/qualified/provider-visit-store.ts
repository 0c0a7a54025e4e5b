import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reads } from '../../database/database.ts';
import type { ProviderVisitRow } from '../../database/rows.generated.ts';

export type StoredVisit = Selectable<ProviderVisitRow>;

/** Begins anew what a link has begun before. */
export async function replaceVisit(reads: Reads, row: Insertable<ProviderVisitRow>): Promise<void> {
  await reads
    .insertInto('provider_visits')
    .values(row)
    .onConflict((conflict) => conflict.column('link_id').doUpdateSet(row))
    .execute();
}

export async function findVisit(reads: Reads, { linkId, now }: { linkId: string; now: Date }) {
  const { rows } = await sql<StoredVisit>`select * from provider_visits
    where link_id = ${linkId} and expires_at > ${now}`.execute(reads);
  return rows[0] ?? null;
}

/** False where the state was used by another return. */
export async function consumeState(reads: Reads, stateHash: Buffer): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update provider_visits set state_hash = null where state_hash = ${stateHash}`.execute(reads);
  return numAffectedRows === 1n;
}

export async function updateVisit(
  reads: Reads,
  linkId: string,
  change: Updateable<ProviderVisitRow>,
): Promise<void> {
  await reads.updateTable('provider_visits').set(change).where('link_id', '=', linkId).execute();
}

export async function deleteVisit(reads: Reads, linkId: string): Promise<void> {
  await sql`delete from provider_visits where link_id = ${linkId}`.execute(reads);
}
