import {
  forbidden,
  invalid,
  may,
  mayGiveRole,
  Refusal,
  type Role,
  SYSTEM_ROLES,
  type UserAccess,
  type Violations,
} from '@paraph/domain';
import { readProfiles } from '../accounts/profiles.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { listMemberRows, lockCustomRoles, type StoredMember } from './member-store.ts';
import { allRoles } from './roles.ts';
import { getWorkspaceAccess, permissionsOf, requirePermission } from './workspace-access.ts';
import {
  deleteWorkspaceUserRow,
  insertWorkspaceUser,
  listWorkspacesIn,
  listWorkspaceUserRows,
  lockWorkspaces,
  type StoredWorkspaceUser,
  updateWorkspaceUserRole,
} from './workspace-store.ts';
import { viewWorkspaceUser, type WorkspaceUserView } from './workspace-view.ts';

export interface NamedUser {
  id?: number | undefined;
  /** The member's id, or its `uniqueId`. */
  memberId?: number | string | undefined;
  /** A role's id or key. */
  roleId: number | string;
}

/** The change of one user: a new role for a workspace user, or a new workspace user for a member. */
type Plan = { role: Role } & (
  | { workspaceUser: StoredWorkspaceUser; member: null }
  | { workspaceUser: null; member: StoredMember }
);

/**
 * Adds members to a workspace and changes roles of its users. Users that are not named do not change.
 *
 * @returns the named users, in the order of the call
 */
export async function updateWorkspaceUsers(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  caller: Caller,
  { workspaceId, users }: { workspaceId: number; users: readonly NamedUser[] },
): Promise<WorkspaceUserView[]> {
  const workspaceUsers = await deps.database.transaction().execute(async (tx) => {
    const access = await getWorkspaceAccess(tx, caller, workspaceId);
    // A caller with neither permission learns nothing about the users.
    if (!may(access, 'add_workspace_user') && !may(access, 'edit_workspace_user')) {
      requirePermission(access, 'edit_workspace_user');
    }
    await lockWorkspaces(tx, [workspaceId]);
    const { organizationId } = access;
    const roles = allRoles(await lockCustomRoles(tx, organizationId));
    const present = await listWorkspaceUserRows(tx, [workspaceId]);
    const members = await findNamedMembers(tx, organizationId, users);
    const plans = planUsers(users, { roles, present, members });
    for (const plan of plans) authorizeChange(access, plan, roles);
    const ids: number[] = [];
    for (const plan of plans) ids.push(await carryOut(tx, plan, { workspaceId, now: deps.clock.now() }));
    const workspace = { organizationId, workspaceId };
    for (const plan of plans) await recordRole(tx, deps, { caller, workspace, roles, ...plan });
    const after = await listWorkspaceUserRows(tx, [workspaceId]);
    if (!hasOwner(after)) throw invalid({ users: LAST_OWNER });
    return ids.flatMap((id) => after.find((workspaceUser) => workspaceUser.id === id) ?? []);
  });
  const userIds = workspaceUsers.map((workspaceUser) => workspaceUser.userId).filter((id) => id !== null);
  const profiles = await readProfiles(deps.database, deps, [...new Set(userIds)]);
  return workspaceUsers.map((workspaceUser) => viewWorkspaceUser(workspaceUser, profiles));
}

/** Counts only owners who have joined. */
function hasOwner(workspaceUsers: readonly Pick<StoredWorkspaceUser, 'roleId' | 'userId'>[]): boolean {
  return workspaceUsers.some(({ roleId, userId }) => roleId === SYSTEM_ROLES.owner.id && userId !== null);
}

const LAST_OWNER = 'A workspace keeps at least one owner; make another member an owner first.';

async function findNamedMembers(tx: Tx, organizationId: number, users: readonly NamedUser[]) {
  const names = users.map(({ memberId }) => memberId ?? '').map((name) => asId(name) ?? String(name));
  return listMemberRows(tx, {
    organizationId,
    ids: names.filter((name) => typeof name === 'number'),
    // Any other text matches no member; NUL would make the query fail.
    uniqueIds: names.filter((name) => typeof name === 'string').filter((name) => /^[0-9a-f]{32}$/.test(name)),
  });
}

function planUsers(
  users: readonly NamedUser[],
  existing: {
    roles: readonly Role[];
    present: readonly StoredWorkspaceUser[];
    members: readonly StoredMember[];
  },
): Plan[] {
  const violations: Violations = {};
  const named = new Set<number>();
  const plans = users.map((user, index): Plan | null => {
    const at = (key: string) => `users[${index}][${key}]`;
    const role = existing.roles.find(({ id, key }) => asId(user.roleId) === id || user.roleId === key);
    if (!role) violations[at('roleId')] = 'There is no such role; take the id or key of one in the list.';
    const member = existing.members.find(
      ({ id, unique_id: uniqueId }) =>
        user.memberId !== undefined && (asId(user.memberId) === id || user.memberId === uniqueId),
    );
    if (!member && (user.id === undefined || user.memberId !== undefined)) {
      violations[at('memberId')] =
        user.memberId === undefined
          ? 'This parameter is required without an id.'
          : 'There is no such member of this organization; invite them first.';
    }
    const workspaceUser =
      user.id === undefined
        ? existing.present.find((each) => each.memberId === member?.id)
        : existing.present.find((each) => each.id === user.id);
    if (user.id !== undefined && !workspaceUser) {
      violations[at('id')] = 'There is no such user of this workspace; leave it out to add a member.';
    } else if (workspaceUser && member && workspaceUser.memberId !== member.id) {
      violations[at('memberId')] = 'This is not the member with the given id; omit one of the two.';
    }
    const memberId = workspaceUser?.memberId ?? member?.id;
    if (memberId !== undefined && named.has(memberId)) violations[at('memberId')] ??= 'Is named twice.';
    if (memberId !== undefined) named.add(memberId);
    if (!role) return null;
    if (workspaceUser) return { role, workspaceUser, member: null };
    return member ? { role, workspaceUser: null, member } : null;
  });
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return plans.filter((plan) => plan !== null);
}

