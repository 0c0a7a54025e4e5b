import { isPermission, type Permission } from '@paraph/domain';
import type { Member, Organization, Role, Workspace, WorkspaceUser } from '../api/wire.ts';

type NamedRole = Pick<WorkspaceUser, 'role' | 'roleKey'>;
type WorkspaceUsersView = Pick<Workspace, 'permissions' | 'workspaceUsers'>;

/** Prevents privilege escalation: the roles whose permissions the user holds all. */
export function assignableRoles(callerPermissions: readonly Permission[], roles: readonly Role[]): Role[] {
  return roles.filter((role) =>
    role.permissions.every((permission) => callerPermissions.includes(permission)),
  );
}

/** Whether the caller may change this user's role. */
export function mayChange(
  { permissions }: Pick<Workspace, 'permissions'>,
  user: Pick<WorkspaceUser, 'role'>,
  roles: readonly Role[],
): boolean {
  return permissions.includes('edit_workspace_user') && mayManageRole(permissions, user, roles);
}

/** Whether the caller may remove this user; every user may leave. */
export function mayRemove(
  { permissions }: Pick<Workspace, 'permissions'>,
  user: Pick<WorkspaceUser, 'role' | 'memberId'>,
  { ownMemberId, roles }: { ownMemberId: number; roles: readonly Role[] },
): boolean {
  if (user.memberId === ownMemberId) return true;
  return permissions.includes('remove_workspace_user') && mayManageRole(permissions, user, roles);
}

/** The members who are not in the workspace yet. */
export function membersOutside(members: readonly Member[], { workspaceUsers }: WorkspaceUsersView): Member[] {
  const inside = new Set(workspaceUsers.map(({ memberId }) => memberId));
  return members.filter(({ id }) => !inside.has(id));
}

/** The workspaces of an organization that the caller may add people to. */
export function openWorkspaces(organization: Organization, workspaces: readonly Workspace[]): Workspace[] {
  return workspacesIn(organization, workspaces).filter(({ permissions }) =>
    permissions.includes('add_workspace_user'),
  );
}

/** The workspaces of an organization in which the caller may seal files. */
export function sealingWorkspaces(organization: Organization, workspaces: readonly Workspace[]): Workspace[] {
  return workspacesIn(organization, workspaces).filter(({ permissions }) =>
    permissions.includes('create_seal'),
  );
}

/** The workspaces that can take the finished workflows of a closing one. */
export function closeTargets(
  { id: closing }: Pick<Workspace, 'id'>,
  organization: Organization,
  workspaces: readonly Workspace[],
): Workspace[] {
  return workspacesIn(organization, workspaces).filter(
    ({ id, permissions }) => id !== closing && permissions.includes('create_workflow'),
  );
}

export function workspacesIn(
  { workspaceIds }: Pick<Organization, 'workspaceIds'>,
  workspaces: readonly Workspace[],
): Workspace[] {
  return workspaces.filter(({ id }) => workspaceIds.includes(id));
}

export type WorkspaceGroup = { organization: Organization | null; workspaces: Workspace[] };

/** Groups workspaces by organization where the user belongs to several, because names may repeat. */
export function groupWorkspaces(
  workspaces: readonly Workspace[],
  organizations: readonly Organization[],
): WorkspaceGroup[] {
  if (organizations.length < 2) return [{ organization: null, workspaces: [...workspaces] }];
  return organizations
    .map((organization) => ({ organization, workspaces: workspacesIn(organization, workspaces) }))
    .filter((group) => group.workspaces.length > 0);
}

export function nameOf(user: Pick<WorkspaceUser, 'email' | 'profile'>): string {
  return user.profile.name ?? user.email;
}

/** Whether the member has an account; until then the profile has only the address. */
export function hasJoined({ profile }: Pick<WorkspaceUser, 'profile'>): boolean {
  return profile.id !== null;
}

/** The role's name; its key where the role is no longer listed. */
export function roleName({ role: id, roleKey }: NamedRole, roles: readonly Role[]): string {
  return roles.find((role) => role.id === id)?.name ?? roleKey;
}

/** The default role for new users: editor, else the last in the list. */
export function defaultRole(roles: readonly Role[]): Role | undefined {
  return roles.find(({ key }) => key === 'editor') ?? roles.at(-1);
}

function mayManageRole(
  callerPermissions: readonly string[],
  user: Pick<WorkspaceUser, 'role'>,
  roles: readonly Role[],
): boolean {
  const role = roles.find(({ id }) => id === user.role);
  return !role || assignableRoles(callerPermissions.filter(isPermission), [role]).length > 0;
}
