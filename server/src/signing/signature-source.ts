import type { Signer } from '@paraph/pades';
import type { CertifiedKey } from '../authority/certify-key.ts';
import { issueCertificate, recordCertificates, signatureRoom } from '../authority/issue-certificate.ts';
import { openTimestamping } from '../authority/timestamping.ts';
import type { Deps } from '../deps.ts';
import type { Tx } from '../platform/database.ts';

/** Whose key makes the signatures of an act, one for each document. */
export interface SignatureSource {
  signerOf(documentId: number): Promise<{ signer: Signer; certificate: CertifiedKey }>;
  /** Records what was used, in the transaction that stores the signatures; or refuses. */
  recordUse(tx: Tx, workflowId: number, certificates: readonly CertifiedKey[]): Promise<void>;
}

/** Level simple: a key of this service for each document, used once and forgotten. */
export function serviceSource(
  deps: Pick<Deps, 'authority' | 'clock' | 'ids'>,
  { name, email }: { name: string; email: string },
): SignatureSource {
  return {
    signerOf: async () => {
      const certificate = await issueCertificate(deps, deps.authority, { name, email });
      return { signer: certificate.signer, certificate };
    },
    recordUse: recordCertificates,
  };
}

/** Room for the CMS of a signature with a certificate of this service, which does not exist yet. */
export function contentsBytesFor(
  deps: Pick<Deps, 'authority' | 'clock' | 'config' | 'ids'>,
  { name, email }: { name: string; email: string },
): number {
  return signatureRoom(deps.authority, { name, email }, openTimestamping(deps));
}
