import { type Insertable, type Selectable, sql } from 'kysely';
import { certificateDerOf } from '../../authority/read-certificates.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import { COLUMNS, type PendingTimestampRow, type SignatureRow } from '../../database/rows.generated.ts';

export type StoredSignature = Selectable<SignatureRow>;
export type PendingTimestamp = Selectable<PendingTimestampRow>;

export const insertSignatures = prepareStatement(
  'insert-signatures',
  (statements, rows: readonly Insertable<SignatureRow>[]) =>
    statements.insertInto('signatures').values([...rows]),
);

/** In the order in which they were made. */
export const listSignatures = prepareStatement('signatures', (statements, documentIds: readonly number[]) =>
  statements
    .selectFrom('signatures')
    .select(COLUMNS.signatures)
    .where(sql<boolean>`document_id = any(${documentIds}::bigint[])`)
    .orderBy('position'),
);

/** With the DER of the certificate that was issued for each; null where another authority issued it. */
export const listCertifiedSignatures = prepareStatement(
  'certified-signatures',
  (statements, documentId: number) =>
    statements
      .selectFrom('signatures')
      .select(COLUMNS.signatures)
      .select(({ ref }) => certificateDerOf(ref('signatures.certificate_serial')).as('der'))
      .where('document_id', '=', documentId)
      .orderBy('position'),
);

export async function findPendingTimestamp(reads: Reads, actionId: number): Promise<PendingTimestamp | null> {
  const { rows } = await sql<PendingTimestamp>`
    select * from pending_timestamps where action_id = ${actionId}`.execute(reads);
  return rows[0] ?? null;
}

export async function deletePendingTimestamp(tx: Tx, actionId: number): Promise<void> {
  await sql`delete from pending_timestamps where action_id = ${actionId}`.execute(tx);
}
