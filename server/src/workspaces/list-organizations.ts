import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { listMembershipsOf } from './member-store.ts';
import type { OrganizationAccess } from './organization-access.ts';
import { listWorkspacesOf } from './workspace-store.ts';

export type OwnOrganization = OrganizationAccess & {
  /** Those that the caller belongs to, oldest first. */
  workspaceIds: number[];
};

/** Where the caller belongs: what they run first, then the oldest. */
export async function listOrganizations(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
): Promise<OwnOrganization[]> {
  const memberships = await listMembershipsOf(database, caller, null);
  const workspaces = await listWorkspacesOf(database, caller);
  return memberships.map((member) => ({
    organizationId: member.organization_id,
    organizationName: member.organizationName,
    memberId: member.id,
    administrator: member.administrator,
    workspaceIds: workspaces
      .filter((workspace) => workspace.organization_id === member.organization_id)
      .map(({ id }) => id),
  }));
}
