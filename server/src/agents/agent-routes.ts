import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import type { Perform } from '../http/perform.ts';
import { endAgentApp, listAgentApps } from './agent-apps.ts';
import { readAgentSettings, updateAgentSettings } from './agent-settings.ts';
import { readAllowance, updateAllowance } from './allowance-settings.ts';
import { decideAgentRequest, readAgentRequest } from './decide-request.ts';

/** `perform`: known once all handlers are. */
export function agentRoutes(deps: Deps, performer: { get(): Perform }) {
  const deciding = () => ({ ...deps, perform: performer.get() });
  return {
    readAgentRequest: ({ params, ...call }) => readAgentRequest(deciding(), call, params.requestId),
    decideAgentRequest: ({ params, body, ...call }) =>
      decideAgentRequest(deciding(), call, { ...params, ...body }),
    readAgentSettings: ({ caller, query }) => readAgentSettings(deps, caller, query),
    updateAgentSettings: ({ caller, query, body }) =>
      updateAgentSettings(deps, caller, { ...query, ...body }),
    readAgentAllowance: ({ caller, query }) => readAllowance(deps, caller, query),
    updateAgentAllowance: ({ caller, query, body }) => updateAllowance(deps, caller, { ...query, ...body }),
    listAgentApps: ({ caller, query }) => listAgentApps(deps, caller, query),
    endAgentApp: ({ caller, query, params }) => endAgentApp(deps, caller, { ...query, ...params }),
  } satisfies Partial<Handlers>;
}
