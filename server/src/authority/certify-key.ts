import { type PolicyName, SIGNER_POLICIES } from '@paraph/domain';
import { parseCertificate, shortenedName, signCertificate } from '@paraph/pades';
import type { Deps } from '../deps.ts';
import { newSerial } from '../platform/ids.ts';
import type { Authority } from './open-authority.ts';

/** A certificate of a signer, as it is recorded. */
export interface CertifiedKey {
  /** Hexadecimal. */
  serial: string;
  subject: string;
  der: Buffer;
  issuedAt: Date;
  expiresAt: Date;
}

export interface CertifiedPerson {
  name: string;
  email: string;
  organization?: string;
}

// The key is used once and forgotten; the certificate outlives it for as long as a signature may have to wait for its
// timestamp: as the longest deadline of a workflow.
const LIFE_MS = 90 * 86_400_000;
const SKEW_MS = 3_600_000;

export interface KeyToCertify {
  person: CertifiedPerson;
  /** DER SubjectPublicKeyInfo. */
  publicKey: Uint8Array;
  /** How the person was identified; null for the seal of an organization, which is no person. */
  policy: PolicyName | null;
}

/** Certifies a public key, DER SubjectPublicKeyInfo, whose private key this function never sees. */
export async function certifyKey(
  deps: Pick<Deps, 'clock' | 'ids' | 'vault'>,
  authority: Authority,
  { person, publicKey, policy }: KeyToCertify,
): Promise<CertifiedKey> {
  const now = deps.clock.now();
  const { country } = parseCertificate(authority.issuing.certificate);
  const expiresAt = new Date(now.getTime() + LIFE_MS);
  const der = Buffer.from(
    await signCertificate(
      {
        subject: {
          commonName: shortenedName(person.name),
          email: person.email,
          serialNumber: holderNumber(deps, person.email),
          ...(person.organization ? { organization: shortenedName(person.organization) } : {}),
          ...(country === null ? {} : { country }),
        },
        subjectPublicKey: publicKey,
        issuer: authority.issuing.certificate,
        serial: newSerial(deps.ids, now),
        notBefore: new Date(now.getTime() - SKEW_MS),
        notAfter: expiresAt,
        profile: 'signer',
        crlUrl: authority.urls.crl,
        ocspUrl: authority.urls.ocsp,
        issuerUrl: authority.urls.issuingCertificate,
        ...(policy === null ? {} : { policyOid: SIGNER_POLICIES[policy] }),
      },
      authority.issuing.signer,
    ),
  );
  // As encoded in the certificate, where it is made positive: OCSP requests contain that number.
  const serial = Buffer.from(parseCertificate(der).serial).toString('hex');
  return { serial, subject: person.name, der, issuedAt: now, expiresAt };
}

/** The certificate with its issuers, as a signature holds them. */
export function chainOf(authority: Authority, { der }: Pick<CertifiedKey, 'der'>): Buffer[] {
  return [der, ...issuersOf(authority)];
}

/** The root last; those who trust a predecessor need the links to it. */
export function issuersOf({ issuing, root, links }: Pick<Authority, 'issuing' | 'links' | 'root'>): Buffer[] {
  return [issuing.certificate, ...links.map(({ newWithOld }) => newWithOld), root.certificate];
}

/**
 * Tells people of one name apart: the same in every certificate of an address by this authority, and unrelated to the
 * numbers of others.
 */
function holderNumber({ vault }: Pick<Deps, 'vault'>, email: string): string {
  return vault.derive('certificate-holder', email.toLowerCase()).toString('hex').slice(0, 16);
}
