import { ask, type Body, sending } from './ask.ts';

export const createWorkspace = sending('POST /api/v1/workspaces');

export type UserChange = Body<'PUT /api/v1/workspaces/{workspaceId}/users'>['users'][number];
export const updateUsers = (workspaceId: number, users: readonly UserChange[]) =>
  ask('PUT /api/v1/workspaces/{workspaceId}/users', { workspaceId }, { json: { users } });
export const removeUser = (workspaceId: number, workspaceUserId: number) =>
  ask('DELETE /api/v1/workspaces/{workspaceId}/users/{workspaceUserId}', { workspaceId, workspaceUserId });

type WorkspaceDetails = Body<'PUT /api/v1/workspaces/{workspaceId}'>;
export const updateWorkspace = (workspaceId: number, json: WorkspaceDetails) =>
  ask('PUT /api/v1/workspaces/{workspaceId}', { workspaceId }, { json });

/** Finished workflows move to the other workspace. */
export const closeWorkspace = (workspaceId: number, newWorkspaceId: number) =>
  ask('DELETE /api/v1/workspaces/{workspaceId}', { workspaceId, newWorkspaceId });
