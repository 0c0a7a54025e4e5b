import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { advanceWorkflow } from './advance-workflow.ts';
import { actorOf } from './event-actor.ts';
import { authorizeWorkflow, type WorkflowAddress, type WorkflowRecord } from './read-workflow.ts';

/**
 * Stops a workflow for good.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `WORKFLOW_STATUS_CONFLICT`
 */
export async function cancelWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, workflowId, visitor }: WorkflowAddress & { visitor: Visitor },
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  return deps.database.transaction().execute(async (tx) => {
    const actor = await actorOf(tx, caller, visitor);
    return advanceWorkflow(tx, deps, { workflowId, command: { verb: 'cancel' }, actor });
  });
}
