import { invalid, may } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { lockOrganization } from './member-store.ts';
import { findWorkspaceAccess, listWorkspaceAccess, lockAuthorizedWorkspace } from './workspace-access.ts';
import type { WorkspacePorts } from './workspace-ports.ts';
import { deleteWorkspaceRow, listUsersOfThisWorkspaceOnly, type StoredWorkspace } from './workspace-store.ts';

export interface WorkspaceDeletion {
  workspaceId: number;
  newWorkspaceId?: number | undefined;
  visitor: Visitor;
}

/**
 * Closes a workspace without running workflows. Ended workflows are evidence: they move to another workspace of the
 * organization. Refused if a user would have no workspace left.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `WORKFLOW_STATUS_CONFLICT`,
 *   `VALIDATION_ERROR`
 */
export async function deleteWorkspace(
  deps: Pick<Deps, 'database'> & WorkspacePorts,
  caller: Caller,
  { workspaceId, newWorkspaceId, visitor }: WorkspaceDeletion,
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const access = await findWorkspaceAccess(tx, caller, workspaceId);
    // Serialized: two concurrent deletions could each have chosen the other's workspace as target.
    if (access) await lockOrganization(tx, access.organizationId);
    const workspace = await lockAuthorizedWorkspace(tx, caller, { workspaceId, needed: 'delete_workspace' });
    const target = await chooseTarget(tx, caller, { workspace, newWorkspaceId });
    await requireOtherWorkspaces(tx, workspaceId);
    for (const moveContents of deps.moveContents) {
      const { organization_id: organizationId } = workspace;
      await moveContents(tx, { organizationId, workspaceId, newWorkspaceId: target, caller, visitor });
    }
    await deleteWorkspaceRow(tx, workspaceId);
  });
}

/** The target workspace: the given one, else the oldest suitable one. */
async function chooseTarget(
  tx: Tx,
  caller: Caller,
  command: { workspace: StoredWorkspace; newWorkspaceId: number | undefined },
): Promise<number> {
  const { workspace, newWorkspaceId } = command;
  const others = (await listWorkspaceAccess(tx, caller)).filter(
    (access) =>
      access.workspaceId !== workspace.id &&
      access.organizationId === workspace.organization_id &&
      may(access, 'create_workflow'),
  );
  const target =
    newWorkspaceId === undefined ? others[0] : others.find((access) => access.workspaceId === newWorkspaceId);
  if (target) return target.workspaceId;
  if (newWorkspaceId !== undefined) {
    throw invalid({
      newWorkspaceId: 'Must be another workspace of the organization, in which you may create workflows.',
    });
  }
  throw invalid({
    workspaceId:
      'This is the last workspace of the organization in which you may create workflows; open another one first.',
  });
}

async function requireOtherWorkspaces(tx: Tx, workspaceId: number): Promise<void> {
  const people = await listUsersOfThisWorkspaceOnly(tx, workspaceId);
  if (people.length === 0) return;
  const named = people.slice(0, 3).map(({ email }) => email);
  const more = people.length > named.length ? ` and ${people.length - named.length} more` : '';
  throw invalid({
    workspaceId:
      `Would be left without any workspace: ${named.join(', ')}${more}. ` +
      'Add them to another one, or take them out of this one first.',
  });
}
