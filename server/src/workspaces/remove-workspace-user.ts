import { invalid, may, mayGiveRole, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { allRoles } from './list-roles.ts';
import { lockCustomRoles } from './role-store.ts';
import { hasOwner, LAST_OWNER } from './update-workspace-users.ts';
import { findWorkspaceAccess } from './workspace-access.ts';
import { deleteWorkspaceUserRow, listWorkspaceUserRows, lockWorkspaces } from './workspace-store.ts';

/**
 * Takes somebody out of a workspace; what they sent stays. Everybody may go themselves.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`,
 *   `VALIDATION_ERROR` for the last owner
 */
export async function removeWorkspaceUser(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { workspaceId, workspaceUserId }: { workspaceId: number; workspaceUserId: number },
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const access = await findWorkspaceAccess(tx, caller, workspaceId);
    if (!access) throw new Refusal('WORKSPACE_NOT_FOUND', 'There is no such workspace among yours.');
    await lockWorkspaces(tx, [workspaceId]);
    const roles = allRoles(await lockCustomRoles(tx, access.organizationId));
    const workspaceUsers = await listWorkspaceUserRows(tx, [workspaceId]);
    const workspaceUser = workspaceUsers.find(({ id }) => id === workspaceUserId);
    if (!workspaceUser) throw new Refusal('NOT_FOUND', 'There is no such user of this workspace.');
    const role = roles.find(({ id }) => id === workspaceUser.roleId);
    const isAllowed = may(access, 'remove_workspace_user') && (!role || mayGiveRole(access, role));
    if (workspaceUser.userId !== caller.userId && !isAllowed) {
      throw new Refusal(
        'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
        'Your role in this workspace does not allow removing this user; ask one of its owners.',
      );
    }
    if (!hasOwner(workspaceUsers.filter((each) => each !== workspaceUser)))
      throw invalid({ workspaceUserId: LAST_OWNER });
    await deleteWorkspaceUserRow(tx, workspaceUser.id);
  });
}
