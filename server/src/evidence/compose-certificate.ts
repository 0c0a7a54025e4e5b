import type { CertificateFacts } from '../authority/read-certificates.ts';

/** A certificate with the chain up to the root. */
export function composeCertificate({ notBefore, notAfter, revokedAt, chain, ...names }: CertificateFacts) {
  return {
    ...names,
    notBefore: notBefore.toISOString(),
    notAfter: notAfter.toISOString(),
    chain: chain.map((der) => der.toString('base64')),
    // Sealing fails without it.
    revocationAtSealing: 'good',
    revokedTime: revokedAt?.toISOString() ?? null,
  };
}
