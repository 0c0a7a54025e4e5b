import { generateKeyPair } from 'node:crypto';
import { promisify } from 'node:util';
import {
  localSigner,
  parseCertificate,
  type Signer,
  shortenedName,
  signatureBytes,
  signCertificate,
  type Timestamping,
  tokenBytesOf,
} from '@paraph/pades';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database.ts';
import { newSerial, sha256 } from '../platform/ids.ts';
import { insertCertificates } from './certificate-store.ts';
import type { Authority } from './open-authority.ts';
import { SIGNER_POLICY } from './policies.ts';

export interface IssuedCertificate {
  signer: Signer;
  /** Hexadecimal. */
  serial: string;
  subject: string;
  der: Buffer;
  issuedAt: Date;
  expiresAt: Date;
}

// The key is used once and forgotten; the certificate outlives it long enough for late validators' clocks.
const LIFE_MS = 7 * 86_400_000;
const SKEW_MS = 3_600_000;

const newKeyPair = promisify(generateKeyPair);

/** A key and certificate for one signer and one document. The private key exists only in the result. */
export async function issueCertificate(
  deps: Pick<Deps, 'clock' | 'ids'>,
  authority: Authority,
  person: { name: string; email: string; organization?: string },
): Promise<IssuedCertificate> {
  const { privateKey, publicKey } = await newKeyPair('ec', { namedCurve: 'P-256' });
  const now = deps.clock.now();
  const { country } = parseCertificate(authority.issuing.certificate);
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  const der = Buffer.from(
    await signCertificate(
      {
        subject: {
          commonName: shortenedName(person.name),
          email: person.email,
          serialNumber: holderNumber(person.email),
          ...(person.organization ? { organization: shortenedName(person.organization) } : {}),
          ...(country === null ? {} : { country }),
        },
        subjectPublicKey: publicKey.export({ type: 'spki', format: 'der' }),
        issuer: authority.issuing.certificate,
        serial: newSerial(deps.ids, now),
        notBefore: new Date(now.getTime() - SKEW_MS),
        notAfter: expiresAt,
        profile: 'signer',
        crlUrl: authority.urls.crl,
        ocspUrl: authority.urls.ocsp,
        issuerUrl: authority.urls.issuingCertificate,
        policyOid: SIGNER_POLICY,
      },
      authority.issuing.signer,
    ),
  );
  const chain = [der, authority.issuing.certificate, authority.root.certificate];
  return {
    signer: localSigner(privateKey, chain),
    // As encoded in the certificate, where it is made positive: OCSP requests contain that number.
    serial: Buffer.from(parseCertificate(der).serial).toString('hex'),
    subject: person.name,
    der,
    issuedAt: now,
    expiresAt,
  };
}

/** What a certificate for P-256 has besides names, addresses and URLs, at most. */
const FIXED_BYTES = 640;

/**
 * Room for the CMS of a signature with such a certificate, its chain and a timestamp. It is the same before and after
 * the certificate is made, so that the update that a person is shown is the one that is signed.
 */
export function signatureRoom(
  { issuing, root, urls }: Pick<Authority, 'issuing' | 'root' | 'urls'>,
  { name, email }: { name: string; email: string },
  timestamping: Timestamping,
): number {
  const { subject } = parseCertificate(issuing.certificate);
  const texts = [shortenedName(name), email, urls.crl, urls.ocsp, urls.issuingCertificate];
  const leafBytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), FIXED_BYTES + subject.length);
  const above = {
    certificates: [issuing.certificate, root.certificate],
    algorithm: 'ecdsa-sha256',
  } as const;
  const timestampBytes = tokenBytesOf(timestamping);
  return signatureBytes(above, { timestampBytes }) + leafBytes + 2 * subject.length;
}

/** Tells people of one name apart, and is the same in every certificate of an address, which is in it, too. */
function holderNumber(email: string): string {
  return sha256(email.toLowerCase()).toString('hex').slice(0, 16);
}

/** Stores certificates with the document that they signed, in its transaction. */
export async function recordCertificates(
  tx: Tx,
  workflowId: number,
  certificates: readonly IssuedCertificate[],
): Promise<void> {
  await insertCertificates(
    tx,
    certificates.map(({ serial, subject, der, issuedAt, expiresAt }) => ({
      serial,
      subject,
      der,
      workflow_id: workflowId,
      issued_at: issuedAt,
      expires_at: expiresAt,
      revoked_at: null,
    })),
  );
}
