import { conflict, isDeletable } from '@paraph/domain';
import { type DeletionReason, type DeletionRule, recordDeletion } from '../../audit/record-deletion.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { deleteFiles, eraseFiles, removeErased } from '../../files/delete-files.ts';
import { readFileFacts } from '../../files/read-file-facts.ts';
import type { Caller } from '../../http/caller.ts';
import { hasFreshFactor, requireFreshFactor } from '../../http/session-guards.ts';
import { authorizeWorkflow, type WorkflowCall } from '../reading/read-workflow.ts';
import { fileIdsOf, workflowFileIds } from '../store/document-store.ts';
import type { WorkflowRecord } from '../store/workflow-record.ts';
import { deleteWorkflowRow } from '../store/workflow-store.ts';
import { lockWorkflow } from './advance-workflow.ts';
import { actorOf, SERVICE } from './record-workflow-events.ts';
import { requireUnheld } from './require-unheld.ts';

/**
 * Erases what other rooms keep beyond the workflow's rows, and answers the files that they have of it. Provided by the
 * composition root.
 */
export type ReleaseBeside = (tx: Tx, workflowId: number) => Promise<number[]>;

/**
 * Deletes a workflow with recipients, answers, files and trail; a tombstone remains. Only for drafts and ended
 * workflows: signing links of running ones must keep working.
 */
export async function deleteWorkflow(
  deps: Deps & { releaseBeside: ReleaseBeside },
  caller: Caller,
  { visitor, ...address }: WorkflowCall,
): Promise<void> {
  const { workflowId, isSeal = false } = address;
  const { status: known } = await authorizeWorkflow(deps, { ...address, caller, operation: 'delete' });
  // What was signed is gone for good.
  if (known === 'signed') requireFreshFactor(deps, caller);
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const { status } = record.workflow;
    // Nobody waits for a seal that failed.
    if (!isDeletable(status) && !(isSeal && status === 'blocked')) {
      throw conflict(
        `This workflow is ${status.replaceAll('_', ' ')}; cancel it or let it end, then delete it.`,
      );
    }
    await requireUnheld(tx, record);
    const actor = await actorOf(tx, caller, visitor);
    return eraseWorkflow(tx, deps, { record, actor, reason: 'requested' });
  });
  await removeErased(deps, blobs);
}

/** Asks for a fresh factor before the first of several is deleted, where a signed one is among them. */
export async function requireFreshToDelete(
  deps: Deps,
  caller: Caller,
  addresses: readonly Omit<WorkflowCall, 'visitor'>[],
): Promise<void> {
  if (hasFreshFactor(deps, caller)) return;
  for (const address of addresses) {
    // What the caller may not delete is told of its own.
    const known = await authorizeWorkflow(deps, { ...address, caller, operation: 'delete' }).catch(
      () => null,
    );
    if (known?.status === 'signed') requireFreshFactor(deps, caller);
  }
}

/**
 * Erases a workflow whose row the caller has locked, with everything of it in every room, the data keys of its files
 * included; a tombstone remains. Returns the blobs, for `removeErased` after the commit.
 */
export async function eraseWorkflow(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'vault'> & { releaseBeside: ReleaseBeside },
  erasure: Deletion,
): Promise<string[]> {
  await leaveTombstone(tx, deps, erasure);
  return eraseBuried(tx, deps, erasure.record);
}

/** The same for a workflow that has its tombstone: a restored backup brought it back. */
export async function eraseBuried(
  tx: Tx,
  deps: Pick<Deps, 'clock'> & { releaseBeside: ReleaseBeside },
  record: WorkflowRecord,
): Promise<string[]> {
  const { workflow } = record;
  const files = [...workflowFileIds(record), ...(await deps.releaseBeside(tx, workflow.id))];
  await deleteWorkflowRow(tx, workflow.id);
  return eraseFiles(tx, files, deps.clock.now());
}

/** Deletes a draft that was created in the same call, which then failed. */
export async function discardDraft(
  deps: Pick<Deps, 'clock' | 'database' | 'vault'>,
  workflowId: number,
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    if (record.workflow.status !== 'not_started') return;
    await leaveTombstone(tx, deps, { record, actor: SERVICE, reason: 'not_started' });
    await deleteWorkflowRow(tx, workflowId);
    await deleteFiles(tx, workflowFileIds(record));
  });
}

interface Deletion {
  record: WorkflowRecord;
  actor: EventActor;
  reason: DeletionReason;
  /** By which rule, where a period ended. */
  retention?: DeletionRule;
}

/** Records the hashes of a workflow's files, its dates, and who deletes it and why. The caller has locked its row. */
async function leaveTombstone(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'vault'>,
  { record: { workflow, documents }, actor, reason, retention }: Deletion,
): Promise<void> {
  const facts = await readFileFacts(tx, documents.flatMap(fileIdsOf));
  const hashOf = (id: number | null) =>
    id === null ? null : (facts.get(id)?.sha256.toString('hex') ?? null);
  await recordDeletion(tx, deps, {
    workflowId: workflow.id,
    envelopeId: workflow.envelope_id,
    status: workflow.status,
    reason,
    actor,
    dates: { created: workflow.created_at, started: workflow.started_at, ended: workflow.ended_at },
    files: documents.map((document) => ({
      original: hashOf(document.original_file_id) ?? '',
      sealed: hashOf(document.sealed_file_id),
    })),
    ...(retention ? { retention } : {}),
  });
}
