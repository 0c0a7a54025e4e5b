import { queryOptions } from '@tanstack/react-query';
import { type Answer, ask, type Body, reading } from './ask.ts';

export type AgentRequest = Answer<'GET /api/v1/agent-requests/{requestId}'>;
export type AgentSettings = Answer<'GET /api/v1/organization/agents'>;
export type AgentAllowance = Answer<'GET /api/v1/organization/agents/allowance'>;
export type AgentApp = Answer<'GET /api/v1/organization/agents/apps'>[number];

/** Read anew when it is looked at again: the draft may have changed meanwhile. */
export function agentRequestQuery(requestId: string) {
  return queryOptions({
    queryKey: ['agent-request', requestId],
    queryFn: reading('GET /api/v1/agent-requests/{requestId}', { requestId }),
    retry: false,
  });
}

export function decideAgentRequest(
  requestId: string,
  json: Body<'POST /api/v1/agent-requests/{requestId}/decision'>,
) {
  return ask('POST /api/v1/agent-requests/{requestId}/decision', { requestId }, { json });
}

export function agentSettingsQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['organization-agents', organizationId],
    queryFn: reading('GET /api/v1/organization/agents', { organizationId }),
  });
}

export function saveAgentSettings(organizationId: number, json: AgentSettings) {
  return ask('PUT /api/v1/organization/agents', { organizationId }, { json });
}

export function agentAllowanceQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['organization-agents', organizationId, 'allowance'],
    queryFn: reading('GET /api/v1/organization/agents/allowance', { organizationId }),
    // The form is initialized with it: a refetch would replace input.
    refetchOnWindowFocus: false,
  });
}

export function saveAgentAllowance(
  organizationId: number,
  json: Body<'PUT /api/v1/organization/agents/allowance'>,
) {
  return ask('PUT /api/v1/organization/agents/allowance', { organizationId }, { json });
}

export function agentAppsQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['organization-agents', organizationId, 'apps'],
    queryFn: reading('GET /api/v1/organization/agents/apps', { organizationId }),
  });
}

export function endAgentApp(organizationId: number, appId: number) {
  return ask('DELETE /api/v1/organization/agents/apps/{appId}', { organizationId, appId });
}
