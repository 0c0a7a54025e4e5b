import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { actorOf } from './event-actor.ts';
import { authorizeWorkflow, type WorkflowAddress, type WorkflowRecord } from './read-workflow.ts';
import { startDraft } from './start-draft.ts';

/**
 * Starts a draft: the people of its first step are invited.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, and those of `startDraft`
 */
export async function startWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, workflowId, visitor }: WorkflowAddress & { visitor: Visitor },
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  return startDraft(deps, workflowId, (tx) => actorOf(tx, caller, visitor));
}
