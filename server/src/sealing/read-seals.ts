import { PdfRefusal, validate } from '@paraph/pades';
import { listOutsideChainsOf } from '../authority/read-certificates.ts';
import { trustedRoots } from '../authority/timestamping.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { StoredFileFault } from '../files/check-stored-file.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { openStoredFile } from '../files/read-stored-file.ts';
import { listSignatures, type StoredSignature } from '../signing/api.ts';
import { listProvidedSeals } from '../trust-services/api.ts';
import { anchorsOf, type OutsideChain } from '../trust-services/provider-certificates.ts';
import { findSeal, listSeals, type Seal } from './seal-store.ts';

/** Seals and signatures of a workflow's documents. The caller has authorized access. */
export async function readSeals(
  reads: Reads,
  { workflowId, documentIds }: { workflowId: number; documentIds: readonly number[] },
): Promise<{ seals: Seal[]; signatures: StoredSignature[] }> {
  const seals = await listSeals(reads, workflowId);
  return { seals, signatures: await listSignatures(reads, documentIds) };
}

/**
 * The chains of signatures in a document that another authority certified: of people, and of the organization; and
 * those that the instance certified from which the organization came.
 */
export async function listOutsideChains(
  reads: Reads,
  { document_id: documentId, workflow_id: workflowId }: Pick<Seal, 'document_id' | 'workflow_id'>,
): Promise<OutsideChain[]> {
  const signatures = await listSignatures(reads, [documentId]);
  const provided = await listProvidedSeals(reads, [documentId]);
  return [
    ...signatures.flatMap(({ outside_chain: chain }) => (chain ? [chain] : [])),
    ...provided.map(({ chain }) => chain),
    ...(await listOutsideChainsOf(reads, workflowId)),
  ];
}

type SealReader = Pick<Deps, 'authority' | 'blobs' | 'clock' | 'config' | 'database' | 'log'>;

/** Validates the signatures of a stored sealed document; the first problem, or null. */
export async function findStoredSealProblem(deps: SealReader, documentId: number): Promise<string | null> {
  const seal = await findSeal(deps.database, documentId);
  const fileId = seal?.file_id ?? null;
  const file = fileId === null ? undefined : (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!seal || !file) return 'its file is missing';
  const chains = await listOutsideChains(deps.database, seal);
  try {
    const source = await openStoredFile(deps, file);
    try {
      const report = validate(source, { anchors: [...trustedRoots(deps), ...anchorsOf(chains)] });
      if (!report.document.lastCoversWholeFile) return 'its last timestamp does not cover the whole file';
      const reasons = report.signatures.flatMap(({ integrity, certificate }) => [
        ...integrity.reasons,
        ...certificate.reasons,
      ]);
      return report.signatures.length === 0 ? 'it has no signature' : (reasons[0] ?? null);
    } finally {
      source.close();
    }
  } catch (error) {
    if (error instanceof StoredFileFault || error instanceof PdfRefusal) return error.message;
    throw error;
  }
}
