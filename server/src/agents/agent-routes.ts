import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import type { Perform } from '../http/perform.ts';
import { readAgentSettings, updateAgentSettings } from './agent-settings.ts';
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
  } satisfies Partial<Handlers>;
}
