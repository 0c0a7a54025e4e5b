import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { COLUMNS, type ProvidedSealRow, type SealCredentialRow } from '../database/rows.generated.ts';

export type StoredSealCredential = Selectable<SealCredentialRow>;

/** The certificate with which an organization seals; null: that of this instance. */
export async function findSealCredential(
  reads: Reads,
  organizationId: number,
): Promise<StoredSealCredential | null> {
  const rows = reads.selectFrom('seal_credentials').select(COLUMNS.seal_credentials);
  return (await rows.where('organization_id', '=', organizationId).executeTakeFirst()) ?? null;
}

export async function replaceSealCredential(tx: Tx, row: Insertable<SealCredentialRow>): Promise<void> {
  const { organization_id: _, ...change } = row;
  const insertion = tx.insertInto('seal_credentials').values(row);
  await insertion.onConflict((conflict) => conflict.column('organization_id').doUpdateSet(change)).execute();
}

/** While the setting is the one that was read. */
export async function updateSealCredential(
  reads: Reads,
  {
    organization_id: organizationId,
    set_at: setAt,
  }: Pick<StoredSealCredential, 'organization_id' | 'set_at'>,
  change: Updateable<SealCredentialRow>,
): Promise<void> {
  const row = reads.updateTable('seal_credentials').set(change);
  await row.where('organization_id', '=', organizationId).where('set_at', '=', setAt).execute();
}

export async function deleteSealCredentialRow(reads: Reads, organizationId: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from seal_credentials where organization_id = ${organizationId}`.execute(reads);
  return numAffectedRows === 1n;
}

/** Those of which the administrators have not been told: of a problem, or of an end before a moment. */
export async function lockUntold(
  tx: Tx,
  { endsBefore, limit }: { endsBefore: Date; limit: number },
): Promise<StoredSealCredential[]> {
  const { rows } = await sql<StoredSealCredential>`
    select * from seal_credentials
    where (problem is not null and told_at is null) or (expires_at < ${endsBefore} and warned_at is null)
    order by organization_id limit ${limit} for update skip locked`.execute(tx);
  return rows;
}

export type ProvidedSeal = Selectable<ProvidedSealRow>;

/** Records with what the organization's seal in a document was made; again where it is made anew. */
export async function saveProvidedSeal(tx: Tx, row: Insertable<ProvidedSealRow>): Promise<void> {
  const { document_id: _, ...change } = row;
  const insertion = tx.insertInto('provided_seals').values(row);
  await insertion.onConflict((conflict) => conflict.column('document_id').doUpdateSet(change)).execute();
}

/** The seals of these documents that were made with a provider's certificate. */
export async function listProvidedSeals(
  reads: Reads,
  documentIds: readonly number[],
): Promise<ProvidedSeal[]> {
  const rows = reads.selectFrom('provided_seals').select(COLUMNS.provided_seals);
  return rows.where('document_id', 'in', [-1, ...documentIds]).execute();
}
