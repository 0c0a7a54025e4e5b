import type { AnswerOf, Operations } from '@paraph/contract';
import { conflict, findAgentProblem, forbidden, Refusal } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Deps } from '../deps.ts';
import type { InnerCall, Perform } from '../http/perform.ts';
import { toSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { changeStatus, startWorkflow } from '../workflows/lifecycle/change-status.ts';
import { authorizeWorkflow, getWorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { findAgentMode } from './agent-store.ts';
import { findRequest, type StoredRequest, saveDecision } from './request-store.ts';

type Workflow = AnswerOf<Operations['readWorkflow']>;
type PersonCall = Pick<InnerCall, 'caller' | 'visitor' | 'request' | 'reply'>;
type RequestDeps = Deps & { perform: Perform };

/** What an agent asks for, with all that it would send; for those who may do it themselves. */
export async function readAgentRequest(deps: RequestDeps, call: PersonCall, requestId: string) {
  const { request, workflow } = await openRequest(deps, call, requestId);
  const user = (await readUserNames(deps.database, [request.user_id])).get(request.user_id);
  return {
    id: request.id,
    act: request.act,
    state: stateOf(request, deps.clock.now()),
    agent: { name: request.agent_name, clientId: request.agent_client_id },
    forUser: { name: user?.name ?? '', email: user?.email ?? '' },
    reason: request.reason,
    expiryDate: toSeconds(request.expires_at),
    digest: digestOf(workflow),
    workflow: {
      id: workflow.id,
      workspaceId: workflow.workspaceId,
      organizationName: workflow.organization.name,
      name: workflow.name,
      status: workflow.status,
      type: workflow.type,
      senderMessage: workflow.senderMessage,
      expiryDate: workflow.expiryDate,
      documents: workflow.documents.map(({ id, file }) => ({ id, name: file.name, size: file.size })),
      steps: workflow.steps.map(({ type, actions }) => ({
        type,
        recipients: actions.map(({ recipientId }) => personOf(workflow, recipientId)),
      })),
      followers: workflow.followers.map(({ name, email }) => ({ name, email })),
    },
  };
}

/**
 * Does what the agent asked for, by the rights of the person who presses: agents have no part in it, and nothing else
 * leads here. What the page showed must still be what would be sent.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` where it was decided, is over, or the workflow has changed since
 */
export async function decideAgentRequest(
  deps: RequestDeps,
  call: PersonCall,
  { requestId, decision, digest }: { requestId: string; decision: 'confirm' | 'deny'; digest: string },
) {
  const { request, workflow, organizationId } = await openRequest(deps, call, requestId);
  const state = stateOf(request, deps.clock.now());
  if (state !== 'waiting') throw conflict('This request was decided, or has ended; ask the agent again.');
  if (decision === 'confirm') {
    const problem = findAgentProblem(await findAgentMode(deps.database, organizationId), 'ask');
    if (problem !== null) throw forbidden(problem);
    if (digestOf(workflow) !== digest)
      throw conflict('The document has changed since this page was opened; look at it again.');
    await carryOut(deps, call, { request, workflow });
  }
  await saveDecision(deps.database, {
    id: request.id,
    decision: decision === 'confirm' ? 'confirmed' : 'denied',
    userId: call.caller.userId,
    now: deps.clock.now(),
  });
  return readAgentRequest(deps, call, requestId);
}

/** The events that follow name the person who pressed, and the agent that had asked for whom. */
async function carryOut(
  deps: Deps,
  { caller, visitor }: PersonCall,
  { request, workflow }: { request: StoredRequest; workflow: Workflow },
): Promise<void> {
  const user = (await readUserNames(deps.database, [request.user_id])).get(request.user_id);
  const agent = {
    name: request.agent_name,
    clientId: request.agent_client_id,
    forUser: user?.name ?? '',
  };
  const person = { ...caller, agent };
  const address = { workspaceId: workflow.workspaceId, workflowId: workflow.id, visitor };
  if (request.act === 'send') await startWorkflow(deps, person, address);
  else await changeStatus(deps, person, { ...address, verb: 'cancel', reason: request.reason ?? undefined });
}

async function openRequest(deps: RequestDeps, call: PersonCall, requestId: string) {
  const request = await findRequest(deps.database, requestId);
  if (!request) throw unknownRequest();
  const { caller } = call;
  const address = await getWorkflowAddress(deps, caller, request.workflow_id).catch((error: unknown) => {
    throw error instanceof Refusal ? unknownRequest() : error;
  });
  const { access } = await authorizeWorkflow(deps, { ...address, caller, operation: 'edit' });
  const workflow = await deps.perform('readWorkflow', { ...call, params: address });
  return { request, workflow, organizationId: access.organizationId };
}

function unknownRequest(): Refusal {
  return new Refusal('NOT_FOUND', 'There is no such request of an agent among yours.');
}

function stateOf({ decision, expires_at: expiresAt }: StoredRequest, now: Date) {
  if (decision !== null) return decision;
  return now < expiresAt ? ('waiting' as const) : ('expired' as const);
}

/** All that the page shows, and what recipients would be asked for: files, people, order, fields, words. */
function digestOf({ documents, recipients, steps, fields, followers, ...workflow }: Workflow): string {
  const { name, type, status, senderMessage, senderName, expiryDate, signingSecurity } = workflow;
  const files = documents.map(({ id, file }) => [id, file.name, file.size, file.file.split('?')[0]]);
  const head = [name, type, status, senderMessage, senderName, expiryDate, signingSecurity];
  return sha256(JSON.stringify([head, files, recipients, steps, fields, followers])).toString('hex');
}

function personOf({ recipients }: Workflow, id: number) {
  const person = recipients.find((each) => each.id === id);
  return { name: person?.name ?? '', email: person?.email ?? '' };
}
