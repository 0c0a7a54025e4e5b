import { listEvents, type StoredEvent } from '../audit/list-events.ts';
import { type ChainReport, verifyChain } from '../audit/verify-chain.ts';
import { type CertificateFacts, readCertificates } from '../authority/read-certificates.ts';
import type { Deps } from '../deps.ts';
import type { Reads } from '../platform/database.ts';
import { readSeals, type StoredSeal, type StoredSignature } from '../sealing/read-seals.ts';
import { readSealedTrail, type SealedTrail } from '../sealing/sealed-trail.ts';
import { fieldSalt } from '../signing/act-evidence.ts';
import { type KeptConsent, type KeptMark, readSigningFacts } from '../signing/read-signing-facts.ts';
import { readWorkflowFacts, type WorkflowFacts } from '../workflows/read-workflow-facts.ts';

/** All that the rooms know of a workflow, as they know it. */
export interface EvidenceFacts {
  workflow: WorkflowFacts;
  events: readonly StoredEvent[];
  chain: ChainReport;
  consents: readonly KeptConsent[];
  marks: readonly KeptMark[];
  seals: readonly StoredSeal[];
  signatures: readonly StoredSignature[];
  certificates: ReadonlyMap<string, CertificateFacts>;
  /** What the sealed files themselves say of the trail, by document; null where a file says nothing. */
  sealedTrails: ReadonlyMap<number, SealedTrail | null>;
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
): Promise<EvidenceFacts | null> {
  const workflow = await readWorkflowFacts(reads, workflowId);
  if (!workflow) return null;
  const events = await listEvents(reads, workflowId);
  const { actions, documents, fields } = workflow;
  const actionIds = actions.map(({ id }) => id);
  const pictured = fields.filter(({ type }) => type === 'signature' || type === 'initials');
  const markIds = pictured.map(({ value }) => value).filter((value) => value !== null);
  return {
    workflow,
    events,
    chain: await verifyChain(reads, deps, workflowId),
    ...(await readSigningFacts(reads, { actionIds, markIds })),
    ...(await readSeals(reads, { workflowId, documentIds: documents.map(({ id }) => id) })),
    certificates: await readCertificates(reads, deps, workflowId),
    sealedTrails: new Map(
      workflow.files.flatMap(({ documentId, sealed }) =>
        sealed ? [[documentId, trailIn(deps, sealed.blobKey)] as const] : [],
      ),
    ),
    salts: new Map(actionIds.map((id) => [id, fieldSalt(deps, id)])),
  };
}

/** A file that is not there or cannot be read says nothing; whoever asks for it is told why. */
function trailIn(deps: EvidenceDeps, blobKey: string): SealedTrail | null {
  try {
    return readSealedTrail(deps, blobKey);
  } catch (error) {
    deps.log.error({ err: error, blobKey }, 'the trail in a sealed file could not be read');
    return null;
  }
}
