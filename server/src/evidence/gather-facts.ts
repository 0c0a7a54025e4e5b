import { listEvents, type StoredEvent } from '../audit/list-events.ts';
import { type ChainReport, verifyChain } from '../audit/verify-chain.ts';
import { type CertificateFacts, readCertificates } from '../authority/read-certificates.ts';
import type { Deps } from '../deps.ts';
import { readBytesOf } from '../files/read-stored-file.ts';
import type { Reads } from '../platform/database.ts';
import { readSeals, type StoredSeal, type StoredSignature } from '../sealing/read-seals.ts';
import { readSealedTrail, type SealedTrail } from '../sealing/sealed-trail.ts';
import { fieldSalt } from '../signing/act-evidence.ts';
import {
  readSigningFacts,
  type SignatureImageFacts,
  type StoredConsent,
} from '../signing/read-signing-facts.ts';
import { readWorkflowFacts, type WorkflowFacts } from '../workflows/reading/read-workflow-facts.ts';

/** All that the rooms know of a workflow, as they know it. */
export interface EvidenceFacts extends GatheredFacts {
  /** The trail head that each sealed file contains, by document; null where a file contains none. */
  sealedTrails: ReadonlyMap<number, SealedTrail | null>;
}

/** What of it is in the database. */
export interface GatheredFacts {
  workflow: WorkflowFacts;
  events: readonly StoredEvent[];
  chain: ChainReport;
  consents: readonly StoredConsent[];
  signatureImages: readonly SignatureImageFacts[];
  seals: readonly StoredSeal[];
  signatures: readonly StoredSignature[];
  certificates: ReadonlyMap<string, CertificateFacts>;
  /** By the action's id. */
  salts: ReadonlyMap<number, string>;
}

export type EvidenceDeps = Pick<
  Deps,
  'authority' | 'blobs' | 'clock' | 'config' | 'database' | 'ids' | 'log' | 'vault'
>;

/** Null once the workflow is gone. */
export async function gatherFacts(
  reads: Reads,
  deps: EvidenceDeps,
  workflowId: number,
): Promise<GatheredFacts | null> {
  const workflow = await readWorkflowFacts(reads, workflowId);
  if (!workflow) return null;
  const events = await listEvents(reads, workflowId);
  const { actions, documents, fields } = workflow;
  const actionIds = actions.map(({ id }) => id);
  const pictured = fields.filter(({ type }) => type === 'signature' || type === 'initials');
  const signatureImageIds = pictured.map(({ value }) => value).filter((value) => value !== null);
  return {
    workflow,
    events,
    chain: await verifyChain(reads, deps, workflowId),
    ...(await readSigningFacts(reads, { actionIds, signatureImageIds })),
    ...(await readSeals(reads, { workflowId, documentIds: documents.map(({ id }) => id) })),
    certificates: await readCertificates(reads, deps, workflowId),
    salts: new Map(actionIds.map((id) => [id, fieldSalt(deps, id)])),
  };
}

/**
 * The trail heads in the stored files.
 *
 * @throws StoredFileFault when a sealed file is missing or damaged
 */
export async function readSealedTrails(
  deps: EvidenceDeps,
  { workflow }: GatheredFacts,
): Promise<EvidenceFacts['sealedTrails']> {
  const found = new Map<number, SealedTrail | null>();
  for (const { documentId, sealed } of workflow.files)
    if (sealed) found.set(documentId, readSealedTrail(await readBytesOf(deps, sealed)));
  return found;
}
