import { requireSender } from '../../accounts/sender.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { authorizeWorkflow, type WorkflowCall, type WorkflowRecord } from '../reading/read-workflow.ts';
import { advanceWorkflow } from './advance-workflow.ts';
import { actorOf } from './record-workflow-events.ts';
import { startDraft } from './start-draft.ts';

/**
 * Starts a draft: the people of its first step are invited.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, and those of `startDraft`
 */
export async function startWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, workflowId, visitor }: WorkflowCall,
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  const sender = await requireSender(deps, caller);
  return startDraft(deps, workflowId, { sender, actorIn: (tx) => actorOf(tx, caller, visitor) });
}

/**
 * Stops a workflow for good.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `WORKFLOW_STATUS_CONFLICT`
 */
export async function cancelWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, workflowId, visitor }: WorkflowCall,
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  return deps.database.transaction().execute(async (tx) => {
    const actor = await actorOf(tx, caller, visitor);
    return advanceWorkflow(tx, deps, { workflowId, command: { verb: 'cancel' }, actor });
  });
}

/** Leads a blocked workflow back to sealing, once its cause is mended. */
export async function retryWorkflow(
  deps: Deps,
  caller: Caller,
  { workspaceId, workflowId, visitor }: WorkflowCall,
): Promise<WorkflowRecord> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', workspaceId, workflowId });
  return deps.database.transaction().execute(async (tx) => {
    const actor = await actorOf(tx, caller, visitor);
    return advanceWorkflow(tx, deps, { workflowId, command: { verb: 'retry' }, actor });
  });
}
