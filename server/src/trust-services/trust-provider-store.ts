import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reads } from '../database/database.ts';
import type { TrustProviderRow } from '../database/rows.generated.ts';

export type StoredProvider = Selectable<TrustProviderRow>;

export async function insertProvider(reads: Reads, row: Insertable<TrustProviderRow>) {
  return reads.insertInto('trust_providers').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function listProvidersOf(reads: Reads, organizationId: number): Promise<StoredProvider[]> {
  const { rows } = await sql<StoredProvider>`
    select * from trust_providers where organization_id = ${organizationId} order by id`.execute(reads);
  return rows;
}

/** The trust anchors of all providers of these organizations, as PEM. */
export async function listAnchorTexts(reads: Reads, organizationIds: readonly number[]): Promise<string[]> {
  if (organizationIds.length === 0) return [];
  const { rows } = await sql<{ anchors: string }>`
    select anchors from trust_providers
    where organization_id = any(${organizationIds}::bigint[]) order by id`.execute(reads);
  return rows.map(({ anchors }) => anchors);
}

interface Named {
  organizationId: number;
  id: number;
}

export async function updateProviderRow(
  reads: Reads,
  { organizationId, id }: Named,
  change: Updateable<TrustProviderRow>,
): Promise<StoredProvider | null> {
  const row = reads.updateTable('trust_providers').set(change).where('id', '=', id);
  const own = row.where('organization_id', '=', organizationId);
  return (await own.returningAll().executeTakeFirst()) ?? null;
}

export async function deleteProviderRow(reads: Reads, { organizationId, id }: Named): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from trust_providers where id = ${id} and organization_id = ${organizationId}`.execute(reads);
  return numAffectedRows === 1n;
}

export async function countEnabledProviders(
  reads: Reads,
): Promise<{ providers: number; organizations: number }> {
  const { rows } = await sql<{ providers: number; organizations: number }>`
    select count(*)::int as providers, count(distinct organization_id)::int as organizations
    from trust_providers where enabled`.execute(reads);
  return rows[0] ?? { providers: 0, organizations: 0 };
}
