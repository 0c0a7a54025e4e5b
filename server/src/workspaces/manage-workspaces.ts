import { invalid, LIMITS, may, SYSTEM_ROLES, type Violations } from '@paraph/domain';
import { hasControls, readName } from '../accounts/account-rules.ts';
import { readProfiles } from '../accounts/profiles.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { lockOrganization } from './member-store.ts';
import { type OrganizationChoice, requireMembership } from './organization-access.ts';
import {
  findWorkspaceAccess,
  listWorkspaceAccess,
  lockAuthorizedWorkspace,
  unknownWorkspace,
} from './workspace-access.ts';
import type { ShowingDeps, WorkspacePorts } from './workspace-ports.ts';
import {
  deleteWorkspaceRow,
  insertWorkspace,
  insertWorkspaceUser,
  listUsersOfThisWorkspaceOnly,
  listWorkspacesOf,
  listWorkspaceUserRows,
  type StoredWorkspace,
  updateWorkspaceRow,
} from './workspace-store.ts';
import { viewWorkspace, type WorkspaceView } from './workspace-view.ts';

/** The workspaces the caller belongs to, oldest first. */
export async function listWorkspaces(deps: ShowingDeps, caller: Caller): Promise<WorkspaceView[]> {
  return loadWorkspaces(deps, caller, null);
}

/** One of them. @throws Refusal `WORKSPACE_NOT_FOUND`, also for one of another organization */
export async function readWorkspace(deps: ShowingDeps, caller: Caller, workspaceId: number) {
  const [workspace] = await loadWorkspaces(deps, caller, workspaceId);
  if (!workspace) throw unknownWorkspace();
  return workspace;
}

async function loadWorkspaces(deps: ShowingDeps, caller: Caller, workspaceId: number | null) {
  const reads = deps.database;
  const workspaces = await listWorkspacesOf(reads, caller, workspaceId);
  const ids = workspaces.map(({ id }) => id);
  const workspaceUsers = await listWorkspaceUserRows(reads, ids);
  const userIds = workspaceUsers.map((workspaceUser) => workspaceUser.userId).filter((id) => id !== null);
  const profiles = await readProfiles(reads, deps, [...new Set(userIds)]);
  const tags = await deps.readTagsOf(reads, ids);
  return workspaces.map((workspace) => viewWorkspace(workspace, { workspaceUsers, profiles, tags }));
}

interface NewWorkspace extends OrganizationChoice {
  name: string;
  description?: string | null | undefined;
}

