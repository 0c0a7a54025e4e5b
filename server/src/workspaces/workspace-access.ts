import {
  forbidden,
  isPermission,
  type Permission,
  Refusal,
  systemRole,
  type UserAccess,
  WORKFLOW_TYPES,
  type WorkflowType,
} from '@paraph/domain';
import type { Reads, Tx } from '../database/database.ts';
import {
  type AccessRow,
  listWorkspacesOf,
  lockWorkspaces,
  type StoredWorkspace,
  selectFirstMembership,
  selectMembership,
  type Who,
  type WorkspaceUserRole,
} from './workspace-store.ts';

export type { Who } from './workspace-store.ts';

/** A caller's access in a workspace, and where that workspace belongs. */
export interface WorkspaceAccess extends UserAccess {
  workspaceId: number;
  organizationId: number;
  /** Which levels their role may ask for. */
  levels: readonly WorkflowType[];
}

/** Null where the caller is not a member, or their credential does not reach: to them the workspace does not exist. */
export async function findWorkspaceAccess(reads: Reads, who: Who, workspaceId: number) {
  const [row] = await selectMembership(reads, who.userId, workspaceId);
  return accessOfRow(row?.membership, who);
}

/** What a statement with `accessRowOf` says; null where the caller's credential does not reach. */
export function accessOfRow(row: AccessRow | null | undefined, who: Who): WorkspaceAccess | null {
  const isReached = row && (who.organizationId === null || who.organizationId === row.organizationId);
  if (!isReached) return null;
  const { workspaceId, organizationId, levels, ...role } = row;
  const permissions = permissionsOf(role);
  return { userId: who.userId, permissions, workspaceId, organizationId, levels: levels ?? WORKFLOW_TYPES };
}

export async function getWorkspaceAccess(reads: Reads, who: Who, workspaceId: number) {
  const access = await findWorkspaceAccess(reads, who, workspaceId);
  if (!access) throw unknownWorkspace();
  return access;
}

export function unknownWorkspace(): Refusal {
  return new Refusal('WORKSPACE_NOT_FOUND', 'There is no such workspace among yours.');
}

/** @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` naming the permission */
export function requirePermission(access: Pick<UserAccess, 'permissions'>, needed: Permission): void {
  if (access.permissions.has(needed)) return;
  throw forbidden(
    `Your role in this workspace lacks the permission “${needed.replaceAll('_', ' ')}”; ask one of its owners.`,
  );
}

/** The default workspace: the oldest that the caller belongs to. */
export async function findFirstWorkspace(reads: Reads, who: Who): Promise<WorkspaceAccess | null> {
  const [row] = await selectFirstMembership(reads, who.userId, who.organizationId);
  return accessOfRow(row?.membership, who);
}

export async function listWorkspaceAccess(reads: Reads, who: Who): Promise<WorkspaceAccess[]> {
  return (await listWorkspacesOf(reads, who)).map((workspace) => ({
    userId: who.userId,
    permissions: permissionsOf(workspace),
    workspaceId: workspace.id,
    organizationId: workspace.organization_id,
    levels: workspace.levels ?? WORKFLOW_TYPES,
  }));
}

/** What a role allows; one that does not exist allows nothing. */
export function permissionsOf({
  roleId,
  customPermissions,
}: Pick<WorkspaceUserRole, 'roleId' | 'customPermissions'>): ReadonlySet<Permission> {
  return systemRole(roleId)?.permissions ?? new Set((customPermissions ?? []).filter(isPermission));
}

/** Locks a workspace until the end of the transaction, if the caller's role permits the operation. */
export async function lockAuthorizedWorkspace(
  tx: Tx,
  who: Who,
  { workspaceId, needed }: { workspaceId: number; needed: Permission },
): Promise<StoredWorkspace> {
  await lockWorkspaces(tx, [workspaceId]);
  const [workspace] = await listWorkspacesOf(tx, who, workspaceId);
  if (!workspace) throw unknownWorkspace();
  requirePermission({ permissions: permissionsOf(workspace) }, needed);
  return workspace;
}
