import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { SendingDefaultsAnswer } from './wire.ts';

/** Whose defaults: those of a workspace, or of an organization for all of its workspaces. */
export type DefaultsScope = { workspaceId: number } | { organizationId: number };

export function defaultsQuery(scope: DefaultsScope | undefined) {
  return queryOptions({
    queryKey: ['defaults', scope],
    enabled: scope !== undefined,
    queryFn: ({ signal }) => call<SendingDefaultsAnswer>(pathOf(scope), { signal }),
  });
}

export type SetDefaults = { [Name in keyof SendingDefaultsAnswer]: SendingDefaultsAnswer[Name]['value'] };

export function saveDefaults(scope: DefaultsScope, json: SetDefaults): Promise<SendingDefaultsAnswer> {
  return call(pathOf(scope), { method: 'PUT', json });
}

function pathOf(scope: DefaultsScope | undefined): string {
  return scope && 'workspaceId' in scope
    ? `/api/v1/workspaces/${scope.workspaceId}/defaults`
    : `/api/v1/organization/defaults?organizationId=${scope?.organizationId}`;
}
