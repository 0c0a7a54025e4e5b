import { type Insertable, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import type { SamlProviderRow } from '../database/rows.generated.ts';

export type StoredSamlProvider = Selectable<SamlProviderRow>;

export async function findSamlProvider(
  reads: Reads,
  connectionId: string,
): Promise<StoredSamlProvider | null> {
  const rows = reads.selectFrom('saml_providers').selectAll().where('connection_id', '=', connectionId);
  return (await rows.executeTakeFirst()) ?? null;
}

export async function listSamlProviders(reads: Reads, connectionIds: readonly string[]) {
  const rows = reads.selectFrom('saml_providers').selectAll();
  return rows.where('connection_id', 'in', ['', ...connectionIds]).execute();
}

export async function insertSamlProvider(tx: Tx, row: Insertable<SamlProviderRow>): Promise<void> {
  await tx.insertInto('saml_providers').values(row).execute();
}

export async function updateSamlProvider(
  reads: Reads,
  connectionId: string,
  change: Partial<Omit<StoredSamlProvider, 'connection_id' | 'own_certificate' | 'sealed_key'>>,
): Promise<void> {
  await reads.updateTable('saml_providers').set(change).where('connection_id', '=', connectionId).execute();
}

/** Those whose metadata is due, a slice of them after a connection. */
export async function listDueMetadata(
  reads: Reads,
  { before, after, limit }: { before: Date; after: string; limit: number },
): Promise<(StoredSamlProvider & { issuer: string })[]> {
  const { rows } = await sql<StoredSamlProvider & { issuer: string }>`
    select saml_providers.*, identity_providers.issuer from saml_providers
    join identity_providers on identity_providers.id = saml_providers.connection_id
    where metadata_url is not null and (metadata_read_at is null or metadata_read_at < ${before})
      and connection_id > ${after}
    order by connection_id limit ${limit}`.execute(reads);
  return rows;
}
