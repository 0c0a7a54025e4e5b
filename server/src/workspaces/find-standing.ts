import { isPermission, type Permission, type Standing, systemRole } from '@paraph/domain';
import type { Reads } from '../platform/database.ts';
import { findWorkspacesOf, type OwnWorkspace, type SeatRole, type Who } from './workspace-store.ts';

export type { Who } from './workspace-store.ts';

/** A caller's standing in a workspace, and where that workspace belongs. */
export interface WorkspacePlace extends Standing {
  workspaceId: number;
  organizationId: number;
}

/** Null where the caller has no seat, or their credential does not reach: to them the workspace does not exist. */
export async function findStanding(
  reads: Reads,
  who: Who,
  workspaceId: number,
): Promise<WorkspacePlace | null> {
  const [workspace] = await findWorkspacesOf(reads, who, workspaceId);
  return workspace ? placeOf(workspace, who) : null;
}

/** Where things go when no workspace is named: the oldest that the caller has a seat in. */
export async function findFirstWorkspace(reads: Reads, who: Who): Promise<WorkspacePlace | null> {
  const [workspace] = await findWorkspacesOf(reads, who);
  return workspace ? placeOf(workspace, who) : null;
}

/** Everywhere the caller has a seat. */
export async function listStandings(reads: Reads, who: Who): Promise<WorkspacePlace[]> {
  return (await findWorkspacesOf(reads, who)).map((workspace) => placeOf(workspace, who));
}

/** What a role allows; one that is not known allows nothing. */
export function permissionsOf({
  roleId,
  customPermissions,
}: Omit<SeatRole, 'customKey'>): ReadonlySet<Permission> {
  return systemRole(roleId)?.permissions ?? new Set((customPermissions ?? []).filter(isPermission));
}

function placeOf(workspace: OwnWorkspace, { userId }: Who): WorkspacePlace {
  return {
    userId,
    permissions: permissionsOf(workspace),
    workspaceId: workspace.id,
    organizationId: workspace.organization_id,
  };
}
