import type { Member, Role as RoleShape, Workspace, WorkspaceUser } from '@paraph/contract';
import { type Role, systemRole } from '@paraph/domain';
import type { Static } from 'typebox';
import { emptyProfile, type ProfileView } from '../accounts/profiles.ts';
import { toSeconds } from '../platform/clock.ts';
import type { InvitationOutcome } from './invite-members.ts';
import type { MemberRecord } from './manage-members.ts';
import type { OwnOrganization } from './organization-access.ts';
import { permissionsOf } from './workspace-access.ts';
import type { OwnWorkspace, StoredWorkspaceUser } from './workspace-store.ts';

export type WorkspaceView = Static<typeof Workspace>;
export type WorkspaceUserView = Static<typeof WorkspaceUser>;

/** A workspace as one of its users sees it: the permissions are theirs (interface.md §3). */
export function viewWorkspace(
  workspace: OwnWorkspace,
  beside: {
    workspaceUsers: readonly StoredWorkspaceUser[];
    profiles: ReadonlyMap<number, ProfileView>;
    tags: ReadonlyMap<number, WorkspaceView['tags']>;
  },
): WorkspaceView {
  const { workspaceUsers, profiles, tags } = beside;
  return {
    id: workspace.id,
    name: workspace.name,
    description: workspace.description,
    tags: tags.get(workspace.id) ?? [],
    integrations: [],
    workspaceUsers: workspaceUsers
      .filter((workspaceUser) => workspaceUser.workspaceId === workspace.id)
      .map(({ id, memberId, userId, email, ...role }) => {
        const profile = (userId === null ? null : profiles.get(userId)) ?? emptyProfile(email);
        return { id, memberId, email: profile.email, role: role.roleId, roleKey: roleKey(role), profile };
      }),
    permissions: [...permissionsOf(workspace)],
  };
}

/** One user of a workspace, as the call that added them responds (interface.md §5.5). */
export function viewWorkspaceUser(
  workspaceUser: StoredWorkspaceUser,
  profiles: ReadonlyMap<number, ProfileView>,
): WorkspaceUserView {
  const profile = (workspaceUser.userId === null ? null : profiles.get(workspaceUser.userId)) ?? null;
  return {
    id: workspaceUser.id,
    email: profile?.email ?? workspaceUser.email,
    role: workspaceUser.roleId,
    picture: profile?.picture ?? null,
    name: profile?.name ?? null,
  };
}

export function roleKey({ roleId, customKey }: Pick<StoredWorkspaceUser, 'roleId' | 'customKey'>): string {
  return systemRole(roleId)?.key ?? customKey ?? String(roleId);
}

export function viewOrganization({ organizationId: id, organizationName: name, ...own }: OwnOrganization) {
  return { id, name, ...own };
}

export function viewMember({ member, profile, invitation }: MemberRecord): Static<typeof Member> {
  return {
    id: member.id,
    uniqueId: member.unique_id,
    email: profile?.email ?? member.email,
    name: profile?.name ?? null,
    picture: profile?.picture ?? null,
    administrator: member.administrator,
    status:
      member.deactivated_user_id !== null ? 'deactivated' : member.user_id === null ? 'invited' : 'joined',
    createDate: toSeconds(member.created_at),
    invitation: invitation && {
      by: invitation.by,
      createDate: toSeconds(invitation.createdAt),
      expiryDate: toSeconds(invitation.expiresAt),
    },
    provisionedBy: member.provisioned_by,
  };
}

export function viewRole({ id, key, name, permissions }: Role): Static<typeof RoleShape> {
  return { id, key, name, system: systemRole(id) !== null, permissions: [...permissions] };
}

/** `{"<email>": {result, message}}`, with the address as it was written (interface.md §5.5). */
export function viewOutcome({ email, result, message }: InvitationOutcome) {
  return { [email]: { result, message } };
}
