import type { Signer } from '@paraph/pades';
import type { CertifiedKey } from '../../authority/certify-key.ts';
import { issueCertificate, recordCertificates, signatureRoom } from '../../authority/issue-certificate.ts';
import { openTimestamping } from '../../authority/timestamping.ts';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database.ts';
import type { SigningSession } from '../session/signing-session.ts';

/** Whose key makes the signatures of an act, one for each document. */
export interface SignatureSource {
  signerOf(documentId: number): Promise<{ signer: Signer; certificate: CertifiedKey }>;
  /** Records what was used, in the transaction that stores the signatures; or refuses. */
  recordUse(tx: Tx, workflowId: number, certificates: readonly CertifiedKey[]): Promise<void>;
}

/** Level simple: a key of this service for each document, used once and forgotten. */
export function serviceSource(
  deps: Pick<Deps, 'authority' | 'clock' | 'ids' | 'vault'>,
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

/** Chains of providers have long keys, and are not known before the person has chosen. */
const QUALIFIED_BYTES = 24_576;

/** Room for the CMS of a signature with a certificate that does not exist yet, or is not chosen. */
export function contentsBytesFor(
  deps: Pick<Deps, 'authority' | 'clock' | 'config' | 'ids'>,
  { facts, recipient }: Pick<SigningSession, 'facts' | 'recipient'>,
): number {
  if (facts.workflow.type === 'qualified') return QUALIFIED_BYTES;
  const { name, email } = recipient;
  return signatureRoom(deps.authority, { name, email }, openTimestamping(deps));
}
