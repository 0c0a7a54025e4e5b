import { may, type Permission, Refusal } from '@paraph/domain';
import type { Caller } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { findWorkspaceAccess } from '../workspaces/workspace-access.ts';

/**
 * Whether the caller may do something about the tags of a workspace; without a permission, whether they are in it.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function authorizeTags(
  reads: Reads,
  caller: Caller,
  { workspaceId, needed = null }: { workspaceId: number; needed?: Permission | null },
): Promise<void> {
  const access = await findWorkspaceAccess(reads, caller, workspaceId);
  if (!access) throw new Refusal('WORKSPACE_NOT_FOUND', 'There is no such workspace among yours.');
  if (needed !== null && !may(access, needed)) {
    throw new Refusal(
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      `Your role in this workspace does not allow ${needed}; ask one of its owners.`,
    );
  }
}
