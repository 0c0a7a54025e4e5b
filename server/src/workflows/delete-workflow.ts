import { isDeletable, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { forgetFiles } from '../files/forget-files.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { lockWorkflow } from './advance-workflow.ts';
import { fileIdsOf } from './document-store.ts';
import { actorOf } from './event-actor.ts';
import { leaveTombstone } from './leave-tombstone.ts';
import { authorizeWorkflow, type WorkflowAddress } from './read-workflow.ts';
import { deleteWorkflowRow } from './workflow-store.ts';

/** The files that other rooms keep of a workflow. Given by the composition root. */
export type ListFilesBeside = (reads: Reads, workflowId: number) => Promise<number[]>;

/**
 * Deletes a workflow with all that belongs to it: people, answers, files and its trail; a tombstone stays. Only a
 * draft, or one that has come to its end: nobody's link may lead into nothing.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `WORKFLOW_STATUS_CONFLICT`
 */
export async function deleteWorkflow(
  deps: Deps & { listFilesBeside: ListFilesBeside },
  caller: Caller,
  { workspaceId, workflowId, visitor }: WorkflowAddress & { visitor: Visitor },
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
    await forgetFiles(tx, files);
  });
}