/** Prevents privilege escalation: granting or revoking a role requires all its permissions. */
function authorizeChange(access: UserAccess, { role, workspaceUser }: Plan, roles: readonly Role[]): void {
  const needed = workspaceUser ? 'edit_workspace_user' : 'add_workspace_user';
  requirePermission(access, needed);
  const before = workspaceUser && roleOf(workspaceUser, roles);
  if (before && before.id === role.id) return;
  if (!mayGiveRole(access, role) || (before && !mayGiveRole(access, before))) {
    throw forbidden(
      'A role with more permissions than your own can only be granted or revoked by a user who has them; ask an owner.',
    );
  }
}

function roleOf({ roleId }: StoredWorkspaceUser, roles: readonly Role[]): Pick<Role, 'id' | 'permissions'> {
  const role = roles.find(({ id }) => id === roleId);
  return role ?? { id: roleId, permissions: permissionsOf({ roleId, customPermissions: null }) };
}

async function carryOut(
  tx: Tx,
  { role, workspaceUser, member }: Plan,
  { workspaceId, now }: { workspaceId: number; now: Date },
): Promise<number> {
  if (workspaceUser) {
    await updateWorkspaceUserRole(tx, workspaceUser.id, role.id);
    return workspaceUser.id;
  }
  const row = { workspace_id: workspaceId, member_id: member.id, role_id: role.id, created_at: now };
  return insertWorkspaceUser(tx, row);
}

/** Who has which role in a workspace since, and had before. */
async function recordRole(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  about: {
    caller: Caller;
    workspace: { organizationId: number; workspaceId: number };
    roles: readonly Role[];
    role: Role | null;
    workspaceUser: StoredWorkspaceUser | null;
    member: StoredMember | null;
  },
): Promise<void> {
  const { caller, workspace, roles, role, workspaceUser, member } = about;
  const { organizationId, workspaceId } = workspace;
  const before = workspaceUser && roles.find(({ id }) => id === workspaceUser.roleId);
  if (before?.id === role?.id) return;
  const named = (await listWorkspacesIn(tx, organizationId)).find(({ id }) => id === workspaceId);
  const userId = workspaceUser ? workspaceUser.userId : (member?.user_id ?? null);
  const memberId = workspaceUser?.memberId ?? member?.id ?? 0;
  await recordOrganizationEvent(tx, {
    ...{ organizationId, actorId: caller.userId, name: 'workspace.people_changed', now: clock.now() },
    detail: { workspaceId, workspace: named?.name ?? '', memberId, ...(userId === null ? {} : { userId }) },
    before: before ? { role: before.key } : null,
    after: role && { role: role.key },
  });
}

/** Ids are integers or digits as text (interface.md §1); a `uniqueId` has 32 hex digits. */
function asId(stated: number | string): number | null {
  if (typeof stated === 'number') return stated;
  return /^\d{1,15}$/.test(stated) ? Number(stated) : null;
}

/** Removes a user from a workspace; what they sent stays. Every user may leave. */
export async function removeWorkspaceUser(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { workspaceId, workspaceUserId }: { workspaceId: number; workspaceUserId: number },
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const access = await getWorkspaceAccess(tx, caller, workspaceId);
    await lockWorkspaces(tx, [workspaceId]);
    const roles = allRoles(await lockCustomRoles(tx, access.organizationId));
    const workspaceUsers = await listWorkspaceUserRows(tx, [workspaceId]);
    const workspaceUser = workspaceUsers.find(({ id }) => id === workspaceUserId);
    if (!workspaceUser) throw new Refusal('NOT_FOUND', 'There is no such user of this workspace.');
    const role = roles.find(({ id }) => id === workspaceUser.roleId);
    const isAllowed = may(access, 'remove_workspace_user') && (!role || mayGiveRole(access, role));
    if (workspaceUser.userId !== caller.userId && !isAllowed) {
      throw forbidden(
        'Your role in this workspace does not allow removing this user; ask one of its owners.',
      );
    }
    if (!hasOwner(workspaceUsers.filter((each) => each !== workspaceUser)))
      throw invalid({ workspaceUserId: LAST_OWNER });
    await deleteWorkspaceUserRow(tx, workspaceUser.id);
    const workspace = { organizationId: access.organizationId, workspaceId };
    await recordRole(tx, deps, { caller, workspace, roles, workspaceUser, member: null, role: null });
  });
}
