import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { ReminderDefault } from './wire.ts';

/** Whose reminders: those of a workspace, or of an organization for all of its workspaces. */
export type ReminderScope = { workspaceId: number } | { organizationId: number };

export function remindersQuery(scope: ReminderScope | undefined) {
  return queryOptions({
    queryKey: ['reminders', scope],
    enabled: scope !== undefined,
    queryFn: ({ signal }) => call<ReminderDefault>(pathOf(scope), { signal }),
  });
}

export function saveReminderDefault(
  scope: ReminderScope,
  reminders: string | null,
): Promise<ReminderDefault> {
  return call(pathOf(scope), { method: 'PUT', json: { reminders } });
}

function pathOf(scope: ReminderScope | undefined): string {
  if (scope && 'workspaceId' in scope) return `/api/v1/workspaces/${scope.workspaceId}/reminders`;
  return `/api/v1/organization/reminders?organizationId=${scope?.organizationId}`;
}
