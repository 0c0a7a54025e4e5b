import { mayWorkflow } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import type { Reads } from '../../platform/database.ts';
import { listWorkspaceAccess } from '../../workspaces/workspace-access.ts';
import type { ViewDataRow } from '../store/view-data-store.ts';
import type { WorkflowRecord } from '../store/workflow-store.ts';
import { viewEnvelope, viewRecipients, viewWorkflow } from './workflow-view.ts';
import { loadWorkflowViewData, toViewData, type WorkflowViewData } from './workflow-view-data.ts';

export { viewPlacedFields } from './workflow-view.ts';

export type EnvelopeView = ReturnType<typeof viewEnvelope>;

/** Envelopes in their format on the wire, for other rooms. */
export async function viewEnvelopes(
  reads: Reads,
  deps: Pick<Deps, 'config'> & Partial<Pick<WorkflowViewData, 'linkOf'>>,
  records: readonly WorkflowRecord[],
): Promise<EnvelopeView[]> {
  const related = await loadWorkflowViewData(reads, deps, records);
  return records.map((record) => viewEnvelope(record, related));
}

/** One that was read with what views show of other rooms' rows. */
export function viewFound(
  deps: Pick<Deps, 'config'> & Partial<Pick<WorkflowViewData, 'linkOf'>>,
  { record, viewData }: { record: WorkflowRecord; viewData: ViewDataRow },
): EnvelopeView {
  return viewEnvelope(record, toViewData(deps, viewData));
}

export type RecipientView = ReturnType<typeof viewRecipients>[number];

/** One person of a workflow in their shape on the wire. */
export async function viewRecipient(
  reads: Reads,
  deps: Pick<Deps, 'config'>,
  { record, recipientId }: { record: WorkflowRecord; recipientId: number },
): Promise<RecipientView> {
  const people = viewRecipients(record, await loadWorkflowViewData(reads, deps, [record]));
  const person = people.find(({ id }) => id === recipientId);
  if (!person) throw new Error(`workflow ${record.workflow.id} has lost recipient ${recipientId}`);
  return person;
}

/** A workflow in the format of the workflow family, for other rooms. */
export async function viewOneWorkflow(deps: Pick<Deps, 'config' | 'database'>, record: WorkflowRecord) {
  return viewWorkflow(record, await loadWorkflowViewData(deps.database, deps, [record]));
}

/**
 * Envelopes for a recipient: without the sender's private data, unless the caller has read access to it anyway.
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
