import { type Identification, LIMITS } from '@paraph/domain';
import type { EventActor } from '../database/column-types.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { insertProof } from './code-store.ts';
import { requireRecordRoom } from './proof-record.ts';

type ProofDeps = Pick<Deps, 'clock' | 'config' | 'vault'>;

export interface NewProof {
  workflowId: number;
  actionId: number;
  linkId: string;
  method: Identification;
  contentHash: Buffer;
  /** Who showed it. */
  actor: EventActor;
  /** What others can check later, such as an assertion; recorded in the trail, so without secrets. */
  detail: Readonly<Record<string, unknown>>;
}

/**
 * Stores a proof of the person of an action for one content, and records it in the trail. The caller has
 * checked it, and has locked the workflow's row.
 *
 * @throws Refusal `VALIDATION_ERROR` for one that no signature has room for
 */
export async function recordProof(tx: Tx, deps: ProofDeps, proof: NewProof): Promise<void> {
  const { workflowId, actionId, method, contentHash, actor, detail } = proof;
  requireRecordRoom({ ...proof, provenAt: deps.clock.now() });
  const id = await storeProof(tx, deps, proof);
  const shown = { ...detail, proofId: id, actionId, method, contentHash: contentHash.toString('hex') };
  await recordWorkflowEvents(tx, deps, {
    workflowId,
    events: [{ name: 'identification.proven', actor, detail: shown }],
  });
}

/** Stores one that is no event of the workflow. */
export async function storeProof(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { workflowId, actionId, linkId, method, contentHash, detail }: NewProof,
): Promise<number> {
  const provenAt = clock.now();
  return insertProof(tx, {
    workflow_id: workflowId,
    action_id: actionId,
    link_id: linkId,
    method,
    content_hash: contentHash,
    proven_at: provenAt,
    expires_at: addSeconds(provenAt, LIMITS.proofSeconds),
    used_at: null,
    detail: JSON.stringify(detail),
  });
}
