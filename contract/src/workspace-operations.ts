import { LIMITS, PERMISSIONS } from '@paraph/domain';
import { Type } from 'typebox';
import { LevelOffers, LevelQuery } from './level-operations.ts';
import { operation } from './operation.ts';
import { NAME_LIMITS } from './request-values.ts';
import {
  described,
  exact,
  Id,
  limited,
  MemberProfile,
  nullable,
  oneOf,
  Picture,
  Profile,
  Text,
  WorkspacePath,
} from './schemas.ts';
import { Tag } from './workflow-schemas.ts';

const RoleId = Type.Integer({
  minimum: 1,
  description: 'The id of the role: 1 owner, 2 administrator, 3 editor, 4 viewer; custom roles from 100',
});

export const Workspace = exact({
  id: described(Id, 'Id of the workspace'),
  name: described(Text, 'The name of the workspace'),
  description: described(nullable(Text), 'What the workspace is for; null where nothing was said'),
  tags: described(Type.Array(Tag), 'The tags of the workspace'),
  integrations: Type.Array(Type.Never(), { description: 'Always empty for now' }),
  workspaceUsers: described(
    Type.Array(
      exact({
        id: described(Id, 'Id of the user of the workspace'),
        memberId: described(Id, 'Id of the member'),
        email: described(Text, 'The member’s email address'),
        role: RoleId,
        roleKey: Type.String({
          description: 'owner, administrator, editor, viewer, or the key of a custom role',
        }),
        profile: described(MemberProfile, 'The name, address and picture of the person'),
      }),
    ),
    'The users of the workspace',
  ),
  permissions: Type.Array(oneOf(PERMISSIONS), { description: "The caller's own" }),
});

/** A user of a workspace, as the call that puts them there answers. */
export const WorkspaceUser = exact({
  id: described(Id, 'Id of the user of the workspace'),
  email: described(Text, 'The member’s email address'),
  role: RoleId,
  picture: described(nullable(Picture), 'The picture of the account; null for people without one'),
  name: Type.Union([Text, Type.Null()], { description: 'Null until the invited person has an account' }),
});

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const WorkspaceName = limited(Type.String({ maxLength: 1_000 }), NAME_LIMITS);
const WorkspaceDescription = limited(Type.String({ maxLength: 1_000 }), {
  maxLength: LIMITS.workspaceDescriptionCharactersMax,
});
const IdOrKey = Type.Union([Id, Type.String({ minLength: 1, maxLength: 100 })]);

const updateUsers = {
  method: 'PUT',
  scope: 'workspaces:write',
  params: WorkspacePath,
  body: Type.Object({
    users: described(
      Type.Array(
        Type.Object({
          id: described(Type.Optional(Id), 'Another name of `memberId`'),
          memberId: described(Type.Optional(IdOrKey), 'The member’s id, or their `uniqueId`'),
          roleId: described(IdOrKey, 'The role: its id or its key'),
        }),
        { minItems: 1, maxItems: 100 },
      ),
      'The members to add or change',
    ),
  }),
  answer: Type.Array(WorkspaceUser),
  refusals: ['WORKSPACE_NOT_FOUND'],
} as const;

