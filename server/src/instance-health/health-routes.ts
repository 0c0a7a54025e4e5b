import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { checkHealth, readHealth } from './check-health.ts';
import { readStatus } from './read-status.ts';

export function healthRoutes(deps: Deps) {
  return {
    readStatus: () => readStatus(deps),
    readHealth: ({ caller }) => readHealth(deps, caller),
    checkHealth: ({ caller }) => checkHealth(deps, caller),
  } satisfies Partial<Handlers>;
}
