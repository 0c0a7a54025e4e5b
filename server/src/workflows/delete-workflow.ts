import { isDeletable, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { forgetFiles } from '../files/forget-files.ts';
import type { Caller } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { takeWorkflow } from './advance-workflow.ts';
import { fileIdsOf } from './document-store.ts';
import { judgeWorkflow, type WorkflowAddress } from './read-workflow.ts';
import { deleteWorkflowRow } from './workflow-store.ts';

/** The files that other rooms keep of a workflow. Given by the composition root. */
export type ListFilesBeside = (reads: Reads, workflowId: number) => Promise<number[]>;

/**
 * Deletes a workflow with all that belongs to it: people, answers, files and its trail. Only a draft, or one that has
 * come to its end: nobody's link may lead into nothing.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `WORKFLOW_STATUS_CONFLICT`
 */
export async function deleteWorkflow(
  deps: Deps & { listFilesBeside: ListFilesBeside },
  caller: Caller,
  { workspaceId, workflowId }: WorkflowAddress,
): Promise<void> {
  await judgeWorkflow(deps, { caller, deed: 'delete', workspaceId, workflowId });
  await deps.database.transaction().execute(async (tx) => {
    const { workflow, documents } = await takeWorkflow(tx, workflowId);
    if (!isDeletable(workflow.status)) {
      throw new Refusal(
        'WORKFLOW_STATUS_CONFLICT',
        `This workflow is ${workflow.status.replaceAll('_', ' ')}; cancel it or let it end, then delete it.`,
      );
    }
    const files = [...documents.flatMap(fileIdsOf), ...(await deps.listFilesBeside(tx, workflowId))];
    await deleteWorkflowRow(tx, workflowId);
    await forgetFiles(tx, files);
  });
}
