import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { initializeApp } from './initialize-app.ts';
import {
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
  readWorkspace,
  updateWorkspace,
} from './manage-workspaces.ts';
import type { WorkspacePorts } from './workspace-ports.ts';
import { removeWorkspaceUser, updateWorkspaceUsers } from './workspace-users.ts';

export function workspaceRoutes(deps: Deps & WorkspacePorts) {
  const updateUsers: Handlers['updateWorkspaceUsers'] = ({ caller, params, body }) =>
    updateWorkspaceUsers(deps, caller, { ...params, ...body });
  return {
    listWorkspaces: ({ caller }) => listWorkspaces(deps, caller),
    readWorkspace: ({ caller, params }) => readWorkspace(deps, caller, params.workspaceId),
    createWorkspace: ({ caller, body }) => createWorkspace(deps, caller, body),
    updateWorkspace: ({ caller, params, body }) => updateWorkspace(deps, caller, { ...params, ...body }),
    deleteWorkspace: ({ caller, params, query, visitor }) =>
      deleteWorkspace(deps, caller, { ...params, ...query, visitor }),
    updateWorkspaceUsers: updateUsers,
    updateWorkspaceUsersAlias: updateUsers,
    removeWorkspaceUser: ({ caller, params }) => removeWorkspaceUser(deps, caller, params),
    initializeApp: ({ caller, query }) => initializeApp(deps, caller, { ...query, parts: query.data ?? [] }),
  } satisfies Partial<Handlers>;
}
