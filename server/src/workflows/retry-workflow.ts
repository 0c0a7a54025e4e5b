import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { advanceWorkflow } from './advance-workflow.ts';
import { actorOf } from './event-actor.ts';
import { authorizeWorkflow, type WorkflowAddress, type WorkflowRecord } from './read-workflow.ts';

/** Leads a blocked workflow back to sealing, once its cause is mended. */
export async function retryWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, workflowId, visitor }: WorkflowAddress & { visitor: Visitor },
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  return deps.database.transaction().execute(async (tx) => {
    const actor = await actorOf(tx, caller, visitor);
    return advanceWorkflow(tx, deps, { workflowId, command: { verb: 'retry' }, actor });
  });
}
