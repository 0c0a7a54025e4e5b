import { invalid } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { lockWorkflowRow } from '../workflows/api.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { findWorkflowId, lockCertificate, markRevoked } from './certificate-store.ts';
import type { RevocationReason } from './revocation-reason.ts';

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
 *
 * @throws Refusal `VALIDATION_ERROR` if no such certificate was issued
 */
export async function revokeCertificate(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  { serial: given, reason }: { serial: string; reason: RevocationReason | null },
): Promise<RevokedCertificate> {
  const spellings = spellingsOf(given);
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    // First the workflow, as Finish does: else each could wait for the other.
    const lockedId = await findWorkflowId(tx, spellings);
    if (lockedId !== null) await lockWorkflowRow(tx, lockedId);
    const found = await lockCertificate(tx, spellings);
    if (!found) throw invalid({ serial: `No certificate with the serial number ${given} was issued here.` });
    const { serial, subject, workflow_id: workflowId, revoked_at: before } = found;
    if (before) return { serial, subject, revokedAt: before, isNew: false };
    await markRevoked(tx, serial, { now, reason });
    if (workflowId !== null) {
      const event = {
        name: 'certificate.revoked' as const,
        actor: SERVICE,
        detail: { serial, subject, reason },
      };
      await recordWorkflowEvents(tx, deps, { workflowId, events: [event] });
    }
    return { serial, subject, revokedAt: now, isNew: true };
  });
}

/** As programs print it: with colons or without, in either case, with a leading zero or not. */
function spellingsOf(text: string): string[] {
  const digits = text.replace(/^0x/i, '').replaceAll(/[\s:]/g, '').toLowerCase().replace(/^0+/, '');
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return [even, `00${even}`];
}
