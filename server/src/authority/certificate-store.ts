import type { Expression, Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { selectPart } from '../database/json-rows.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import { type CertificateRow, COLUMNS } from '../database/rows.generated.ts';

export async function insertCertificates(tx: Tx, rows: readonly Insertable<CertificateRow>[]): Promise<void> {
  if (rows.length > 0) await insertRows(tx, rows);
}

const insertRows = prepareStatement(
  'insert-certificates',
  (statements, rows: readonly Insertable<CertificateRow>[]) =>
    statements.insertInto('certificates').values([...rows]),
);

/**
 * Every certificate that was revoked, whether it ran out since or not: old signatures are checked too. One that was
 * never used made no signature, and leaves the list at its end.
 */
export async function listRevoked(
  reads: Reads,
  now: Date,
): Promise<{ serial: string; revokedAt: Date; reason: string | null }[]> {
  const rows = await selectRevoked(reads, now);
  return rows.flatMap(({ serial, revoked_at: revokedAt, revocation_reason: reason }) =>
    revokedAt ? [{ serial, revokedAt, reason }] : [],
  );
}

const selectRevoked = prepareStatement('revoked-certificates', (statements, now: Date) =>
  statements
    .selectFrom('certificates')
    .select(['serial', 'revoked_at', 'revocation_reason'])
    .where('revoked_at', 'is not', null)
    .where((each) => each.or([each('use_before', 'is', null), each('expires_at', '>', now)]))
    .orderBy('serial'),
);

/** Undefined if no such certificate is recorded. */
export async function findCertificate(
  reads: Reads,
  serial: string,
): Promise<{ revokedAt: Date | null; reason: string | null } | undefined> {
  const [row] = await selectCertificate(reads, serial);
  return row && { revokedAt: row.revoked_at, reason: row.revocation_reason };
}

const selectCertificate = prepareStatement('certificate', (statements, serial: string) =>
  statements
    .selectFrom('certificates')
    .select(['revoked_at', 'revocation_reason'])
    .where('serial', '=', serial),
);

export async function listCertificatesOf(
  reads: Reads,
  workflowId: number,
): Promise<Selectable<CertificateRow>[]> {
  return selectOfWorkflow(reads, workflowId);
}

const selectOfWorkflow = prepareStatement('certificates-of-workflow', (statements, workflowId: number) =>
  statements
    .selectFrom('certificates')
    .select(COLUMNS.certificates)
    .where('workflow_id', '=', workflowId)
    .orderBy('issued_at'),
);

/** The DER of a certificate, as part of a statement. */
export function certificateDerOf(serial: Expression<string>) {
  return selectPart('certificates').select('der').where('certificates.serial', '=', serial);
}

/** The workflow that a certificate was issued for; null where it was deleted since, or there is no such certificate. */
export async function findWorkflowId(reads: Reads, serials: readonly string[]): Promise<number | null> {
  const row = await reads
    .selectFrom('certificates')
    .select('workflow_id')
    .where('serial', 'in', [...serials])
    .executeTakeFirst();
  return row?.workflow_id ?? null;
}

/** Locks the row with one of these spellings of a serial number. */
export async function lockCertificate(
  tx: Tx,
  serials: readonly string[],
): Promise<Selectable<CertificateRow> | undefined> {
  return tx
    .selectFrom('certificates')
    .selectAll()
    .where('serial', 'in', [...serials])
    .forUpdate()
    .executeTakeFirst();
}

export async function markRevoked(
  tx: Tx,
  serial: string,
  { now, reason }: { now: Date; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('certificates')
    .set({ revoked_at: now, revocation_reason: reason })
    .where('serial', '=', serial)
    .execute();
}

/** The certificates for keys outside the service that have not signed yet. */
export async function listUnusedCertificates(
  reads: Reads,
): Promise<{ serial: string; workflowId: number | null; useBefore: Date }[]> {
  const rows = await reads
    .selectFrom('certificates')
    .select(['serial', 'workflow_id', 'use_before'])
    .where('use_before', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
  return rows.flatMap(({ serial, workflow_id: workflowId, use_before: useBefore }) =>
    useBefore ? [{ serial, workflowId, useBefore }] : [],
  );
}

/** Records that the key of a certificate has signed; false where it was used or revoked before. */
export async function useCertificate(tx: Tx, serial: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('certificates')
    .set({ use_before: null })
    .where('serial', '=', serial)
    .where('use_before', 'is not', null)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Who they name; serial, times and revocation stay for OCSP and the list of revoked ones. */
export async function clearSubjects(tx: Tx, workflowId: number): Promise<void> {
  await tx
    .updateTable('certificates')
    .set({ subject: '', der: Buffer.alloc(0) })
    .where('workflow_id', '=', workflowId)
    .execute();
}
