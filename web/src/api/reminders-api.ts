import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type { ReminderDefault } from './wire.ts';

/** Whose reminders: those of a workspace or one of its templates, or of an organization for all of its workspaces. */
export type ReminderScope = { workspaceId: number; templateId?: number } | { organizationId: number };

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
  if (scope && 'workspaceId' in scope) {
    const { workspaceId, templateId } = scope;
    const template = templateId === undefined ? '' : `/templates/${templateId}`;
    return `/api/v1/workspaces/${workspaceId}${template}/reminders`;
  }
  return `/api/v1/organization/reminders?organizationId=${scope?.organizationId}`;
}
