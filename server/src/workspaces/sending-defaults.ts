import {
  changeDefaults,
  type DefaultName,
  invalid,
  LIMITS,
  nearestValue,
  offerLevels,
  type SendingDefaults,
  type Violations,
  type WorkflowType,
} from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { readLevelFacts } from './levels.ts';
import { lockOrganization } from './member-store.ts';
import { type OrganizationChoice, requireAdministrator } from './organization-access.ts';
import { getWorkspaceAccess, lockAuthorizedWorkspace } from './workspace-access.ts';
import {
  listOrganizationRows,
  listWorkspacesOf,
  updateOrganization,
  updateWorkspaceRow,
} from './workspace-store.ts';

type DefaultDeps = Pick<Deps, 'config' | 'database'>;
export type DefaultsChange = { [Name in DefaultName]?: SendingDefaults[Name] | null | undefined };
/** What each level says, the nearest first. */
type Levels = readonly (readonly ['workspace' | 'organization', Partial<SendingDefaults>])[];

export async function readOrganizationDefaults(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId: chosen }: OrganizationChoice,
) {
  const { organizationId } = await requireAdministrator(database, caller, chosen);
  return viewDefaults([['organization', await defaultsOf(database, organizationId)]]);
}

/** Counts for what is made in the app from now on. */
export async function updateOrganizationDefaults(
  deps: DefaultDeps & Pick<Deps, 'clock'>,
  caller: Caller,
  { organizationId: chosen, change }: OrganizationChoice & { change: DefaultsChange },
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, chosen);
  await checkDefaults(deps, organizationId, change);
  await deps.database.transaction().execute(async (tx) => {
    await lockOrganization(tx, organizationId);
    const before = await defaultsOf(tx, organizationId);
    const after = changeDefaults(before, change);
    await updateOrganization(tx, organizationId, { defaults: JSON.stringify(after) });
    const act = { organizationId, actorId: caller.userId, now: deps.clock.now() };
    await recordOrganizationEvent(tx, {
      ...{ ...act, name: 'organization.defaults_changed' },
      ...{ before: { ...before }, after: { ...after } },
    });
  });
  return readOrganizationDefaults(deps, caller, { organizationId });
}

/** A level that is not offered any more, or that the caller may not ask for there, does not count. */
export async function readWorkspaceDefaults(
  deps: DefaultDeps,
  caller: Caller,
  { workspaceId }: { workspaceId: number },
) {
  const { database } = deps;
  const { organizationId, levels } = await getWorkspaceAccess(database, caller, workspaceId);
  const [workspace] = await listWorkspacesOf(database, caller, workspaceId);
  const { type, ...others } = viewDefaults([
    ['workspace', workspace?.defaults ?? {}],
    ['organization', await defaultsOf(database, organizationId)],
  ]);
  const isUsable =
    type.effective !== null &&
    levels.includes(type.effective) &&
    (await findMissing(deps, { organizationId, type: type.effective })) === null;
  return { ...others, type: isUsable ? type : { ...type, effective: null, source: null } };
}

/** What a level lacks here; null where it is offered. */
async function findMissing(
  deps: DefaultDeps,
  { organizationId, type }: { organizationId: number; type: WorkflowType },
): Promise<string | null> {
  const offers = offerLevels(await readLevelFacts(deps, deps.database, organizationId));
  return offers.find((offer) => offer.type === type)?.missing ?? null;
}

/** The same for one workspace, before what the organization says. */
export async function updateWorkspaceDefaults(
  deps: DefaultDeps & Pick<Deps, 'clock'>,
  caller: Caller,
  { workspaceId, change }: { workspaceId: number; change: DefaultsChange },
) {
  const { organizationId } = await getWorkspaceAccess(deps.database, caller, workspaceId);
  await checkDefaults(deps, organizationId, change);
  await deps.database.transaction().execute(async (tx) => {
    const workspace = await lockAuthorizedWorkspace(tx, caller, { workspaceId, needed: 'edit_workspace' });
    const before = workspace.defaults ?? {};
    const after = changeDefaults(before, change);
    await updateWorkspaceRow(tx, workspaceId, { defaults: JSON.stringify(after) });
    const detail = { workspaceId, workspace: workspace.name };
    await recordOrganizationEvent(tx, {
      ...{ organizationId: workspace.organization_id, actorId: caller.userId, now: deps.clock.now() },
      ...{
        name: 'workspace.defaults_changed',
        detail,
        before: { ...workspace.defaults },
        after: { ...after },
      },
    });
  });
  return readWorkspaceDefaults(deps, caller, { workspaceId });
}

async function defaultsOf(reads: Reads, organizationId: number): Promise<Partial<SendingDefaults>> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  return organization?.defaults ?? {};
}

const DAY_SECONDS = 86_400;

/** @throws Refusal `VALIDATION_ERROR` where a document could not begin with it */
async function checkDefaults(
  deps: DefaultDeps,
  organizationId: number,
  change: DefaultsChange,
): Promise<void> {
  const { expiryDays, type } = change;
  const violations: Violations = {};
  const least = Math.ceil(deps.config.expirySecondsMin / DAY_SECONDS);
  const most = LIMITS.expirySecondsMax / DAY_SECONDS;
  if (typeof expiryDays === 'number' && (expiryDays < least || expiryDays > most))
    violations.expiryDays = `Must be a whole number of days from ${least} to ${most}.`;
  if (type !== undefined && type !== null) {
    const missing = await findMissing(deps, { organizationId, type });
    if (missing !== null) violations.type = missing;
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
}

/** What each level says of a value, the nearest one first. */
function settingOf<Value extends string | number>(
  levels: readonly (readonly [Levels[number][0], Value | undefined])[],
) {
  const { value: effective, source } = nearestValue(levels);
  return { value: levels[0]?.[1] ?? null, effective, source };
}

function viewDefaults(levels: Levels) {
  return {
    expiryDays: settingOf(levels.map(([level, { expiryDays }]) => [level, expiryDays] as const)),
    type: settingOf(levels.map(([level, { type }]) => [level, type] as const)),
    language: settingOf(levels.map(([level, { language }]) => [level, language] as const)),
  };
}
