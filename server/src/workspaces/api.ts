import { emailKey } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { listMembersByIds, listMembershipsOf } from './member-store.ts';
import { linkMembers, listOrganizationRows, listWorkspaceUserRows } from './workspace-store.ts';
import { roleKey } from './workspace-view.ts';

export { organizationNameOf } from './workspace-store.ts';

export interface MemberFacts {
  id: number;
  organizationId: number;
  email: string;
  /** Null until they have joined. */
  userId: number | null;
}

/** Where a user belongs, by the id of each membership. */
export async function readMembershipsOf(
  reads: Reads,
  userId: number,
): Promise<Map<number, { organizationName: string }>> {
  const memberships = await listMembershipsOf(reads, { userId, organizationId: null }, null);
  return new Map(memberships.map(({ id, organizationName }) => [id, { organizationName }]));
}

/** Who these members are, by id; the caller has checked the right to know. */
export async function readMembers(reads: Reads, ids: readonly number[]): Promise<Map<number, MemberFacts>> {
  const members = await listMembersByIds(reads, ids);
  return new Map(
    members.map(({ id, organization_id: organizationId, email, user_id: userId }) => [
      id,
      { id, organizationId, email, userId },
    ]),
  );
}

/**
 * Adds a user to the organizations that invited their address. Only for a verified address: otherwise a stranger could
 * sign up with it and join.
 */
export async function linkMemberships(tx: Tx, person: { userId: number; email: string }): Promise<void> {
  await linkMembers(tx, { userId: person.userId, emailKey: emailKey(person.email) });
}

/** The names of these organizations, by id. */
export async function readOrganizationNames(
  reads: Reads,
  ids: readonly number[],
): Promise<Map<number, string>> {
  return new Map((await listOrganizationRows(reads, ids)).map(({ id, name }) => [id, name]));
}

/** The file of the picture that an organization's stamps show; null without one. */
export async function findStampPicture(reads: Reads, organizationId: number): Promise<number | null> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  return organization?.picture_file_id ?? null;
}

export interface WorkspaceUserView {
  id: number;
  /** Null until the invited person has an account. */
  name: string | null;
  role: string;
  email: string;
}

/** Who is in each of these workspaces, by the workspace's id. */
export async function listWorkspaceUsers(
  reads: Reads,
  workspaceIds: readonly number[],
): Promise<Map<number, WorkspaceUserView[]>> {
  const workspaceUsers = await listWorkspaceUserRows(reads, workspaceIds);
  const userIds = workspaceUsers.map((workspaceUser) => workspaceUser.userId).filter((id) => id !== null);
  const users = await readUserNames(reads, [...new Set(userIds)]);
  const lists = new Map<number, WorkspaceUserView[]>(workspaceIds.map((id) => [id, []]));
  for (const { id, workspaceId, userId, email, ...role } of workspaceUsers) {
    const user = userId === null ? undefined : users.get(userId);
    const view = { id, name: user?.name ?? null, role: roleKey(role), email: user?.email ?? email };
    lists.get(workspaceId)?.push(view);
  }
  return lists;
}
