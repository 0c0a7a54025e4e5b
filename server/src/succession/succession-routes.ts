import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import type { RemovalDeps } from '../workspaces/manage-members.ts';
import { handOverMember, previewHandOver } from './hand-over.ts';

export function successionRoutes(deps: Deps & RemovalDeps) {
  return {
    previewHandOver: ({ caller, params, query }) => previewHandOver(deps, caller, { ...query, ...params }),
    handOverMember: ({ caller, params, query, body, visitor }) =>
      handOverMember(deps, caller, { ...query, ...params, ...body, visitor }),
  } satisfies Partial<Handlers>;
}
