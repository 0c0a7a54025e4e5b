import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { assertPresent, policyOf } from '@paraph/domain';
import {
  localSigner,
  longestProofs,
  parseCertificate,
  type SignatureAlgorithm,
  type Signer,
  signatureAlgorithms,
  signatureBytes,
  type Timestamping,
  tokenBytesOf,
} from '@paraph/pades';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { originOf } from '../transparency-log/log-key.ts';
import { insertCertificates } from './certificate-store.ts';
import {
  type CertifiedKey,
  type CertifiedPerson,
  type CertifyDeps,
  certifiedBefore,
  certifyKeys,
  chainOf,
  DESTROYED_KEY_LIFE_MS,
  issuersOf,
  type LoggedKey,
  longestCertificateOf,
  publicKeyHashOf,
} from './certify-key.ts';
import type { Authority } from './open-authority.ts';

export interface IssuedCertificate extends LoggedKey {
  signer: Signer;
}

const newKeyPair = promisify(generateKeyPair);

/**
 * A key and certificate for one signature of each document, by its digest. The private keys exist only in the result.
 * At a level whose key is the signer's own, `certifyKeys` certifies theirs.
 *
 * @param digests SHA-256 over the byte range of each
 * @throws UnavailableFault where the log cannot take the certificates
 */
export async function issueCertificates(
  deps: CertifyDeps,
  person: CertifiedPerson,
  digests: readonly Uint8Array[],
): Promise<IssuedCertificate[]> {
  const { organization, arrival = 'mailbox' } = person;
  const policy = organization !== undefined ? null : policyOf(arrival, null);
  const pairs = await Promise.all(digests.map(() => newKeyPair('ec', { namedCurve: 'P-256' })));
  const certified = await certifyKeys(
    deps,
    pairs.map(({ publicKey }, index) => ({
      ...{ person, policy, publicKey: publicKey.export({ type: 'spki', format: 'der' }) },
      boundTo: { digests: digests.slice(index, index + 1) },
      lifeMs: DESTROYED_KEY_LIFE_MS,
    })),
  );
  const algorithm = oneTimeAlgorithm(deps.authority);
  return pairs.map(({ privateKey }, index) => {
    const key = assertPresent(certified[index], 'the certificate of a key');
    const signer = localSigner(privateKey, chainOf(deps.authority, key), algorithm);
    return { ...key, signer: { ...signer, proofs: { log: key.log } } };
  });
}

/** Of keys for one signature: on P-256, by the hash of their issuer. */
export function oneTimeAlgorithm({ issuing }: Pick<Authority, 'issuing'>): SignatureAlgorithm {
  return `ecdsa-${signatureAlgorithms[issuing.signer.algorithm].hash}`;
}

/** What a signature will hold beside its certificate. */
export interface SignatureParts {
  timestamping: Timestamping;
  /** How many documents the certificate names. */
  documents: number;
  /** Length of the record of who signs; 0 for none. */
  recordBytes: number;
  hasContentHash: boolean;
  /** The log has fewer leaves when its proof is embedded (`readLeavesMax`). */
  leavesMax: number;
}

/**
 * Room for the CMS of a signature with such a certificate, its chain, its proofs and a timestamp. It is the same before
 * and after the certificate is made, so that the update that a person is shown is the one that is signed.
 */
export function signatureRoom(
  {
    authority,
    config,
  }: { authority: Pick<Authority, 'issuing' | 'links' | 'root' | 'urls'> } & Pick<Deps, 'config'>,
  person: CertifiedPerson,
  { timestamping, documents, recordBytes, hasContentHash, leavesMax }: SignatureParts,
): number {
  const own = longestCertificateOf(authority, person, {
    ...{ documents, hasRecord: recordBytes > 0, now: timestamping.now() },
  });
  // A checkpoint is minutes old at most when it is embedded, and no witness has signed it.
  const proofs = longestProofs({
    origin: originOf({ config }),
    witnesses: [],
    leavesMax,
    recordBytes,
  });
  const algorithm = oneTimeAlgorithm(authority);
  const signer = { certificates: [own, ...issuersOf(authority)], algorithm, proofs };
  return signatureBytes(signer, { timestampBytes: tokenBytesOf(timestamping), hasContentHash });
}

/**
 * Stores certificates: with the document that they signed, in its transaction, or before they sign, with the time
 * before which they have to.
 */
export async function recordCertificates(
  tx: Tx,
  workflowId: number,
  certificates: readonly (CertifiedKey & { useBefore?: Date })[],
): Promise<void> {
  const rows = insertCertificates(
    tx,
    certificates.map(({ serial, subject, der, issuedAt, expiresAt, useBefore = null }) => ({
      // Each of the others has signed, and is gone.
      public_key_hash: useBefore === null ? null : publicKeyHashOf(parseCertificate(der).publicKey),
      serial,
      subject,
      der,
      workflow_id: workflowId,
      issued_at: issuedAt,
      expires_at: expiresAt,
      use_before: useBefore,
    })),
  );
  await rows.catch(asKeyProblem);
}

/** The same key was certified beside this one. */
function asKeyProblem(error: unknown): never {
  const { constraint } = (error ?? {}) as { constraint?: string };
  throw constraint === 'certificates_public_key_hash_key' ? certifiedBefore() : error;
}
