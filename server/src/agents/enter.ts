import { type AgentNeed, findAgentProblem, forbidden } from '@paraph/domain';
import { getEnvelopeAddress, type WorkflowAddress } from '../workflows/reading/read-workflow.ts';
import { listWorkspacesIn } from '../workspaces/api.ts';
import { listOrganizations } from '../workspaces/organization-access.ts';
import { getWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { findAgentMode } from './agent-store.ts';
import type { ToolCall } from './tool.ts';

/** The call, which reaches no other organization any more. */
export interface Entered {
  call: ToolCall;
  workspaceId: number;
  organizationId: number;
}

/**
 * Where a tool works: the named workspace of the caller, or the first one whose organization lets agents do it.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` where the organization does not allow it
 */
export async function enterWorkspace(
  call: ToolCall,
  need: AgentNeed,
  named: number | undefined,
): Promise<Entered> {
  const workspaceId = named ?? (await firstWorkspace(call, need));
  const { database } = call.deps;
  const { organizationId } = await getWorkspaceAccess(database, call.caller, workspaceId);
  const problem = findAgentProblem(await findAgentMode(database, organizationId), need);
  if (problem !== null) throw forbidden(problem);
  return { call: { ...call, caller: { ...call.caller, organizationId } }, workspaceId, organizationId };
}

/** The same for a workflow that the caller may see, by either of its ids. */
export async function enterWorkflow(
  call: ToolCall,
  need: AgentNeed,
  id: string,
): Promise<Entered & { address: WorkflowAddress }> {
  const address = await getEnvelopeAddress(call.deps, call.caller, id);
  return { ...(await enterWorkspace(call, need, address.workspaceId)), address };
}

/** The workspaces of the caller in organizations that let agents do this. */
export async function listEnterable({ deps, caller }: ToolCall, need: AgentNeed) {
  const { database } = deps;
  const found = [];
  for (const { organizationId, organizationName, workspaceIds } of await listOrganizations(deps, caller)) {
    const mode = await findAgentMode(database, organizationId);
    if (findAgentProblem(mode, need) !== null) continue;
    const workspaces = await listWorkspacesIn(database, organizationId);
    for (const { id, name } of workspaces)
      if (workspaceIds.includes(id)) found.push({ workspaceId: id, name, organizationName, mode });
  }
  return found;
}

async function firstWorkspace(call: ToolCall, need: AgentNeed): Promise<number> {
  const [first] = await listEnterable(call, need);
  if (first) return first.workspaceId;
  throw forbidden(
    'No organization of yours lets agents do this; its administrators can allow it under Organization → Agents.',
  );
}
