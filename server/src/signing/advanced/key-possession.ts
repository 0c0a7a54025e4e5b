import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { invalid } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { SigningSession } from '../session/signing-session.ts';

/**
 * Before the coordinates of every public key on P-256 in the usual encoding (RFC 5480): the named curve and an
 * uncompressed point. OpenSSL also reads compressed and hybrid points, which others refuse in certificates.
 */
const P256_HEAD = Buffer.from('3059301306072a8648ce3d020106082a8648ce3d03010703420004', 'hex');
const P256_BYTES = P256_HEAD.length + 64;

/** No signed attributes begin like this, so a proof is never a signature of a document. */
const PREFIX = Buffer.from('paraph-own-key-v1\0');

/** Whether the signer's own page holds the key. */
export function isOwnKeyLevel({ facts }: Pick<SigningSession, 'facts'>): boolean {
  return facts.workflow.type === 'advanced';
}

/** What the holder of a key signs together with it, so that the key is certified for this preview and no other. */
export function keyNonce({ vault }: Pick<Deps, 'vault'>, previewId: string): Buffer {
  return vault.derive('own-key-nonce', previewId);
}

/**
 * Requires a public key for ECDSA over P-256, in its usual encoding, and a signature by it over nonce and key.
 *
 * @throws Refusal `VALIDATION_ERROR`
 */
export function requirePossession(
  publicKey: Buffer,
  { nonce, proof }: { nonce: Buffer; proof: Buffer },
): void {
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
