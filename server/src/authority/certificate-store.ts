import type { Insertable, Selectable } from 'kysely';
import type { Reads, Tx } from '../platform/database.ts';
import type { CertificateRow } from '../platform/tables.ts';

export async function insertCertificates(tx: Tx, rows: readonly Insertable<CertificateRow>[]): Promise<void> {
  if (rows.length === 0) return;
  await tx
    .insertInto('certificates')
    .values([...rows])
    .execute();
}

/** Every certificate that was revoked, whether it ran out since or not: old signatures are judged too. */
export async function findRevoked(reads: Reads): Promise<{ serial: string; revokedAt: Date }[]> {
  const rows = await reads
    .selectFrom('certificates')
    .select(['serial', 'revoked_at'])
    .where('revoked_at', 'is not', null)
    .orderBy('serial')
    .execute();
  return rows.flatMap(({ serial, revoked_at: revokedAt }) => (revokedAt ? [{ serial, revokedAt }] : []));
}

/** Undefined when no such certificate was recorded. */
export async function findCertificate(
  reads: Reads,
  serial: string,
): Promise<{ revokedAt: Date | null } | undefined> {
  const row = await reads
    .selectFrom('certificates')
    .select('revoked_at')
    .where('serial', '=', serial)
    .executeTakeFirst();
  return row && { revokedAt: row.revoked_at };
}

export async function findCertificatesOf(
  reads: Reads,
  workflowId: number,
): Promise<Selectable<CertificateRow>[]> {
  return reads
    .selectFrom('certificates')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .orderBy('issued_at')
    .execute();
}
