import { ShownFault } from '@paraph/domain';
import { requestTimestamp } from '@paraph/pades';
import { openOwnTimestamping } from '../authority/timestamping.ts';
import { readList } from '../database/replica.ts';
import type { Caller } from '../http/caller.ts';
import { sha256 } from '../platform/ids.ts';
import { canonicalJson } from '../platform/json.ts';
import {
  readVisibleWorkflow,
  unknownWorkflow,
  type WorkflowAddress,
} from '../workflows/reading/read-workflow.ts';
import type { EvidenceView } from './compose-document.ts';
import { composeEvidence } from './compose-evidence.ts';
import { findInconsistencies } from './find-inconsistencies.ts';
import { type EvidenceDeps, gatherFacts, readSealedFiles } from './gather-facts.ts';

/**
 * The evidence of a workflow with a timestamp over it; interim until the workflow has ended.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`; ShownFault naming every inconsistency
 */
export async function readEvidence(
  deps: EvidenceDeps,
  caller: Caller,
  address: WorkflowAddress,
): Promise<EvidenceView> {
  await readVisibleWorkflow(deps, caller, address);
  return loadEvidence(deps, address.workflowId);
}

/** The same without a caller. @throws ShownFault naming every inconsistency */
export async function loadEvidence(deps: EvidenceDeps, workflowId: number): Promise<EvidenceView> {
  // One snapshot of all tables, so that a concurrent change cannot look like an inconsistency.
  const gathered = await readList(deps, (database) =>
    database
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((tx) => gatherFacts(tx, deps, workflowId)),
  );
  if (!gathered) throw unknownWorkflow();
  const facts = { ...gathered, sealedFiles: await readSealedFiles(deps, gathered) };
  const inconsistencies = findInconsistencies(facts);
  if (inconsistencies.length > 0) {
    const remedy =
      'The operator of this instance must run "paraph verify-events" and restore the changed rows.';
    const why = `There is no evidence of workflow ${workflowId}: ${inconsistencies.join('; ')}. ${remedy}`;
    throw new ShownFault(why);
  }
  const record = composeEvidence(deps, facts);
  return { record, seal: await sealRecord(deps, record) };
}

/** Adds a timestamp of this instance, which proves when and by which instance the record was issued. */
async function sealRecord(deps: EvidenceDeps, record: EvidenceView['record']): Promise<EvidenceView['seal']> {
  const digest = sha256(canonicalJson(record));
  const { der } = await requestTimestamp(digest, { ...openOwnTimestamping(deps), hash: 'sha256' });
  return { sha256: digest.toString('hex'), token: Buffer.from(der).toString('base64') };
}
