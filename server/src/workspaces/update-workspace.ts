import { invalid, type Violations } from '@paraph/domain';
import { readName } from '../accounts/account-rules.ts';
import type { Caller } from '../http/caller.ts';
import { readDescription } from './create-workspace.ts';
import { readWorkspace } from './list-workspaces.ts';
import { lockAuthorizedWorkspace } from './workspace-access.ts';
import type { ShowingDeps } from './workspace-ports.ts';
import { updateWorkspaceRow } from './workspace-store.ts';
import type { WorkspaceView } from './workspace-view.ts';

export interface WorkspaceChange {
  workspaceId: number;
  name?: string | undefined;
  description?: string | null | undefined;
}

/**
 * Renames a workspace or describes it anew; what is absent stays.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `VALIDATION_ERROR` naming every
 * problem
 */
export async function updateWorkspace(
  deps: ShowingDeps,
  caller: Caller,
  { workspaceId, ...given }: WorkspaceChange,
): Promise<WorkspaceView> {
  await deps.database.transaction().execute(async (tx) => {
    const current = await lockAuthorizedWorkspace(tx, caller, { workspaceId, needed: 'edit_workspace' });
    const violations: Violations = {};
    const name = given.name === undefined ? current.name : readName(given.name, 'name', violations);
    const description =
      given.description === undefined ? current.description : readDescription(given.description, violations);
    if (Object.keys(violations).length > 0) throw invalid(violations);
    await updateWorkspaceRow(tx, workspaceId, { name, description });
  });
  return readWorkspace(deps, caller, workspaceId);
}
