import { assertPresent, Refusal } from '@paraph/domain';
import { parseCertificate } from '@paraph/pades';
import { certifyKey, chainOf } from '../../authority/certify-key.ts';
import { recordCertificates } from '../../authority/issue-certificate.ts';
import { revokeUnused } from '../../authority/unused-certificates.ts';
import { requirePreview, requireSameContent } from '../answers/preview-signing.ts';
import { listBoundSerials } from '../answers/preview-store.ts';
import { requireFinishable } from '../answers/signing-content.ts';
import {
  type Binding,
  type BoundDocument,
  bindPreview,
  boundDocuments,
  findBinding,
} from '../finish/bind-preview.ts';
import { requireTimestamps } from '../finish/require-timestamps.ts';
import { requireProof } from '../proof/require-proof.ts';
import { loadSigningSession, type SigningDeps, withSigningSession } from '../session/signing-session.ts';
import { isOwnKeyLevel, keyNonce, requirePossession } from './key-possession.ts';

export interface CertifyCommand {
  previewId: string;
  /** DER SubjectPublicKeyInfo. */
  publicKey: Buffer;
  /** That the page has the private key, which never leaves it. */
  proof: Buffer;
}

export interface CertifiedPreview {
  certificate: Buffer;
  documents: BoundDocument[];
}

/**
 * Certifies a key of the signer's own page for one preview, once they have shown who they are, and answers what the key
 * has to sign. Idempotent for the same key. A key that was certified before for the same task is revoked.
 *
 * @throws Refusal as `finishSigning` does, and `WORKFLOW_STATUS_CONFLICT` at another level, without proof of who signs,
 *   and for a second key of one preview
 */
export async function certifyOwnKey(
  deps: SigningDeps,
  linkId: string,
  { previewId, publicKey, proof }: CertifyCommand,
): Promise<CertifiedPreview> {
  const before = await loadSigningSession(deps, linkId);
  if (!isOwnKeyLevel(before))
    throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'At this level no key of your own signs.');
  requireFinishable(before);
  requireTimestamps(before);
  const { preview, documents } = await requirePreview(deps, before, previewId);
  const content = { contentHash: preview.content_hash, now: deps.clock.now() };
  const shown = await requireProof(deps.database, before, content);
  const { method: policy } = assertPresent(shown, 'the proof of a level that needs one');
  requirePossession(publicKey, { nonce: keyNonce(deps, previewId), proof });
  const known = await findBinding(deps.database, previewId);
  if (known && isFor(known, publicKey)) return viewBound(known, documents);
  const certified = await certifyKey(deps, deps.authority, { person: before.recipient, publicKey, policy });
  const { serial } = certified;
  const binding: Binding = {
    certificates: chainOf(deps.authority, certified),
    algorithm: 'ecdsa-sha256',
    serial,
  };
  await withSigningSession(deps, linkId, async (tx, session) => {
    requireFinishable(session);
    const now = deps.clock.now();
    requireSameContent(session, preview, now);
    await requireProof(tx, session, { ...content, now });
    await bindPreview(tx, { preview, binding, now });
    const earlier = await listBoundSerials(tx, { actionId: session.action.id, except: previewId });
    await revokeUnused(tx, deps, { serials: earlier, reason: 'superseded' });
    await recordCertificates(tx, session.facts.workflow.id, [
      { ...certified, useBefore: preview.expires_at },
    ]);
  });
  return viewBound(binding, documents);
}

function isFor({ certificates: [own] }: Binding, publicKey: Buffer): boolean {
  return own !== undefined && publicKey.equals(parseCertificate(own).publicKey);
}

function viewBound(binding: Binding, documents: Parameters<typeof boundDocuments>[1]): CertifiedPreview {
  const [certificate = Buffer.alloc(0)] = binding.certificates;
  return { certificate, documents: boundDocuments(binding, documents) };
}
