import { isDeletable, Refusal } from '@paraph/domain';
import { type DeletionReason, recordDeletion } from '../../audit/record-deletion.ts';
import type { Deps } from '../../deps.ts';
import { deleteFiles } from '../../files/delete-files.ts';
import { readFileFacts } from '../../files/read-file-facts.ts';
import type { Caller } from '../../http/caller.ts';
import type { Reads, Tx } from '../../platform/database.ts';
import type { EventActor } from '../../platform/tables.ts';
import { authorizeWorkflow, type WorkflowCall } from '../reading/read-workflow.ts';
import { fileIdsOf } from '../store/document-store.ts';
import { deleteWorkflowRow, type WorkflowRecord } from '../store/workflow-store.ts';
import { lockWorkflow } from './advance-workflow.ts';
import { actorOf, SERVICE } from './record-workflow-events.ts';

/** The files of a workflow in other rooms. Provided by the composition root. */
export type ListFilesBeside = (reads: Reads, workflowId: number) => Promise<number[]>;

/**
 * Deletes a workflow with recipients, answers, files and trail; a tombstone remains. Only for drafts and ended
 * workflows: signing links of running ones must keep working.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `WORKFLOW_STATUS_CONFLICT`
 */
export async function deleteWorkflow(
  deps: Deps & { listFilesBeside: ListFilesBeside },
  caller: Caller,
  { workspaceId, workflowId, visitor }: WorkflowCall,
): Promise<void> {
  await authorizeWorkflow(deps, { caller, operation: 'delete', workspaceId, workflowId });
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const { workflow, documents } = record;
    if (!isDeletable(workflow.status)) {
      throw new Refusal(
        'WORKFLOW_STATUS_CONFLICT',
        `This workflow is ${workflow.status.replaceAll('_', ' ')}; cancel it or let it end, then delete it.`,
      );
    }
    const files = [...documents.flatMap(fileIdsOf), ...(await deps.listFilesBeside(tx, workflowId))];
    const actor = await actorOf(tx, caller, visitor);
    await leaveTombstone(tx, deps, { record, actor, reason: 'requested' });
    await deleteWorkflowRow(tx, workflowId);
    await deleteFiles(tx, files);
  });
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
    await deleteFiles(tx, record.documents.flatMap(fileIdsOf));
  });
}

interface Deletion {
  record: WorkflowRecord;
  actor: EventActor;
  reason: DeletionReason;
}

/** Records the hashes of a workflow's files, its dates, and who deletes it and why. The caller has locked its row. */
async function leaveTombstone(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'vault'>,
  { record: { workflow, documents }, actor, reason }: Deletion,
): Promise<void> {
  const ids = documents.flatMap((document) => [
    document.original_file_id,
    ...(document.sealed_file_id === null ? [] : [document.sealed_file_id]),
  ]);
  const facts = await readFileFacts(tx, ids);
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
  });
}
