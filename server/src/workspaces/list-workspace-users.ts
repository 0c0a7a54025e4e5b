import { readUserNames } from '../accounts/read-user-names.ts';
import type { Reads } from '../platform/database.ts';
import { listWorkspaceUserRows } from './workspace-store.ts';
import { roleKey } from './workspace-view.ts';

export interface WorkspaceUserView {
  id: number;
  /** Null until the invited person has an account. */
  name: string | null;
  role: string;
  email: string;
}

/** Who is in each of these workspaces, by the workspace's id. */
export async function listWorkspaceUsers(
  reads: Reads,
  workspaceIds: readonly number[],
): Promise<Map<number, WorkspaceUserView[]>> {
  const workspaceUsers = await listWorkspaceUserRows(reads, workspaceIds);
  const userIds = workspaceUsers.map((workspaceUser) => workspaceUser.userId).filter((id) => id !== null);
  const users = await readUserNames(reads, [...new Set(userIds)]);
  const lists = new Map<number, WorkspaceUserView[]>(workspaceIds.map((id) => [id, []]));
  for (const { id, workspaceId, userId, email, ...role } of workspaceUsers) {
    const user = userId === null ? undefined : users.get(userId);
    const view = { id, name: user?.name ?? null, role: roleKey(role), email: user?.email ?? email };
    lists.get(workspaceId)?.push(view);
  }
  return lists;
}
