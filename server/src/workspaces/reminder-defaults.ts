import { invalid, NO_REMINDERS, nearestValue, readReminderPlan } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { type OrganizationChoice, requireAdministrator } from './organization-access.ts';
import { getWorkspaceAccess, lockAuthorizedWorkspace } from './workspace-access.ts';
import {
  listOrganizationRows,
  listWorkspacesOf,
  updateOrganization,
  updateWorkspaceRow,
} from './workspace-store.ts';

/** What reminders are given to workflows that say nothing of them, and what counts where nothing is set here either. */
export interface ReminderDefault {
  reminders: string | null;
  effective: string;
  source: 'template' | 'workspace' | 'organization' | null;
}

type DefaultDeps = Pick<Deps, 'database'>;

export async function readOrganizationReminders(
  { database }: DefaultDeps,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
): Promise<ReminderDefault> {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  return ofOrganization(database, organizationId);
}

/** Counts for workflows that start from now on. */
export async function updateOrganizationReminders(
  { clock, database }: DefaultDeps & Pick<Deps, 'clock'>,
  caller: Caller,
  { organizationId: chosen, reminders }: OrganizationChoice & { reminders: string | null },
): Promise<ReminderDefault> {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  requireReminders(reminders);
  await database.transaction().execute(async (tx) => {
    const [before] = await listOrganizationRows(tx, [organizationId]);
    await updateOrganization(tx, organizationId, { reminders });
    await recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: caller.userId, name: 'organization.reminders_changed', now: clock.now() },
      ...{ before: { reminders: before?.reminders ?? null }, after: { reminders } },
    });
  });
  return ofOrganization(database, organizationId);
}

export async function readWorkspaceReminders(
  { database }: DefaultDeps,
  caller: Caller,
  { workspaceId }: { workspaceId: number },
): Promise<ReminderDefault> {
  const { organizationId } = await getWorkspaceAccess(database, caller, workspaceId);
  const [workspace] = await listWorkspacesOf(database, caller, workspaceId);
  return nearer(await ofOrganization(database, organizationId), 'workspace', workspace?.reminders);
}

/** What counts for one level, of which the wider one is known. */
export function nearer(
  { effective, source }: ReminderDefault,
  level: 'template' | 'workspace',
  reminders: string | null = null,
): ReminderDefault {
  const { value, source: by } = nearestValue([[level, reminders]]);
  return { reminders, effective: value ?? effective, source: by ?? source };
}

/** The same for one workspace, before what the organization says. */
export async function updateWorkspaceReminders(
  deps: DefaultDeps & Pick<Deps, 'clock'>,
  caller: Caller,
  { workspaceId, reminders }: { workspaceId: number; reminders: string | null },
): Promise<ReminderDefault> {
  await deps.database.transaction().execute(async (tx) => {
    const workspace = await lockAuthorizedWorkspace(tx, caller, { workspaceId, needed: 'edit_workspace' });
    requireReminders(reminders);
    await updateWorkspaceRow(tx, workspaceId, { reminders });
    const act = { organizationId: workspace.organization_id, actorId: caller.userId, now: deps.clock.now() };
    await recordOrganizationEvent(tx, {
      ...{ ...act, name: 'workspace.reminders_changed', detail: { workspaceId, workspace: workspace.name } },
      ...{ before: { reminders: workspace.reminders }, after: { reminders } },
    });
  });
  return readWorkspaceReminders(deps, caller, { workspaceId });
}

async function ofOrganization(reads: Reads, organizationId: number): Promise<ReminderDefault> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  const reminders = organization?.reminders ?? null;
  const source = reminders === null ? null : 'organization';
  return { reminders, effective: reminders ?? NO_REMINDERS, source };
}

/** @throws Refusal `VALIDATION_ERROR` with the violation `reminders` */
export function requireReminders(value: string | null): void {
  if (value === null) return;
  const read = readReminderPlan(value);
  if ('problem' in read) throw invalid({ reminders: read.problem });
}
