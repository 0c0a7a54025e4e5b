import { PREFERENCES } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import {
  nearer,
  type ReminderDefault,
  readWorkspaceReminders,
  requireReminders,
} from '../workspaces/reminder-defaults.ts';
import { changeTemplate } from './change-template.ts';
import { readVisibleTemplate, type TemplateAddress } from './read-template.ts';
import type { TemplateRecord } from './template-store.ts';

// The preference of the template, which its workflows take over when they are made, before what the workspace says.

export async function readTemplateReminders(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  address: TemplateAddress,
): Promise<ReminderDefault> {
  return ofTemplate(deps, caller, await readVisibleTemplate(deps, caller, address));
}

export async function updateTemplateReminders(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { reminders, ...command }: TemplateAddress & { reminders: string | null },
): Promise<ReminderDefault> {
  const changed = await changeTemplate(deps, { caller, command }, async (_tx, { template }) => {
    requireReminders(reminders);
    const { [PREFERENCES.reminders]: _before, ...others } = template.preferences;
    return { preferences: reminders === null ? others : { ...others, [PREFERENCES.reminders]: reminders } };
  });
  return ofTemplate(deps, caller, changed);
}

async function ofTemplate(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { template: { preferences, workspace_id: workspaceId } }: TemplateRecord,
): Promise<ReminderDefault> {
  const wider = await readWorkspaceReminders(deps, caller, { workspaceId });
  return nearer(wider, 'template', preferences[PREFERENCES.reminders]);
}
