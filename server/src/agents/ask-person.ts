import { conflict, type WorkflowStatus } from '@paraph/domain';
import { countHits } from '../http/rate-limit.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey } from '../platform/ids.ts';
import { authorizeWorkflow, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { findOpenRequest, insertRequest, type StoredRequest } from './request-store.ts';
import type { ToolCall } from './tool.ts';

const WAITS_SECONDS = 86_400;
/** What can still be canceled: a draft is deleted instead, by a person. */
const RUNNING: readonly WorkflowStatus[] = ['started'];

interface Asked {
  address: WorkflowAddress;
  act: StoredRequest['act'];
  reason: string | null;
}

/**
 * Asks a person to send or cancel. Nothing happens by this call: what it makes is a page with a button, and whether
 * that is pressed is decided elsewhere. What could not be done now is refused now, so that no person is asked in vain:
 * of a draft by the caller.
 */
export async function askPerson(call: ToolCall, { address, act, reason }: Asked) {
  const { deps, caller } = call;
  if (act === 'cancel') {
    const { status } = await authorizeWorkflow(deps, { ...address, caller, operation: 'edit' });
    if (!RUNNING.includes(status))
      throw conflict(`This workflow is ${status.replaceAll('_', ' ')}: it cannot be canceled.`);
  }
  const now = deps.clock.now();
  const same = { workflowId: address.workflowId, act, userId: caller.userId, now };
  const request =
    (await findOpenRequest(deps.database, same)) ?? (await makeRequest(call, { address, act, reason }));
  return {
    state: 'waiting_for_person',
    requestId: request.id,
    confirmUrl: `${deps.config.baseUrl}/confirm/${request.id}`,
    expires: request.expires_at.toISOString(),
    next: 'Show confirmUrl to the user. A person has to press the button there; get_workflow shows when it is done.',
  };
}

async function makeRequest({ deps, caller }: ToolCall, { address, act, reason }: Asked) {
  await countHits(deps.database, deps, {
    rate: 'agentRequests',
    who: caller.key,
    hits: 1,
    refuse: (seconds) => `This agent has asked too often; wait ${seconds} seconds.`,
  });
  const now = deps.clock.now();
  const row = {
    id: newKey(deps.ids),
    act,
    user_id: caller.userId,
    workflow_id: address.workflowId,
    agent_name: caller.agent?.name ?? '',
    agent_client_id: caller.agent?.clientId ?? null,
    reason,
    created_at: now,
    expires_at: addSeconds(now, WAITS_SECONDS),
  };
  await insertRequest(deps.database, row);
  return row;
}
