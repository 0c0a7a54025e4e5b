import type { Tx } from '../../platform/database.ts';
import { insertRevisions } from '../../revisions/api.ts';
import type { SignedDocument } from '../answers/preview-documents.ts';
import type { SignatureSource } from './signature-source.ts';
import { insertSignatures } from './signature-store.ts';

interface Made {
  workflowId: number;
  actionId: number;
  documents: readonly SignedDocument[];
  source: SignatureSource;
  /** Of certificates that another authority issued: from the signer's to its trust anchor. */
  outsideChain?: Buffer[] | null;
  now: Date;
}

/** Stores the revisions of one person with their certificates. The caller has locked the workflow's row. */
export async function saveSignatures(
  tx: Tx,
  { workflowId, actionId, documents, source, outsideChain = null, now }: Made,
): Promise<void> {
  await insertRevisions(
    tx,
    documents.map(({ documentId, number, update, size, sha256 }) => ({
      document_id: documentId,
      number,
      kind: 'signature' as const,
      action_id: actionId,
      bytes: Buffer.from(update),
      size,
      sha256,
      made_at: now,
    })),
  );
  const certificates = documents.map(({ certificate }) => certificate);
  await source.recordUse(tx, workflowId, certificates);
  await insertSignatures(
    tx,
    documents.map(({ documentId, number, certificate, code, signedAt }) => ({
      document_id: documentId,
      action_id: actionId,
      position: number - 1,
      certificate_serial: certificate.serial,
      code,
      signed_at: signedAt,
      outside_chain: outsideChain,
    })),
  );
}

/** For the trail: which revision a signature made, and by which certificate. */
export function signatureEvidence(documents: readonly SignedDocument[]) {
  return documents.map(({ documentId, number, size, sha256, certificate, code }) => ({
    documentId,
    revision: number,
    size,
    sha256: sha256.toString('hex'),
    serial: certificate.serial,
    code,
  }));
}
