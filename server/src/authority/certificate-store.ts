import { type Expression, type Insertable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
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

/** Whether and why a certificate was revoked. */
export interface Revocation {
  revokedAt: Date | null;
  reason: string | null;
}

/**
 * Every certificate that was revoked, whether it ran out since or not: old signatures are checked too. One that was
 * never used made no signature, and leaves the list once the list need not say so any more (`expiredSince`).
 */
export const listRevoked = prepareStatement(
  'revoked-certificates',
  (_statements, expiredSince: Date) => sql<{ serial: string; revokedAt: Date; reason: string | null }>`
    select serial, revoked_at as "revokedAt", revocation_reason as reason from certificates
    where outside_issuers is null and revoked_at is not null and (use_before is null or expires_at >= ${expiredSince}) order by serial`,
);

/** Undefined if no such certificate is recorded. */
export async function findCertificate(reads: Reads, serial: string): Promise<Revocation | undefined> {
  return (await selectCertificate(reads, serial))[0];
}

const selectCertificate = prepareStatement(
  'certificate',
  (_statements, serial: string) => sql<Revocation>`
    select revoked_at as "revokedAt", revocation_reason as reason from certificates
    where serial = ${serial} and outside_issuers is null`,
);

export const listCertificatesOf = prepareStatement(
  'certificates-of-workflow',
  (statements, workflowId: number) =>
    statements
      .selectFrom('certificates')
      .select(COLUMNS.certificates)
      .where('workflow_id', '=', workflowId)
      .orderBy('issued_at'),
);

export function certificateDerOf(serial: Expression<string>) {
  return selectClause('certificates').select('der').where('certificates.serial', '=', serial);
}

/** Whether a key that is held elsewhere has a certificate. */
export async function isCertified(reads: Reads, publicKeyHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select serial from certificates where public_key_hash = ${publicKeyHash}`.execute(reads);
  return rows.length > 0;
}

/** The workflow that a certificate was issued for; null where it was deleted since, or there is no such certificate. */
export async function findWorkflowId(reads: Reads, serials: readonly string[]): Promise<number | null> {
  const rows = reads.selectFrom('certificates').where('serial', 'in', serials);
  return (await rows.select('workflow_id').executeTakeFirst())?.workflow_id ?? null;
}

export async function lockCertificate(tx: Tx, serials: readonly string[]) {
  const issued = tx.selectFrom('certificates').where('outside_issuers', 'is', null);
  const rows = issued.where('serial', 'in', serials);
  return rows.selectAll().forUpdate().executeTakeFirst();
}

export async function markRevoked(
  tx: Tx,
  serial: string,
  { now, reason }: { now: Date; reason: string | null },
): Promise<void> {
  const change = { revoked_at: now, revocation_reason: reason };
  await tx.updateTable('certificates').set(change).where('serial', '=', serial).execute();
}

/** The certificates for keys outside the service that have not signed yet. */
export async function listUnusedCertificates(reads: Reads) {
  const { rows } = await sql<{ serial: string; workflowId: number | null; useBefore: Date }>`
    select serial, workflow_id as "workflowId", use_before as "useBefore" from certificates
    where outside_issuers is null and use_before is not null and revoked_at is null`.execute(reads);
  return rows;
}

/** Records that the key of a certificate has signed; false where it was used or revoked before. */
export async function useCertificate(tx: Tx, serial: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update certificates set use_before = null
    where serial = ${serial} and use_before is not null and revoked_at is null`.execute(tx);
  return numAffectedRows === 1n;
}

/**
 * Who they name, when a workflow is erased; serial, times and revocation stay for OCSP and the list of revoked ones.
 */
export async function eraseSubjects(tx: Tx, workflowId: number): Promise<void> {
  const change = { subject: '', der: Buffer.alloc(0) };
  await tx.updateTable('certificates').set(change).where('workflow_id', '=', workflowId).execute();
}

/**
 * The chains of a workflow's certificates that another instance issued, each to its root; and alone the roots of the
 * instances that the operator has named: what a provider's key signed there has a timestamp by them, and no certificate.
 */
export async function listOutsideChainsOf(reads: Reads, workflowId: number): Promise<Buffer[][]> {
  const { rows } = await sql<{ chain: Buffer[] }>`
    select array[der] || outside_issuers as chain from certificates
    where workflow_id = ${workflowId} and outside_issuers is not null and length(der) > 0
    union all select array[decode(root, 'base64')] from origins, unnest(roots) as root`.execute(reads);
  return rows.map(({ chain }) => chain);
}

/** Says of certificates that came from another instance who issued them. */
export async function saveOutsideIssuers(
  tx: Tx,
  serials: readonly string[],
  issuers: Buffer[],
): Promise<void> {
  const change = { outside_issuers: issuers };
  await tx.updateTable('certificates').set(change).where('serial', 'in', serials).execute();
}
