import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { checkLinkHost, readLinkHost, removeLinkHost, setLinkHost } from './manage-link-host.ts';

export function linkHostRoutes(deps: Deps) {
  return {
    readLinkHost: ({ caller, query }) => readLinkHost(deps, caller, query),
    setLinkHost: ({ caller, query, body }) => setLinkHost(deps, caller, { ...query, ...body }),
    checkLinkHost: ({ caller, query }) => checkLinkHost(deps, caller, query),
    removeLinkHost: ({ caller, query }) => removeLinkHost(deps, caller, query),
  } satisfies Partial<Handlers>;
}
