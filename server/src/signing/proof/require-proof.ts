import { conflict, type Refusal } from '@paraph/domain';
import type { Reads, Tx } from '../../database/database.ts';
import { findProof, type StoredProof, useProof } from '../../identification/api.ts';
import type { SigningSession } from '../session/signing-session.ts';

/** Whether this service has to identify the signer: at the level qualified, the trust service provider does. */
export function needsProof({ facts }: Pick<SigningSession, 'facts'>): boolean {
  return facts.workflow.type === 'advanced';
}

/**
 * The proof of who signs this content; null at a level that needs none.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` without one
 */
export async function requireProof(
  reads: Reads,
  session: SigningSession,
  { contentHash, now }: { contentHash: Buffer; now: Date },
): Promise<StoredProof | null> {
  if (!needsProof(session)) return null;
  const proof = await findProof(reads, { actionId: session.action.id, contentHash, now });
  if (!proof) throw lacksProof();
  return proof;
}

/** Uses the proof up, for the signature that is being stored; answers what the trail says of it. */
export async function useRequiredProof(
  tx: Tx,
  session: SigningSession,
  about: { contentHash: Buffer; now: Date },
) {
  const proof = await requireProof(tx, session, about);
  if (!proof) return {};
  if (!(await useProof(tx, { id: proof.id, now: about.now }))) throw lacksProof();
  const { id, method, proven_at: provenAt } = proof;
  return { identification: { proofId: id, method, provenTime: provenAt.toISOString() } };
}

function lacksProof(): Refusal {
  return conflict(
    'Show first that it is you who signs: what you have shown is over, or was for another content.',
    'proof_missing',
  );
}
