import { type Insertable, type Selectable, sql } from 'kysely';
import { countRows, type Reads } from '../database/database.ts';
import type { IdentityProviderRow } from '../database/rows.generated.ts';

export type StoredIdentityProvider = Selectable<IdentityProviderRow>;

export async function findIdentityProviderRow(reads: Reads, organizationId: number) {
  const { rows } = await sql<StoredIdentityProvider>`
    select * from identity_providers where organization_id = ${organizationId}`.execute(reads);
  return rows[0] ?? null;
}

export async function replaceIdentityProvider(reads: Reads, row: Insertable<IdentityProviderRow>) {
  return reads
    .insertInto('identity_providers')
    .values(row)
    .onConflict((conflict) => conflict.column('organization_id').doUpdateSet(row))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteIdentityProviderRow(reads: Reads, organizationId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from identity_providers where organization_id = ${organizationId}`.execute(reads);
  return numAffectedRows === 1n;
}

export async function countIdentityProviders(reads: Reads): Promise<number> {
  return countRows(reads, sql`from identity_providers`);
}
