import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { readAgentSettings, updateAgentSettings } from './agent-settings.ts';

export function agentRoutes(deps: Deps) {
  return {
    readAgentSettings: ({ caller, query }) => readAgentSettings(deps, caller, query),
    updateAgentSettings: ({ caller, query, body }) =>
      updateAgentSettings(deps, caller, { ...query, ...body }),
  } satisfies Partial<Handlers>;
}
