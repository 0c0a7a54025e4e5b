import { parseCertificate } from '@paraph/pades';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { listCertificatesOf } from './certificate-store.ts';
import { certificatesOf, rootCertificates } from './open-authority.ts';
import { isIssuedBy } from './open-certified-key.ts';

export { certificateDerOf, eraseSubjects, listOutsideChainsOf } from './certificate-store.ts';

export interface CertificateFacts {
  serial: string;
  subject: string;
  issuer: string;
  notBefore: Date;
  notAfter: Date;
  revokedAt: Date | null;
  /** Policy identifiers of this instance, or of the one from which its organization came; else none. */
  policies: readonly string[];
  /** DER, from the signer's certificate to the root; only the signer's if another authority issued it. */
  chain: Buffer[];
}

/** A certificate of another authority, with its chain; whether it was revoked, that authority says. */
export function outsideCertificate(serial: string, chain: Buffer[]): CertificateFacts {
  const [own = Buffer.alloc(0)] = chain;
  const { commonName, issuerName, notBefore, notAfter } = parseCertificate(own);
  const names = { subject: commonName ?? '', issuer: issuerName ?? '' };
  return { serial, ...names, notBefore, notAfter, revokedAt: null, policies: [], chain };
}

/** The certificates that were issued for the signatures of a workflow, by serial. */
export async function readCertificates(
  reads: Reads,
  { authority }: Pick<Deps, 'authority'>,
  workflowId: number,
): Promise<Map<string, CertificateFacts>> {
  const issuers = certificatesOf(authority.issuing).map((der) => ({ der, facts: parseCertificate(der) }));
  const rows = await listCertificatesOf(reads, workflowId);
  return new Map(
    rows.map(({ serial, der, revoked_at: revokedAt, outside_issuers: outside }) => {
      const { commonName, issuer, issuerName, notBefore, notAfter, ...parsed } = parseCertificate(der);
      // The issuing certificate of that time: an ageing one has a successor of the same name and key.
      const issuing = issuers.find(
        ({ facts }) => Buffer.compare(issuer, facts.subject) === 0 && facts.notBefore <= notBefore,
      );
      const roots = issuing
        ? rootCertificates(authority).filter((root) => isIssuedBy(issuing.der, root))
        : [];
      const above = issuing ? [issuing.der, ...roots] : [];
      const names = { subject: commonName ?? '', issuer: issuerName ?? '' };
      // The policies of all instances mean the same.
      const policies = issuing || outside ? parsed.policies : [];
      const chain = [der, ...(outside ?? above)];
      return [serial, { serial, ...names, notBefore, notAfter, revokedAt, policies, chain }];
    }),
  );
}
