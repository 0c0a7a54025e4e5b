import { invalid } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { lockWorkflowRow } from '../workflows/api.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { findWorkflowId, lockCertificate, markRevoked } from './certificate-store.ts';

export { listUnusedCertificates, useCertificate } from './certificate-store.ts';

type RevokeDeps = Pick<Deps, 'clock' | 'config' | 'vault'>;

/** CRLReason (RFC 5280 §5.3.1), of those that fit the certificate of a person. */
export const REVOCATION_REASONS = {
  'key-compromise': 1,
  'affiliation-changed': 3,
  superseded: 4,
  'cessation-of-operation': 5,
} as const;
export type RevocationReason = keyof typeof REVOCATION_REASONS;

/** As the engine expects it; empty without a reason. */
export function reasonCode(reason: string | null): { reason?: number } {
  const stored = Object.entries(REVOCATION_REASONS).find(([name]) => name === reason);
  return stored ? { reason: stored[1] } : {};
}

export interface RevokedCertificate {
  serial: string;
  subject: string;
  revokedAt: Date;
  /** False where it had been revoked before: then that time stays. */
  isNew: boolean;
}

/**
 * Revokes a signer's certificate as of now, in CRL and OCSP, and records it in the workflow's trail. Signatures that
 * were timestamped before remain valid.
 */
export async function revokeCertificate(
  deps: RevokeDeps & Pick<Deps, 'database'>,
  { serial: stated, reason }: { serial: string; reason: RevocationReason | null },
): Promise<RevokedCertificate> {
  const spellings = spellingsOf(stated);
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    // First the workflow, as Finish does: else each could wait for the other.
    const lockedId = await findWorkflowId(tx, spellings);
    if (lockedId !== null) await lockWorkflowRow(tx, lockedId);
    const stored = await lockCertificate(tx, spellings);
    if (!stored)
      throw invalid({ serial: `No certificate with the serial number ${stated} was issued here.` });
    const { serial, subject, workflow_id: workflowId, revoked_at: before } = stored;
    if (before) return { serial, subject, revokedAt: before, isNew: false };
    await markRevoked(tx, serial, { now, reason });
    await record(tx, deps, { workflowId, detail: { serial, subject, reason } });
    return { serial, subject, revokedAt: now, isNew: true };
  });
}

/** As programs print it: with colons or without, in either case, with a leading zero or not. */
function spellingsOf(text: string): string[] {
  const digits = text.replace(/^0x/i, '').replaceAll(/[\s:]/g, '').toLowerCase().replace(/^0+/, '');
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return [even, `00${even}`];
}

/**
 * Revokes certificates that were not used, and records it in the trail of their workflow, whose row the caller has
 * locked. Those that were used or revoked meanwhile are left alone.
 */
export async function revokeUnused(
  tx: Tx,
  deps: RevokeDeps,
  { serials, reason }: { serials: readonly string[]; reason: RevocationReason },
): Promise<void> {
  const now = deps.clock.now();
  for (const serial of serials) {
    const stored = await lockCertificate(tx, [serial]);
    if (!stored || stored.use_before === null || stored.revoked_at !== null) continue;
    await markRevoked(tx, serial, { now, reason });
    const { subject, workflow_id: workflowId } = stored;
    await record(tx, deps, { workflowId, detail: { serial, subject, reason, isUnused: true } });
  }
}

/** In the trail of the workflow, unless it is deleted. */
async function record(
  tx: Tx,
  deps: RevokeDeps,
  { workflowId, detail }: { workflowId: number | null; detail: Readonly<Record<string, unknown>> },
): Promise<void> {
  if (workflowId === null) return;
  const event = { name: 'certificate.revoked' as const, actor: SERVICE, detail };
  await recordWorkflowEvents(tx, deps, { workflowId, events: [event] });
}
