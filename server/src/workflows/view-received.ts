import { mayWorkflow } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { listWorkspaceAccess } from '../workspaces/workspace-access.ts';
import type { WorkflowRecord } from './read-workflow.ts';
import { type EnvelopeView, viewEnvelopes } from './view-envelopes.ts';
import type { WorkflowViewData } from './workflow-view-data.ts';

/**
 * Envelopes as a person sees them who was asked to act in them: without what is the sender's own, unless they could
 * see it there anyway.
 */
export async function viewReceived(
  deps: Pick<Deps, 'config' | 'database'> & Partial<Pick<WorkflowViewData, 'linkOf'>>,
  caller: Caller,
  records: readonly WorkflowRecord[],
): Promise<EnvelopeView[]> {
  const accessList = await listWorkspaceAccess(deps.database, caller);
  const views = await viewEnvelopes(deps.database, deps, records);
  return views.map((view, index) => {
    const workflow = records[index]?.workflow;
    const access = accessList.find(({ workspaceId }) => workspaceId === workflow?.workspace_id);
    const maySee = workflow && access && mayWorkflow(access, 'view', { creatorId: workflow.creator_id });
    return maySee ? view : withoutPrivate(view);
  });
}

/** Who is in the sender's workspace, and what its programs noted, is no signer's business. */
function withoutPrivate(view: EnvelopeView): EnvelopeView {
  return { ...view, users: [], tags: [], metadata: [] };
}
