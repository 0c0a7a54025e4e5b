import { type Insertable, type Selectable, sql } from 'kysely';
import { certificateDerOf } from '../../authority/read-certificates.ts';
import { countRows, type Reads, type Tx } from '../../database/database.ts';
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

export async function insertPendingTimestamp(tx: Tx, row: Insertable<PendingTimestampRow>): Promise<void> {
  await tx.insertInto('pending_timestamps').values(row).execute();
}

export async function findPendingTimestamp(reads: Reads, actionId: number): Promise<PendingTimestamp | null> {
  const { rows } = await sql<PendingTimestamp>`
    select * from pending_timestamps where action_id = ${actionId}`.execute(reads);
  return rows[0] ?? null;
}

export async function hasPendingTimestamps(reads: Reads, workflowId: number): Promise<boolean> {
  const { rows } = await sql`
    select from pending_timestamps where workflow_id = ${workflowId} limit 1`.execute(reads);
  return rows.length > 0;
}

export async function updatePendingTimestamp(
  tx: Tx,
  actionId: number,
  { attempts, cause }: { attempts: number; cause: string | null },
): Promise<void> {
  await sql`update pending_timestamps set attempts = ${attempts}, cause = ${cause}
    where action_id = ${actionId}`.execute(tx);
}

/** Resets the attempts of those that this event had not reset before; returns their actions. */
export async function resetPendingTimestamps(
  tx: Tx,
  { workflowId, eventId }: { workflowId: number; eventId: number },
): Promise<number[]> {
  const { rows } = await sql<PendingTimestamp>`
    update pending_timestamps set attempts = 0, cause = null, retried_event = ${eventId}
    where workflow_id = ${workflowId} and coalesce(retried_event, 0) < ${eventId}
    returning action_id`.execute(tx);
  return rows.map((row) => row.action_id);
}

export async function deletePendingTimestamp(tx: Tx, actionId: number): Promise<void> {
  await sql`delete from pending_timestamps where action_id = ${actionId}`.execute(tx);
}

/** How many signatures wait for their timestamp because no authority gave one. */
export async function countPendingTimestamps(reads: Reads): Promise<number> {
  return countRows(reads, sql`from pending_timestamps`);
}