/** Opens a workspace in an organization of the caller's, who owns it. */
export async function createWorkspace(
  deps: Pick<Deps, 'clock'> & ShowingDeps,
  caller: Caller,
  input: NewWorkspace,
): Promise<WorkspaceView> {
  const violations: Violations = {};
  const name = readName(input.name, 'name', violations);
  const description = readDescription(input.description ?? null, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const access = await requireMembership(deps.database, caller, input.organizationId);
  const created = { created_at: deps.clock.now() };
  const workspaceId = await deps.database.transaction().execute(async (tx) => {
    const { organizationId } = access;
    const id = await insertWorkspace(tx, { organization_id: organizationId, name, description, ...created });
    const workspaceUser = { workspace_id: id, member_id: access.memberId, role_id: SYSTEM_ROLES.owner.id };
    await insertWorkspaceUser(tx, { ...workspaceUser, ...created });
    const act = { organizationId, actorId: caller.userId, now: created.created_at };
    const detail = { workspaceId: id, workspace: name };
    await recordOrganizationEvent(tx, {
      ...act,
      name: 'workspace.made',
      detail,
      after: { name, description },
    });
    return id;
  });
  return readWorkspace(deps, caller, workspaceId);
}

/** What a workspace is for: a text, or null. */
export function readDescription(input: string | null, violations: Violations): string | null {
  const description = input?.trim() || null;
  if (description === null) return null;
  if ([...description].length > LIMITS.workspaceDescriptionCharactersMax) {
    violations.description = `Must have at most ${LIMITS.workspaceDescriptionCharactersMax} characters.`;
  } else if (hasControls(description.replaceAll(/[\r\n\t]/g, ' '))) {
    violations.description = 'Must not contain control characters.';
  }
  return description;
}

/** Renames a workspace or describes it anew; what is absent stays. */
export async function updateWorkspace(
  deps: Pick<Deps, 'clock'> & ShowingDeps,
  caller: Caller,
  { workspaceId, ...input }: { workspaceId: number } & Partial<Omit<NewWorkspace, 'organizationId'>>,
): Promise<WorkspaceView> {
  await deps.database.transaction().execute(async (tx) => {
    const current = await lockAuthorizedWorkspace(tx, caller, { workspaceId, needed: 'edit_workspace' });
    const violations: Violations = {};
    const name = input.name === undefined ? current.name : readName(input.name, 'name', violations);
    const description =
      input.description === undefined ? current.description : readDescription(input.description, violations);
    if (Object.keys(violations).length > 0) throw invalid(violations);
    await updateWorkspaceRow(tx, workspaceId, { name, description });
    await record(tx, deps, {
      caller,
      workspace: current,
      name: 'workspace.changed',
      after: { name, description },
    });
  });
  return readWorkspace(deps, caller, workspaceId);
}

interface WorkspaceDeletion {
  workspaceId: number;
  newWorkspaceId?: number | undefined;
  visitor: Visitor;
}

/**
 * Closes a workspace without running workflows. Ended workflows are evidence: they move to another workspace of the
 * organization. Refused if a user would have no workspace left.
 */
export async function deleteWorkspace(
  deps: Pick<Deps, 'clock' | 'database'> & Pick<WorkspacePorts, 'moveContents'>,
  caller: Caller,
  { workspaceId, newWorkspaceId, visitor }: WorkspaceDeletion,
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const access = await findWorkspaceAccess(tx, caller, workspaceId);
    // Serialized: two concurrent deletions could each have chosen the other's workspace as target.
    if (access) await lockOrganization(tx, access.organizationId);
    const workspace = await lockAuthorizedWorkspace(tx, caller, { workspaceId, needed: 'delete_workspace' });
    const target = await chooseTarget(tx, caller, { workspace, newWorkspaceId });
    await requireOtherWorkspaces(tx, workspaceId);
    for (const moveContents of deps.moveContents) {
      const { organization_id: organizationId } = workspace;
      await moveContents(tx, { organizationId, workspaceId, newWorkspaceId: target, caller, visitor });
    }
    await deleteWorkspaceRow(tx, workspaceId);
    await record(tx, deps, { caller, workspace, name: 'workspace.closed', after: null });
  });
}

async function record(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  act: {
    caller: Caller;
    workspace: StoredWorkspace;
    name: 'workspace.changed' | 'workspace.closed';
    after: Pick<StoredWorkspace, 'name' | 'description'> | null;
  },
): Promise<void> {
  const { caller, workspace, name, after } = act;
  const { id: workspaceId, organization_id: organizationId, description } = workspace;
  await recordOrganizationEvent(tx, {
    ...{ organizationId, actorId: caller.userId, name, after, now: clock.now() },
    before: { name: workspace.name, description },
    detail: { workspaceId, workspace: workspace.name },
  });
}

/** The workspace that the caller names, else the oldest suitable one. */
async function chooseTarget(
  tx: Tx,
  caller: Caller,
  { workspace, newWorkspaceId }: { workspace: StoredWorkspace; newWorkspaceId: number | undefined },
): Promise<number> {
  const others = (await listWorkspaceAccess(tx, caller)).filter(
    (access) =>
      access.workspaceId !== workspace.id &&
      access.organizationId === workspace.organization_id &&
      may(access, 'create_workflow'),
  );
  const target =
    newWorkspaceId === undefined ? others[0] : others.find((access) => access.workspaceId === newWorkspaceId);
  if (target) return target.workspaceId;
  if (newWorkspaceId !== undefined) {
    throw invalid({
      newWorkspaceId: 'Must be another workspace of the organization, in which you may create workflows.',
    });
  }
  throw invalid({
    workspaceId:
      'This is the last workspace of the organization in which you may create workflows; open another one first.',
  });
}

async function requireOtherWorkspaces(tx: Tx, workspaceId: number): Promise<void> {
  const people = await listUsersOfThisWorkspaceOnly(tx, workspaceId);
  if (people.length === 0) return;
  const named = people.slice(0, 3).map(({ email }) => email);
  const more = people.length > named.length ? ` and ${people.length - named.length} more` : '';
  throw invalid({
    workspaceId:
      `Would be left without any workspace: ${named.join(', ')}${more}. ` +
      'Add them to another one, or take them out of this one first.',
  });
}
