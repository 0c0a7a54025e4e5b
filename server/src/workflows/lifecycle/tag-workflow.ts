import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { chooseTags, matchTags, readTags, type TagView } from '../../tags/assign-tags.ts';
import { getWorkspaceAccess, requirePermission } from '../../workspaces/workspace-access.ts';
import { authorizeWorkflow, type WorkflowCall } from '../reading/read-workflow.ts';
import { exchangeTaggings, replaceTaggings } from '../store/workflow-store.ts';
import { lockWorkflow } from './advance-workflow.ts';
import { recordChange } from './record-workflow-events.ts';

/** Sets the tags of a workflow, in any status; those not named are removed. */
export async function tagWorkflow(
  deps: Deps,
  caller: Caller,
  { tags, visitor, ...address }: WorkflowCall & { tags: readonly number[] },
): Promise<TagView[]> {
  const { workspaceId, workflowId } = address;
  await authorizeWorkflow(deps, { caller, operation: 'view', ...address });
  requirePermission(await getWorkspaceAccess(deps.database, caller, workspaceId), 'tag_workflow');
  return deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    const tagIds = await chooseTags(tx, { workspaceId: workflow.workspace_id, tagIds: tags });
    await replaceTaggings(tx, workflowId, tagIds);
    await recordChange(tx, deps, { workflowId, caller, visitor, parts: ['tags'] });
    return readTags(tx, tagIds);
  });
}

/** A workflow that moves to another workspace gets the tags of the same names there. */
export async function carryTags(
  tx: Tx,
  move: { workflowIds: readonly number[]; workspaceId: number; newWorkspaceId: number },
): Promise<void> {
  if (move.workflowIds.length === 0) return;
  await exchangeTaggings(tx, move.workflowIds, await matchTags(tx, move));
}
