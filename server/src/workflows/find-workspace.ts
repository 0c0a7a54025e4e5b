import { may, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { findFirstWorkspace, findStanding, type WorkspacePlace } from '../workspaces/find-standing.ts';

/**
 * Where a new workflow goes: the named workspace, or the caller's first.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function findWorkspaceForNew(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workspaceId: number | null,
): Promise<WorkspacePlace> {
  const place =
    workspaceId === null
      ? await findFirstWorkspace(deps.database, caller)
      : await findStanding(deps.database, caller, workspaceId);
  if (!place) throw new Refusal('WORKSPACE_NOT_FOUND', 'There is no such workspace among yours.');
  if (!may(place, 'create_workflow')) {
    throw new Refusal(
      'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
      'Your role in this workspace does not allow creating workflows; ask one of its owners.',
    );
  }
  return place;
}
