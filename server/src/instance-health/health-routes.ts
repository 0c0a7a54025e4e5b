import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { checkHealth, readHealth } from './check-health.ts';
import { openStatus } from './read-status.ts';

export function healthRoutes(deps: Deps) {
  const readStatus = openStatus(deps);
  return {
    readStatus: () => readStatus(),
    readHealth: ({ caller }) => readHealth(deps, caller),
    checkHealth: ({ caller }) => checkHealth(deps, caller),
  } satisfies Partial<Handlers>;
}