export const workspaceOperations = {
  createWorkspace: operation({
    method: 'POST',
    path: '/api/v1/workspaces',
    summary: 'Create a workspace; its creator owns it',
    scope: 'workspaces:write',
    body: Type.Object({
      name: described(WorkspaceName, '2 to 250 characters'),
      description: described(Type.Optional(nullable(WorkspaceDescription)), 'What the workspace is for'),
      organizationId: described(
        Type.Optional(Id),
        'Id of the organization; by default the oldest that the caller runs or belongs to',
      ),
    }),
    status: 201,
    answer: Workspace,
    refusals: ['NOT_FOUND'],
  }),
  updateWorkspace: operation({
    method: 'PUT',
    path: '/api/v1/workspaces/{workspaceId}',
    summary: 'Change the name or description of a workspace; absent properties stay',
    scope: 'workspaces:write',
    params: WorkspacePath,
    body: Type.Object({
      name: described(Type.Optional(WorkspaceName), '2 to 250 characters'),
      description: described(
        Type.Optional(nullable(WorkspaceDescription)),
        'What the workspace is for; null for nothing',
      ),
    }),
    answer: Workspace,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
  deleteWorkspace: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}',
    summary: 'Close a workspace without running workflows; ended ones move to another workspace',
    scope: 'workspaces:write',
    params: WorkspacePath,
    query: Type.Object({
      newWorkspaceId: Type.Optional(
        Type.Integer({
          minimum: 1,
          description:
            'Where the ended workflows go; else the oldest other workspace of the organization in which the caller ' +
            'may create workflows',
        }),
      ),
    }),
    status: 204,
    answer: null,
    refusals: ['WORKSPACE_NOT_FOUND', 'WORKFLOW_STATUS_CONFLICT', 'WORKFLOW_HELD'],
  }),
  updateWorkspaceUsers: operation({
    ...updateUsers,
    path: '/api/v1/workspaces/{workspaceId}/users',
    summary: 'Add members to a workspace and change roles; users that are not named stay',
  }),
  updateWorkspaceUsersAlias: operation({
    ...updateUsers,
    path: '/workspaces/{workspaceId}/users',
    summary: 'The same, at the address that the specification prints',
  }),
  removeWorkspaceUser: operation({
    method: 'DELETE',
    path: '/api/v1/workspaces/{workspaceId}/users/{workspaceUserId}',
    summary: 'Remove a user from a workspace; one owner must remain',
    scope: 'workspaces:write',
    params: Type.Object({
      workspaceId: described(Id, 'Id of the workspace'),
      workspaceUserId: described(Id, 'Id of the user of the workspace'),
    }),
    status: 204,
    answer: null,
    refusals: [...updateUsers.refusals, 'NOT_FOUND'],
  }),
  initializeApp: operation({
    method: 'GET',
    path: '/api/v1/app/initialize',
    summary: 'Data for the start of an app; only the requested parts',
    scope: 'profile:read',
    query: Type.Object({
      data: described(
        Type.Optional(
          Type.Array(oneOf(['profile', 'workspaces', 'levels', 'limits', 'currentSubscription'])),
        ),
        'Which parts to answer: `profile`, `workspaces`, `levels`, `limits`, `currentSubscription`',
      ),
      ...LevelQuery.properties,
    }),
    answer: exact({
      profile: described(Type.Optional(Profile), 'The name, address and picture of the person'),
      workspaces: described(
        Type.Optional(Type.Array(Workspace)),
        'The workspaces that the caller belongs to',
      ),
      levels: described(
        Type.Optional(LevelOffers),
        'The levels of signatures that the organization is offered, and what the others need',
      ),
      limits: described(
        Type.Optional(
          exact({
            expirySecondsMin: described(Type.Integer(), 'The earliest deadline, in seconds from now'),
            expirySecondsMax: described(Type.Integer(), 'The latest deadline, in seconds from now'),
            convertedFormats: described(
              Type.Array(oneOf(['docx', 'odt', 'rtf', 'heic'])),
              'Which files besides PDF, JPEG and PNG become documents, because a converter is set up for them',
            ),
          }),
        ),
        'What this instance accepts as a deadline and as a document',
      ),
      currentSubscription: described(Type.Optional(Type.Null()), 'Always null: everything is free'),
    }),
    refusals: ['NOT_FOUND'],
  }),
  listWorkspaces: operation({
    method: 'GET',
    path: '/api/v1/workspaces',
    summary: 'The workspaces of the caller',
    scope: 'workspaces:read',
    answer: Type.Array(Workspace),
  }),
  readWorkspace: operation({
    method: 'GET',
    path: '/api/v1/workspaces/{workspaceId}',
    summary: 'One workspace',
    scope: 'workspaces:read',
    params: WorkspacePath,
    answer: Workspace,
    refusals: ['WORKSPACE_NOT_FOUND'],
  }),
};
