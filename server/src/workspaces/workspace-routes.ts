import { readProfile } from '../accounts/profiles.ts';
import { newSession, writeSessionCookies } from '../accounts/session-cookie.ts';
import type { Deps } from '../deps.ts';
import { serveFile } from '../files/serve-file.ts';
import type { Handlers } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { acceptAsUser, acceptWithAccount, readInvitation } from './accept-invitation.ts';
import { readOrganizationEmbedOrigins, updateOrganizationEmbedOrigins } from './embed-origins.ts';
import { initializeApp } from './initialize-app.ts';
import { inviteMembers } from './invite-members.ts';
import { readLevels, updateLevels, viewLevels } from './levels.ts';
import { inviteMemberAgain, listMembers, removeMember, updateMember } from './manage-members.ts';
import {
  createWorkspace,
  deleteWorkspace,
  listWorkspaces,
  readWorkspace,
  updateWorkspace,
} from './manage-workspaces.ts';
import { listOrganizations } from './organization-access.ts';
import {
  deleteOrganizationPicture,
  readOrganizationPicture,
  updateOrganizationPicture,
} from './organization-picture.ts';
import {
  readOrganizationReminders,
  readWorkspaceReminders,
  updateOrganizationReminders,
  updateWorkspaceReminders,
} from './reminder-defaults.ts';
import { renameOrganization } from './rename-organization.ts';
import { createRole, deleteRole, listRoles, updateRole } from './roles.ts';
import {
  readOrganizationDefaults,
  readWorkspaceDefaults,
  updateOrganizationDefaults,
  updateWorkspaceDefaults,
} from './sending-defaults.ts';
import type { WorkspacePorts } from './workspace-ports.ts';
import { removeWorkspaceUser, updateWorkspaceUsers } from './workspace-users.ts';
import { viewMember, viewOrganization, viewOutcome, viewRole } from './workspace-view.ts';

export function workspaceRoutes(deps: Deps & WorkspacePorts) {
  return {
    ...ownWorkspaceRoutes(deps),
    ...memberRoutes(deps),
    ...invitationRoutes(deps),
    ...organizationRoutes(deps),
    ...reminderRoutes(deps),
    ...embeddingRoutes(deps),
    ...defaultRoutes(deps),
  } satisfies Partial<Handlers>;
}

function memberRoutes(deps: Deps & WorkspacePorts) {
  return {
    listOrganizations: async ({ caller }) => (await listOrganizations(deps, caller)).map(viewOrganization),
    listMembers: async ({ caller, query }) => viewPage(await listMembers(deps, caller, query), viewMember),
    inviteMembers: async ({ caller, query, body }) => {
      const emails = body.members.map(({ email }) => email);
      const { language } = body;
      return (await inviteMembers(deps, caller, { ...query, emails, language })).map(viewOutcome);
    },
    updateMember: async ({ caller, params, query, body }) =>
      viewMember(await updateMember(deps, caller, { ...query, ...params, ...body })),
    removeMember: ({ caller, params, query }) => removeMember(deps, caller, { ...query, ...params }),
    inviteMemberAgain: async ({ caller, params, query }) =>
      viewMember(await inviteMemberAgain(deps, caller, { ...query, ...params })),
  } satisfies Partial<Handlers>;
}

/** Roles, the picture of stamps, and levels. */
function organizationRoutes(deps: Deps) {
  return {
    renameOrganization: ({ caller, query, body }) => renameOrganization(deps, caller, { ...query, ...body }),
    listRoles: async ({ caller, query }) =>
      (await listRoles(deps, caller, query.organizationId)).map(viewRole),
    createRole: async ({ caller, query, body }) =>
      viewRole(await createRole(deps, caller, { ...query, role: body })),
    updateRole: async ({ caller, params, query, body }) =>
      viewRole(await updateRole(deps, caller, { ...query, ...params, change: body })),
    deleteRole: ({ caller, params, query }) => deleteRole(deps, caller, { ...query, ...params }),
    readOrganizationPicture: async ({ caller, query, request }) => {
      const file = await readOrganizationPicture(deps, caller, query);
      const fileName = `picture.${file.format}`;
      return serveFile(deps, { request }, { file, fileName, disposition: 'inline' });
    },
    updateOrganizationPicture: ({ caller, query, body }) =>
      updateOrganizationPicture(deps, caller, { ...query, upload: body.files.picture ?? null }),
    deleteOrganizationPicture: ({ caller, query }) => deleteOrganizationPicture(deps, caller, query),
    readLevels: async ({ caller, query }) => viewLevels(await readLevels(deps, caller, query)),
    updateLevels: async ({ caller, query, body }) =>
      viewLevels(await updateLevels(deps, caller, { ...query, ...body })),
  } satisfies Partial<Handlers>;
}

function embeddingRoutes(deps: Deps) {
  return {
    readEmbedOrigins: ({ caller, query }) => readOrganizationEmbedOrigins(deps, caller, query),
    updateEmbedOrigins: ({ caller, query, body }) =>
      updateOrganizationEmbedOrigins(deps, caller, { ...query, ...body }),
  } satisfies Partial<Handlers>;
}

function reminderRoutes(deps: Deps) {
  return {
    readOrganizationReminders: ({ caller, query }) => readOrganizationReminders(deps, caller, query),
    updateOrganizationReminders: ({ caller, query, body }) =>
      updateOrganizationReminders(deps, caller, { ...query, ...body }),
    readWorkspaceReminders: ({ caller, params }) => readWorkspaceReminders(deps, caller, params),
    updateWorkspaceReminders: ({ caller, params, body }) =>
      updateWorkspaceReminders(deps, caller, { ...params, ...body }),
  } satisfies Partial<Handlers>;
}

function defaultRoutes(deps: Deps) {
  return {
    readOrganizationDefaults: ({ caller, query }) => readOrganizationDefaults(deps, caller, query),
    updateOrganizationDefaults: ({ caller, query, body }) =>
      updateOrganizationDefaults(deps, caller, { ...query, change: body }),
    readWorkspaceDefaults: ({ caller, params }) => readWorkspaceDefaults(deps, caller, params),
    updateWorkspaceDefaults: ({ caller, params, body }) =>
      updateWorkspaceDefaults(deps, caller, { ...params, change: body }),
  } satisfies Partial<Handlers>;
}

function invitationRoutes(deps: Deps & WorkspacePorts) {
  return {
    readInvitation: ({ caller, query, visitor }) =>
      readInvitation(deps, caller, { token: query.token, ip: visitor.ip }),
    acceptInvitation: async ({ caller, body, visitor, request, reply }) => {
      const link = { token: body.token, ip: visitor.ip };
      const { name, password } = body;
      if (name === undefined || password === undefined) {
        return readProfile(deps.database, deps, await acceptAsUser(deps, caller, link));
      }
      const session = newSession(deps, { request, visitor });
      const userId = await acceptWithAccount(deps, { ...link, name, password, session });
      writeSessionCookies(reply, deps.config, session);
      return readProfile(deps.database, deps, userId);
    },
  } satisfies Partial<Handlers>;
}

function ownWorkspaceRoutes(deps: Deps & WorkspacePorts) {
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
    initializeApp: ({ caller, query }) =>
      initializeApp(deps, caller, { ...query, sections: query.data ?? [] }),
  } satisfies Partial<Handlers>;
}
