import type { Reads } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { listWorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { readWorkflows, VIEW } from '../store/workflow-reading-store.ts';
import type { ViewedWorkflow } from '../store/workflow-record.ts';
import { maySeeBy, unknownWorkflow } from './read-workflow.ts';
import { type ViewDeps, viewEnvelope, viewRecipients, viewWorkflow } from './workflow-view.ts';

export { SEAL_SECTIONS, viewSeal } from './seal-view.ts';
export {
  type AnsweredWorkflow,
  viewAnnex,
  viewAnswers,
  viewChoices,
  viewFields,
  viewFile,
  viewPlacedFields,
  withVersion,
} from './workflow-view.ts';

export type EnvelopeView = ReturnType<typeof viewEnvelope>;
export type RecipientView = ReturnType<typeof viewRecipients>[number];

/** Envelopes in their format on the wire, as they are stored now. */
export async function viewEnvelopes(
  reads: Reads,
  deps: ViewDeps,
  ids: readonly number[],
): Promise<EnvelopeView[]> {
  return (await readWorkflows(reads, ids, VIEW)).map((viewed) => viewEnvelope(viewed, deps));
}

/** @throws Refusal `WORKFLOW_NOT_FOUND` once it is gone */
export async function getViewed(reads: Reads, id: number): Promise<ViewedWorkflow> {
  const [viewed] = await readWorkflows(reads, [id], VIEW);
  if (!viewed) throw unknownWorkflow();
  return viewed;
}

/** One person of a workflow in their shape on the wire. */
export async function viewRecipient(
  reads: Reads,
  deps: ViewDeps,
  { workflowId, recipientId }: { workflowId: number; recipientId: number },
): Promise<RecipientView> {
  const people = viewRecipients(await getViewed(reads, workflowId), deps);
  const person = people.find(({ id }) => id === recipientId);
  if (!person) throw new Error(`workflow ${workflowId} has lost recipient ${recipientId}`);
  return person;
}

/** A workflow in the format of the workflow family. */
export async function viewOneWorkflow(deps: Pick<Deps, 'database'> & ViewDeps, id: number) {
  return viewWorkflow(await getViewed(deps.database, id), deps);
}

/** Envelopes for a recipient: without the sender's private data, unless the caller has read access to it anyway. */
export async function viewReceived(
  deps: Pick<Deps, 'database'> & ViewDeps,
  caller: Caller,
  envelopes: readonly ViewedWorkflow[],
): Promise<EnvelopeView[]> {
  const accessList = await listWorkspaceAccess(deps.database, caller);
  // Who is in the sender's workspace, and what its programs noted, is no signer's business.
  const withoutPrivate = (view: EnvelopeView): EnvelopeView => ({
    ...view,
    users: [],
    tags: [],
    metadata: [],
  });
  return envelopes.map((viewed) => {
    const view = viewEnvelope(viewed, deps);
    return maySeeBy(accessList, viewed) ? view : withoutPrivate(view);
  });
}
