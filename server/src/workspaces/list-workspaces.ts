import { readProfiles } from '../accounts/profiles.ts';
import type { Caller } from '../http/caller.ts';
import { unknownWorkspace } from './workspace-access.ts';
import type { ShowingDeps } from './workspace-ports.ts';
import { listWorkspacesOf, listWorkspaceUserRows } from './workspace-store.ts';
import { viewWorkspace, type WorkspaceView } from './workspace-view.ts';

/** The workspaces the caller belongs to, oldest first. */
export async function listWorkspaces(deps: ShowingDeps, caller: Caller): Promise<WorkspaceView[]> {
  return loadWorkspaces(deps, caller, null);
}

/**
 * One of them.
 *
 * @throws Refusal `WORKSPACE_NOT_FOUND`, also for one of another organization
 */
export async function readWorkspace(
  deps: ShowingDeps,
  caller: Caller,
  workspaceId: number,
): Promise<WorkspaceView> {
  const [workspace] = await loadWorkspaces(deps, caller, workspaceId);
  if (!workspace) throw unknownWorkspace();
  return workspace;
}

async function loadWorkspaces(
  deps: ShowingDeps,
  caller: Caller,
  workspaceId: number | null,
): Promise<WorkspaceView[]> {
  const reads = deps.database;
  const workspaces = await listWorkspacesOf(reads, caller, workspaceId);
  const ids = workspaces.map(({ id }) => id);
  const workspaceUsers = await listWorkspaceUserRows(reads, ids);
  const userIds = workspaceUsers.map((workspaceUser) => workspaceUser.userId).filter((id) => id !== null);
  const profiles = await readProfiles(reads, deps, [...new Set(userIds)]);
  const tags = await deps.readTagsOf(reads, ids);
  return workspaces.map((workspace) => viewWorkspace(workspace, { workspaceUsers, profiles, tags }));
}
