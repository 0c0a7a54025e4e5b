import { type Permission, Refusal } from '@paraph/domain';
import type { Tx } from '../platform/database.ts';
import { permissionsOf } from './workspace-access.ts';
import { listWorkspacesOf, lockWorkspaces, type StoredWorkspace, type Who } from './workspace-store.ts';

/**
 * Holds a workspace to the end of the transaction, for somebody whose role there allows what they are about to do.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function lockAuthorizedWorkspace(
  tx: Tx,
  who: Who,
  { workspaceId, needed }: { workspaceId: number; needed: Permission },
): Promise<StoredWorkspace> {
  await lockWorkspaces(tx, [workspaceId]);
  const [workspace] = await listWorkspacesOf(tx, who, workspaceId);
  if (!workspace) throw new Refusal('WORKSPACE_NOT_FOUND', 'There is no such workspace among yours.');
  if (!permissionsOf(workspace).has(needed)) {
    throw new Refusal(
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      `Your role in this workspace does not allow ${needed}; ask one of its owners.`,
    );
  }
  return workspace;
}
