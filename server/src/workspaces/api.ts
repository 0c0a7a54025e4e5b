import type { Reads } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import { listMembersByIds, listMembershipsOf } from './member-store.ts';
import { listOrganizationRows, type WorkspaceUserJson } from './workspace-store.ts';
import { roleKey } from './workspace-view.ts';

export { embedOriginsOf } from './embed-origins.ts';
export { linkMemberships, moveMemberships } from './link-memberships.ts';
export {
  deleteDeactivated,
  findMember,
  findMemberOfUser,
  findPasswordAdministrator,
  hasNoOtherOrganization,
  hasOtherCompany,
  listAdministratorsOf,
  listCustomRoles,
  listJoinedMembers,
  listJoinedUsers,
  lockOrganization,
} from './member-store.ts';
export { recordForOrganizations } from './organization-events.ts';
export { keepsPassword, lockOrganizationKeptBy } from './password-administrator.ts';
export {
  type AccessRow,
  accessRowOf,
  accessRowsAmong,
  deleteOrganization,
  hasTrustProviderOf,
  listWorkspacesIn,
  memberUserIdOf,
  organizationNameOf,
  organizationNamesAmong,
  readReminderDefault,
  reminderDefaultOf,
  updateOrganization,
  type WorkspaceUserJson,
  workspaceUsersAmong,
} from './workspace-store.ts';

/** Where a user belongs, by the id of each membership. */
export async function readMembershipsOf(
  reads: Reads,
  userId: number,
): Promise<Map<number, { organizationName: string }>> {
  const memberships = await listMembershipsOf(reads, { userId, organizationId: null }, null);
  return new Map(memberships.map(({ id, organizationName }) => [id, { organizationName }]));
}

/** The organizations that a caller belongs to, as far as the credential reaches. */
export async function listOrganizationIdsOf(reads: Reads, caller: Pick<Caller, 'organizationId' | 'userId'>) {
  const memberships = await listMembershipsOf(reads, caller, null);
  return memberships.map(({ organization_id: organizationId }) => organizationId);
}

/** Who these members are, by id, the user null until they have joined; the caller has checked the right to know. */
export async function readMembers(reads: Reads, ids: readonly number[]) {
  return new Map((await listMembersByIds(reads, ids)).map((member) => [member.id, member]));
}

/** The file of the picture that an organization's stamps show; null without one. */
export async function findStampPicture(reads: Reads, organizationId: number): Promise<number | null> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  return organization?.picture_file_id ?? null;
}

/** What seals of an organization name. */
export async function readOrganizationName(reads: Reads, organizationId: number): Promise<string> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  return organization?.name ?? '';
}

/** One that a statement with `workspaceUsersAmong` returned; the name is null until they have an account. */
export function viewWorkspaceUser({ id, user, email, ...role }: WorkspaceUserJson) {
  return { id, name: user?.name ?? null, role: roleKey(role), email: user?.email ?? email };
}
