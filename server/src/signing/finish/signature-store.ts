import { type Insertable, type Selectable, sql } from 'kysely';
import { certificateDerOf } from '../../authority/read-certificates.ts';
import { columnsOf } from '../../database/columns.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import type { PendingTimestampRow, SignatureRow } from '../../database/tables.ts';

export type StoredSignature = Selectable<SignatureRow>;
export type PendingTimestamp = Selectable<PendingTimestampRow>;

const SIGNATURE_COLUMNS = columnsOf<SignatureRow>({
  id: true,
  document_id: true,
  action_id: true,
  position: true,
  certificate_serial: true,
  code: true,
  signed_at: true,
  outside_chain: true,
});

export async function insertSignatures(tx: Tx, rows: readonly Insertable<SignatureRow>[]): Promise<void> {
  if (rows.length > 0) await insertRows(tx, rows);
}

const insertRows = prepareStatement(
  'insert-signatures',
  (statements, rows: readonly Insertable<SignatureRow>[]) =>
    statements.insertInto('signatures').values([...rows]),
);

/** In the order in which they were made. */
export async function listSignatures(
  reads: Reads,
  documentIds: readonly number[],
): Promise<StoredSignature[]> {
  if (documentIds.length === 0) return [];
  return selectSignatures(reads, documentIds);
}

const selectSignatures = prepareStatement('signatures', (statements, documentIds: readonly number[]) =>
  statements
    .selectFrom('signatures')
    .select(SIGNATURE_COLUMNS)
    .where(sql<boolean>`document_id = any(${documentIds}::bigint[])`)
    .orderBy('position'),
);

/** With the DER of the certificate that was issued for each; null where another authority issued it. */
export async function listCertifiedSignatures(
  reads: Reads,
  documentId: number,
): Promise<(StoredSignature & { der: Buffer | null })[]> {
  return selectCertified(reads, documentId);
}

const selectCertified = prepareStatement('certified-signatures', (statements, documentId: number) =>
  statements
    .selectFrom('signatures')
    .select(SIGNATURE_COLUMNS)
    .select(({ ref }) => certificateDerOf(ref('signatures.certificate_serial')).as('der'))
    .where('document_id', '=', documentId)
    .orderBy('position'),
);

export async function insertPendingTimestamp(tx: Tx, row: Insertable<PendingTimestampRow>): Promise<void> {
  await tx.insertInto('pending_timestamps').values(row).execute();
}

export async function findPendingTimestamp(reads: Reads, actionId: number): Promise<PendingTimestamp | null> {
  const row = await reads
    .selectFrom('pending_timestamps')
    .selectAll()
    .where('action_id', '=', actionId)
    .executeTakeFirst();
  return row ?? null;
}

export async function listPendingTimestamps(reads: Reads, workflowId: number): Promise<PendingTimestamp[]> {
  return reads.selectFrom('pending_timestamps').selectAll().where('workflow_id', '=', workflowId).execute();
}

export async function updatePendingTimestamp(
  tx: Tx,
  actionId: number,
  change: { attempts: number; cause: string | null },
): Promise<void> {
  await tx.updateTable('pending_timestamps').set(change).where('action_id', '=', actionId).execute();
}

/** Resets the attempts of those that this event had not reset before; returns their actions. */
export async function resetPendingTimestamps(
  tx: Tx,
  { workflowId, eventId }: { workflowId: number; eventId: number },
): Promise<number[]> {
  const rows = await tx
    .updateTable('pending_timestamps')
    .set({ attempts: 0, cause: null, retried_event: eventId })
    .where('workflow_id', '=', workflowId)
    .where(({ eb, fn, val }) => eb(fn.coalesce('retried_event', val(0)), '<', eventId))
    .returning('action_id')
    .execute();
  return rows.map((row) => row.action_id);
}

export async function deletePendingTimestamp(tx: Tx, actionId: number): Promise<void> {
  await tx.deleteFrom('pending_timestamps').where('action_id', '=', actionId).execute();
}

/** How many signatures wait for their timestamp because no authority gave one. */
export async function countPendingTimestamps(reads: Reads): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from pending_timestamps`.execute(reads);
  return rows[0]?.count ?? 0;
}
