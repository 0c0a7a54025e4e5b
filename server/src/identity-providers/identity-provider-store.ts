import { type Insertable, type Selectable, sql } from 'kysely';
import { countRows, type Reads, type Tx } from '../database/database.ts';
import type { ConnectionDomainRow, IdentityProviderRow } from '../database/rows.generated.ts';

export type StoredIdentityProvider = Selectable<IdentityProviderRow>;
export type StoredDomain = Selectable<ConnectionDomainRow>;

/** The one of an organization at which signers show who signs. */
export async function findIdentityProviderRow(reads: Reads, organizationId: number) {
  const { rows } = await sql<StoredIdentityProvider>`
    select * from identity_providers where organization_id = ${organizationId} and for_signers`.execute(
    reads,
  );
  return rows[0] ?? null;
}

export async function findConnectionRow(reads: Reads, id: string): Promise<StoredIdentityProvider | null> {
  const rows = reads.selectFrom('identity_providers').selectAll().where('id', '=', id);
  return (await rows.executeTakeFirst()) ?? null;
}

export async function listConnectionRows(reads: Reads, organizationId: number) {
  const rows = reads.selectFrom('identity_providers').selectAll();
  return rows.where('organization_id', '=', organizationId).orderBy('created_at').orderBy('id').execute();
}

export async function insertConnection(tx: Tx, row: Insertable<IdentityProviderRow>) {
  return tx.insertInto('identity_providers').values(row).returningAll().executeTakeFirstOrThrow();
}

export async function updateConnection(
  tx: Tx,
  id: string,
  change: Partial<Omit<Insertable<IdentityProviderRow>, 'id' | 'organization_id'>>,
): Promise<StoredIdentityProvider> {
  return tx
    .updateTable('identity_providers')
    .set(change)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** With its domains, identities and what is under way. */
export async function deleteConnectionRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('identity_providers').where('id', '=', id).execute();
}

/** Of the instance; the secret is in its settings. */
export async function upsertInstanceConnection(
  reads: Reads,
  row: Insertable<IdentityProviderRow>,
): Promise<StoredIdentityProvider> {
  const found = reads.selectFrom('identity_providers').selectAll().where('organization_id', 'is', null);
  const of = found.where('issuer', '=', row.issuer).where('client_id', '=', row.client_id);
  const before = await of.executeTakeFirst();
  if (before && before.name === row.name) return before;
  const { rows } = await sql<StoredIdentityProvider>`
    insert into identity_providers
      (id, kind, name, issuer, client_id, sealed_secret, for_signers, for_members, created_at, changed_at)
    values (
      ${row.id}, ${row.kind}, ${row.name}, ${row.issuer}, ${row.client_id}, '', false, true,
      ${row.created_at}, ${row.changed_at}
    )
    on conflict (issuer, client_id) where organization_id is null do update set name = excluded.name
    returning *`.execute(reads);
  return rows[0] as StoredIdentityProvider;
}

export async function countIdentityProviders(reads: Reads): Promise<number> {
  return countRows(reads, sql`from identity_providers where for_signers`);
}

export async function listDomains(reads: Reads, connectionIds: readonly string[]): Promise<StoredDomain[]> {
  if (connectionIds.length === 0) return [];
  const rows = reads.selectFrom('connection_domains').selectAll();
  return rows
    .where('connection_id', 'in', [...connectionIds])
    .orderBy('domain')
    .execute();
}

export async function insertDomains(tx: Tx, rows: readonly Insertable<ConnectionDomainRow>[]): Promise<void> {
  if (rows.length > 0)
    await tx
      .insertInto('connection_domains')
      .values([...rows])
      .execute();
}

export async function deleteDomains(tx: Tx, connectionId: string, domains: readonly string[]): Promise<void> {
  await sql`
    delete from connection_domains
    where connection_id = ${connectionId} and domain = any(${[...domains]}::text[])`.execute(tx);
}

/** False where another connection has proven the domain. */
export async function markDomainProven(
  tx: Tx,
  { connectionId, domain, now }: { connectionId: string; domain: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update connection_domains set proven_at = ${now}
    where connection_id = ${connectionId} and domain = ${domain} and not exists (
      select from connection_domains other where other.domain = ${domain} and other.proven_at is not null
        and other.connection_id <> ${connectionId}
    ) returning domain`.execute(tx);
  return rows.length > 0;
}

/** The connection by which members with an address in a domain sign in: the domain is proven. */
export async function findConnectionOfDomain(reads: Reads, domain: string) {
  const { rows } = await sql<StoredIdentityProvider>`
    select identity_providers.* from connection_domains
    join identity_providers on identity_providers.id = connection_domains.connection_id
    where connection_domains.domain = ${domain} and proven_at is not null and for_members`.execute(reads);
  return rows[0] ?? null;
}

export async function isProvenDomain(
  reads: Reads,
  { connectionId, domain }: { connectionId: string; domain: string },
): Promise<boolean> {
  const { rows } = await sql`
    select domain from connection_domains
    where connection_id = ${connectionId} and domain = ${domain} and proven_at is not null`.execute(reads);
  return rows.length > 0;
}

/** Whether the address of a person can decide how they sign in. */
export async function hasProvenDomain(reads: Reads): Promise<boolean> {
  const { rows } = await sql`
    select domain from connection_domains where proven_at is not null limit 1`.execute(reads);
  return rows.length > 0;
}
