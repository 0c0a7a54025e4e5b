import { call } from './call.ts';
import type { Workspace, WorkspaceUsers } from './wire.ts';

const WORKSPACES = '/api/v1/workspaces';

export type WorkspaceDetails = { name: string; description: string | null };

export function createWorkspace(body: WorkspaceDetails & { organizationId: number }): Promise<Workspace> {
  return call(WORKSPACES, { method: 'POST', json: body });
}

export type UserChange = { id: number; roleId: number } | { memberId: number; roleId: number };

export function updateUsers(workspaceId: number, users: readonly UserChange[]): Promise<WorkspaceUsers> {
  return call(`${WORKSPACES}/${workspaceId}/users`, { method: 'PUT', json: { users } });
}

export function removeUser(workspaceId: number, userId: number): Promise<void> {
  return call(`${WORKSPACES}/${workspaceId}/users/${userId}`, { method: 'DELETE' });
}

export function updateWorkspace(workspaceId: number, body: WorkspaceDetails): Promise<Workspace> {
  return call(`${WORKSPACES}/${workspaceId}`, { method: 'PUT', json: body });
}

/** Finished workflows move to the other workspace. */
export function closeWorkspace(workspaceId: number, newWorkspaceId: number): Promise<void> {
  return call(`${WORKSPACES}/${workspaceId}?newWorkspaceId=${newWorkspaceId}`, { method: 'DELETE' });
}
