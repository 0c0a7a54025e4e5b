import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import { localSigner, type Signer, signatureBytes, type Timestamping, tokenBytesOf } from '@paraph/pades';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { insertCertificates } from './certificate-store.ts';
import {
  type CertifiedKey,
  type CertifiedPerson,
  certifyKey,
  chainOf,
  issuersOf,
  longestCertificateOf,
} from './certify-key.ts';
import type { Authority } from './open-authority.ts';

export interface IssuedCertificate extends CertifiedKey {
  signer: Signer;
}

const newKeyPair = promisify(generateKeyPair);

/**
 * A key and certificate for one signature and one document. The private key exists only in the result. At a level whose
 * key is the signer's own, `certifyKey` certifies theirs.
 */
export async function issueCertificate(
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'>,
  authority: Authority,
  person: CertifiedPerson,
): Promise<IssuedCertificate> {
  const { privateKey, publicKey } = await newKeyPair('ec', { namedCurve: 'P-256' });
  const policy = person.organization === undefined ? 'mailbox' : null;
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const certified = await certifyKey(deps, authority, { person, publicKey: spki, policy });
  return { ...certified, signer: localSigner(privateKey, chainOf(authority, certified)) };
}

/**
 * Room for the CMS of a signature with such a certificate, its chain and a timestamp. It is the same before and after
 * the certificate is made, so that the update that a person is shown is the one that is signed.
 */
export function signatureRoom(
  authority: Pick<Authority, 'issuing' | 'links' | 'root' | 'urls'>,
  person: CertifiedPerson,
  timestamping: Timestamping,
): number {
  const own = longestCertificateOf(authority, person, timestamping.now());
  const signer = { certificates: [own, ...issuersOf(authority)], algorithm: 'ecdsa-sha256' } as const;
  return signatureBytes(signer, { timestampBytes: tokenBytesOf(timestamping) });
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
  await insertCertificates(
    tx,
    certificates.map(({ serial, subject, der, issuedAt, expiresAt, useBefore = null }) => ({
      serial,
      subject,
      der,
      workflow_id: workflowId,
      issued_at: issuedAt,
      expires_at: expiresAt,
      use_before: useBefore,
    })),
  );
}
