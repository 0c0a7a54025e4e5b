import { type Expression, type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
import type { LinkHostRow } from '../database/rows.generated.ts';

export type StoredLinkHost = Selectable<LinkHostRow>;

/** The one that is set, proven or not. */
export async function findLinkHost(reads: Reads, organizationId: number): Promise<StoredLinkHost | null> {
  const { rows } = await sql<StoredLinkHost>`
    select * from link_hosts where organization_id = ${organizationId} and removed_at is null`.execute(reads);
  return rows[0] ?? null;
}

/** In place of the one before, whose links go on. A host that the organization had before is set again. */
export async function saveLinkHost(tx: Tx, row: Insertable<LinkHostRow>): Promise<void> {
  await tx
    .insertInto('link_hosts')
    .values(row)
    .onConflict((conflict) =>
      conflict.columns(['organization_id', 'host']).doUpdateSet({ removed_at: null, set_at: row.set_at }),
    )
    .execute();
}

/** A proven one stays for the links that were sent with it. */
export async function endLinkHost(tx: Tx, organizationId: number, now: Date): Promise<void> {
  await sql`delete from link_hosts
    where organization_id = ${organizationId} and removed_at is null and proven_at is null`.execute(tx);
  await sql`update link_hosts set removed_at = ${now}
    where organization_id = ${organizationId} and removed_at is null`.execute(tx);
}

/** Who proves a host takes it from who had it: the DNS is theirs now. */
export async function markLinkHost(
  tx: Tx,
  {
    organizationId,
    host,
    now,
    isProven,
  }: { organizationId: number; host: string; now: Date; isProven: boolean },
): Promise<void> {
  if (isProven)
    await sql`delete from link_hosts
      where host = ${host} and organization_id <> ${organizationId} and proven_at is not null`.execute(tx);
  await sql`update link_hosts set named_at = ${now}, proven_at = case when ${isProven} then ${now} else proven_at end
    where organization_id = ${organizationId} and host = ${host}`.execute(tx);
}

/** Whose links a host has; null for one that nobody has proven. */
export async function findOrganizationOfHost(reads: Reads, host: string): Promise<number | null> {
  const { rows } = await sql<{ organization_id: number }>`
    select organization_id from link_hosts where host = ${host} and proven_at is not null`.execute(reads);
  return rows[0]?.organization_id ?? null;
}

/** Whether an organization has shown by the DNS that the host is theirs. */
export async function isNamedHost(reads: Reads, host: string): Promise<boolean> {
  const { rows } =
    await sql`select from link_hosts where host = ${host} and named_at is not null limit 1`.execute(reads);
  return rows.length > 0;
}

/** Those that links name now. */
export async function listLinkHosts(reads: Reads): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select host from link_hosts where proven_at is not null and removed_at is null order by host`.execute(
    reads,
  );
  return rows.map(({ host }) => host);
}

/** The host of links of an organization, for a larger statement; null: that of the instance. */
export function linkHostOf(organizationId: Expression<number>) {
  return selectClause('link_hosts')
    .select('host')
    .where('organization_id', '=', organizationId)
    .where('proven_at', 'is not', null)
    .where('removed_at', 'is', null)
    .$asScalar();
}
