import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { listUnused, lockCertificate, markRevoked, markUsed } from './certificate-store.ts';
import type { RevocationReason } from './revocation-reason.ts';

/** The certificates for keys outside the service that have not signed yet. */
export async function listUnusedCertificates(reads: Reads) {
  return listUnused(reads);
}

/** Records that the key of a certificate has signed; false where the certificate was used or revoked before. */
export async function useCertificate(tx: Tx, serial: string): Promise<boolean> {
  return markUsed(tx, serial);
}

/**
 * Revokes certificates that were not used, and records it in the trail of their workflow, whose row the caller has
 * locked. Those that were used or revoked meanwhile are left alone.
 */
export async function revokeUnused(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { serials, reason }: { serials: readonly string[]; reason: RevocationReason },
): Promise<void> {
  const now = deps.clock.now();
  for (const serial of serials) {
    const found = await lockCertificate(tx, [serial]);
    if (!found || found.use_before === null || found.revoked_at !== null) continue;
    await markRevoked(tx, serial, { now, reason });
    const { subject, workflow_id: workflowId } = found;
    if (workflowId === null) continue;
    const detail = { serial, subject, reason, isUnused: true };
    const events = [{ name: 'certificate.revoked' as const, actor: SERVICE, detail }];
    await recordWorkflowEvents(tx, deps, { workflowId, events });
  }
}
