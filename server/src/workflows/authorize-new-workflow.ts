import { may, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import {
  findFirstWorkspace,
  findWorkspaceAccess,
  type WorkspaceAccess,
} from '../workspaces/workspace-access.ts';

/**
 * Where a new workflow goes: the named workspace, or the caller's first.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function authorizeNewWorkflow(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workspaceId: number | null,
): Promise<WorkspaceAccess> {
  const access =
    workspaceId === null
      ? await findFirstWorkspace(deps.database, caller)
      : await findWorkspaceAccess(deps.database, caller, workspaceId);
  if (!access) throw new Refusal('WORKSPACE_NOT_FOUND', 'There is no such workspace among yours.');
  if (!may(access, 'create_workflow')) {
    throw new Refusal(
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'Your role in this workspace does not allow creating workflows; ask one of its owners.',
    );
  }
  return access;
}
