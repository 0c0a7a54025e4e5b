import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { type Arrival, assertPresent, conflict, invalid, policyOf } from '@paraph/domain';
import { parseCertificate } from '@paraph/pades';
import { certifyOutsideKey, chainOf } from '../../authority/certify-key.ts';
import { recordCertificates } from '../../authority/issue-certificate.ts';
import { listUnusedCertificates, revokeUnused } from '../../authority/revoke-certificate.ts';
import type { Deps } from '../../deps.ts';
import { writeProofRecord } from '../../identification/proof-record.ts';
import { sha256 } from '../../platform/ids.ts';
import { lockWorkflowRow } from '../../workflows/api.ts';
import { findWorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import { isOwnKeyLevel, keyNonce, requireSameContent } from '../answers/preview-signing.ts';
import { findBoundAction, findBoundPreview, listBoundSerials } from '../answers/preview-store.ts';
import { type Checked, checkFinish } from '../finish/check-finish.ts';
import { type Binding, bindPreview, boundDocuments } from '../finish/signature-source.ts';
import { requireProof } from '../proof/require-proof.ts';
import {
  loadSigningSession,
  requireFinishable,
  type SigningDeps,
  withSigningSession,
} from '../session/signing-session.ts';

interface CertifyCommand {
  previewId: string;
  /** DER SubjectPublicKeyInfo. */
  publicKey: Buffer;
  /** That the page has the private key, which never leaves it. */
  proof: Buffer;
  arrival: Arrival;
}

/**
 * Certifies a key of the signer's own page for one preview, once they have shown who they are, and answers what the key
 * has to sign. Idempotent for the same key. A key that was certified before for the same task is revoked.
 *
 * @throws Refusal as `finishSigning` does, and `WORKFLOW_STATUS_CONFLICT` at another level, without proof of who signs,
 *   and for a second key of one preview; `VALIDATION_ERROR` for a key that has a certificate; UnavailableFault
 */
export async function certifyOwnKey(
  deps: SigningDeps,
  linkId: string,
  { previewId, publicKey, proof, arrival }: CertifyCommand,
) {
  const before = await loadSigningSession(deps, linkId);
  if (!isOwnKeyLevel(before)) throw conflict('At this level no key of your own signs.');
  const checked = await checkFinish(deps, before, previewId);
  const { preview } = checked;
  requirePossession(publicKey, { nonce: keyNonce(deps, previewId), proof });
  const bound = await findBoundPreview(deps.database, previewId);
  if (bound && isFor(bound, publicKey)) return viewBound(bound, checked);
  const { binding, certified } = await certify(deps, checked, { publicKey, arrival });
  await withSigningSession(deps, linkId, async (tx, session) => {
    requireFinishable(session);
    const now = deps.clock.now();
    requireSameContent(session, preview, now);
    await requireProof(tx, session, { contentHash: preview.content_hash, now });
    await bindPreview(tx, { preview, binding, now });
    const earlier = await listBoundSerials(tx, { actionId: session.action.id, except: previewId });
    await revokeUnused(tx, deps, { serials: earlier, reason: 'superseded' });
    await recordCertificates(tx, session.facts.workflow.id, [
      { ...certified, useBefore: preview.expires_at },
    ]);
  });
  return viewBound(binding, checked);
}

/** The certificate names what was previewed, and the record of who signs it. */
async function certify(
  deps: SigningDeps,
  { session, documents, proof }: Checked,
  { publicKey, arrival }: Pick<CertifyCommand, 'arrival' | 'publicKey'>,
) {
  const proven = assertPresent(proof, 'the proof of a level that needs one');
  const { method, content_hash: contentHash, proven_at: provenAt, detail } = proven;
  const policy = policyOf(arrival, method);
  const record = writeProofRecord({ method, contentHash, provenAt, detail });
  const boundTo = { digests: documents.map(({ digest }) => digest), proofHash: sha256(record) };
  const { recipient: person } = session;
  const certified = await certifyOutsideKey(deps, { person, publicKey, policy, boundTo });
  const binding: Binding = {
    certificates: chainOf(deps.authority, certified),
    algorithm: 'ecdsa-sha256',
    certificate_serial: certified.serial,
    log_proof: certified.log,
    proof_record: record,
  };
  return { binding, certified };
}

function isFor({ certificates: [own] }: Binding, publicKey: Buffer): boolean {
  return own !== undefined && publicKey.equals(parseCertificate(own).publicKey);
}

function viewBound(binding: Binding, checked: Checked) {
  const [certificate = Buffer.alloc(0)] = binding.certificates;
  return { certificate, documents: boundDocuments(binding, checked) };
}

/**
 * Before the coordinates of every public key on P-256 in the usual encoding (RFC 5480): the named curve and an
 * uncompressed point. OpenSSL also reads compressed and hybrid points, which others refuse in certificates.
 */
const P256_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex');
const P256_BYTES = P256_HEAD.length + 64;

/** No signed attributes begin like this, so a proof is never a signature of a document. */
const PREFIX = Buffer.from('paraph-own-key-v1\0');

/**
 * Requires a public key for ECDSA over P-256, in its usual encoding, and a signature by it over nonce and key.
 */
function requirePossession(publicKey: Buffer, { nonce, proof }: { nonce: Buffer; proof: Buffer }): void {
  const key = readPublicKey(publicKey);
  if (!key) throw invalid({ publicKey: 'Must be an EC key over P-256, as SubjectPublicKeyInfo in base64.' });
  const message = Buffer.concat([PREFIX, nonce, publicKey]);
  if (!verify('sha256', message, { key, dsaEncoding: 'ieee-p1363' }, proof))
    throw invalid({ proof: 'Must be a signature by this key over the nonce of the preview and the key.' });
}

function readPublicKey(spki: Buffer): KeyObject | null {
  if (spki.length !== P256_BYTES || !spki.subarray(0, P256_HEAD.length).equals(P256_HEAD)) return null;
  try {
    return createPublicKey({ key: spki, format: 'der', type: 'spki' });
  } catch (error) {
    // OpenSSL throws for a point that is not on the curve.
    if (error instanceof Error && ('code' in error || 'opensslErrorStack' in error)) return null;
    throw error;
  }
}

/**
 * Revokes the certificates of keys that will not sign any more: their preview is over, because the page was closed for
 * example, or their task has ended otherwise. Runs once a minute; idempotent.
 */
export async function revokeLapsedKeys(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
): Promise<void> {
  for (const { serial, workflowId, useBefore } of await listUnusedCertificates(deps.database)) {
    await deps.database.transaction().execute(async (tx) => {
      if (workflowId !== null) await lockWorkflowRow(tx, workflowId);
      const facts = workflowId === null ? null : await findWorkflowFacts(tx, workflowId);
      const actionId = await findBoundAction(tx, serial);
      const action = facts?.actions.find(({ id }) => id === actionId);
      const isOpen = facts?.workflow.status === 'started' && action?.status === 'started';
      if (isOpen && useBefore > deps.clock.now()) return;
      await revokeUnused(tx, deps, { serials: [serial], reason: 'cessation-of-operation' });
    });
  }
}
