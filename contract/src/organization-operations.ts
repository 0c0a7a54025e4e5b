import { LIMITS, PERMISSIONS, SIGNING_LANGUAGES } from '@paraph/domain';
import { Type } from 'typebox';
import { Upload } from './form-parts.ts';
import { operation } from './operation.ts';
import { EMAIL_LIMITS, NAME_LIMITS } from './request-values.ts';
import {
  described,
  exact,
  Id,
  limited,
  nullable,
  oneOf,
  PageQuery,
  PagesQuery,
  Picture,
  Profile,
  pageOf,
  Text,
  Timestamp,
} from './schemas.ts';

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const RawText = Type.String({ maxLength: 1_000 });
const RoleName = limited(RawText, NAME_LIMITS);

export const Member = exact({
  id: described(Id, 'Id of the member'),
  uniqueId: described(Text, 'A random id of the member that cannot be guessed'),
  email: described(Text, 'The member’s email address'),
  name: described(nullable(Text), 'Null until the invited person has an account'),
  picture: described(nullable(Picture), 'The picture of the account; null for people without one'),
  administrator: Type.Boolean({ description: 'Whether they run the organization' }),
  status: described(
    oneOf(['invited', 'joined', 'deactivated']),
    '`invited` until the person has accepted; `deactivated` while the provider of a connection gives them no access',
  ),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
  invitation: described(
    nullable(
      exact({
        by: described(Text, 'Who invited, as they are called now'),
        createDate: described(Timestamp, 'When its link was mailed, in seconds since 1970'),
        expiryDate: described(Timestamp, 'When its link ends, or ended'),
      }),
    ),
    'The newest invitation; null for those who have joined, and long after its end',
  ),
  provisionedBy: described(
    nullable(Text),
    'Id of the connection whose provider gives and takes their access; null: of none, or of one that was removed',
  ),
});

export const Role = exact({
  id: described(Id, 'Id of the role; custom roles from 100'),
  key: described(Text, 'A word for the role, made from its name'),
  name: described(Text, 'The name of the role'),
  system: Type.Boolean({ description: 'Whether every organization has it' }),
  permissions: described(Type.Array(oneOf(PERMISSIONS)), 'What the role, or the caller, may do'),
});

/** Which organization a call is about; needed by those alone who belong to several. */
export const OrganizationQuery = Type.Object({
  organizationId: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Default: the oldest that the caller runs, or belongs to' }),
  ),
});
export const OrganizationPagesQuery = Type.Object({
  ...PagesQuery.properties,
  ...OrganizationQuery.properties,
});

/** What the operations of administrators share. */
export const ADMINISTERED = {
  scope: 'organization:write',
  query: OrganizationQuery,
  refusals: ['NOT_FOUND'],
} as const;

const HandOver = exact({
  drafts: Type.Integer({ description: 'Drafts' }),
  running: Type.Integer({ description: 'Workflows that have started and not ended' }),
  templates: Type.Integer({ description: 'Templates' }),
  apps: Type.Integer({
    description: 'Apps that they registered, where they belong to no other organization',
  }),
  workspaces: described(Type.Array(Text), 'The workspaces concerned, by name'),
});

const memberOperations = {
  listMembers: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: '/api/v1/organization/members',
    summary: 'The members of the organization, in the order in which they were added',
    query: Type.Object({
      ...PageQuery.properties,
      ...OrganizationQuery.properties,
      status: described(Type.Optional(oneOf(['invited'])), 'Those alone who have not joined'),
    }),
    answer: pageOf(Member),
  }),
  inviteMembers: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: '/api/v1/organization/members',
    summary: 'Invite people by mail; one outcome an address, in the order of the call',
    body: Type.Object({
      members: described(
        Type.Array(
          Type.Object({ email: described(limited(RawText, EMAIL_LIMITS), 'The address to invite') }),
          {
            minItems: 1,
            maxItems: LIMITS.invitationsPerCallMax,
          },
        ),
        'The people to invite',
      ),
      language: described(
        Type.Optional(oneOf(SIGNING_LANGUAGES)),
        'Of the mails, also where they are mailed again; that of the caller’s account by default. Who has an account here gets their own',
      ),
    }),
    status: 201,
    answer: Type.Array(
      Type.Record(
        Text,
        exact({
          result: described(Type.Boolean(), 'Whether the person was invited'),
          message: described(nullable(Text), 'Why not; null where the person was invited'),
        }),
      ),
    ),
  }),
  updateMember: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: '/api/v1/organization/members/{memberId}',
    summary: 'Make a member an administrator, or revoke that',
    params: Type.Object({ memberId: described(Id, 'Id of the member') }),
    body: Type.Object({ administrator: Member.properties.administrator }),
    answer: Member,
  }),
  removeMember: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: '/api/v1/organization/members/{memberId}',
    summary: 'Remove a member from the organization and its workspaces',
    params: Type.Object({ memberId: described(Id, 'Id of the member') }),
    status: 204,
    answer: null,
  }),
  previewHandOver: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: '/api/v1/organization/members/{memberId}/hand-over',
    summary: 'What a member would hand over: what is under way, templates and apps',
    params: Type.Object({ memberId: described(Id, 'Id of the member') }),
    answer: HandOver,
  }),
  handOverMember: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: '/api/v1/organization/members/{memberId}/hand-over',
    summary: 'Hand all that a member has under way over to another one, and remove them if asked',
    params: Type.Object({ memberId: described(Id, 'Id of the member') }),
    body: Type.Object({
      to: described(Id, 'Id of the member who takes over'),
      remove: Type.Boolean({
        description: 'Whether the member is removed from the organization in the same act',
      }),
    }),
    status: 202,
    answer: HandOver,
  }),
  inviteMemberAgain: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: '/api/v1/organization/members/{memberId}/invitation',
    summary: 'Mail an invitation again; the former link ends',
    params: Type.Object({ memberId: described(Id, 'Id of the member') }),
    answer: Member,
  }),
};

const ownOperations = {
  renameOrganization: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: '/api/v1/organization',
    summary: 'Rename the organization',
    body: Type.Object({ name: described(limited(RawText, NAME_LIMITS), '2 to 250 characters') }),
    answer: exact({ id: described(Id, 'Its id'), name: described(Text, 'Its name') }),
  }),
};

const RawPermissions = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 });

const roleOperations = {
  listRoles: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: '/api/v1/organization/roles',
    summary: 'The roles that can be granted: those of every organization, then its own',
    answer: Type.Array(Role),
  }),
  createRole: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: '/api/v1/organization/roles',
    summary: 'Create a role of the organization; its key is derived from its name',
    body: Type.Object({
      name: described(RoleName, '2 to 250 characters'),
      permissions: described(RawPermissions, 'Which permissions it grants'),
    }),
    status: 201,
    answer: Role,
  }),
  updateRole: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: '/api/v1/organization/roles/{roleId}',
    summary: 'Change the name or permissions of a role; absent properties stay',
    params: Type.Object({ roleId: described(Id, 'Id of the role') }),
    body: Type.Object({
      name: described(Type.Optional(RoleName), '2 to 250 characters'),
      permissions: described(Type.Optional(RawPermissions), 'Which permissions it grants'),
    }),
    answer: Role,
  }),
  deleteRole: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: '/api/v1/organization/roles/{roleId}',
    summary: 'Delete a role that no user has',
    params: Type.Object({ roleId: described(Id, 'Id of the role') }),
    status: 204,
    answer: null,
  }),
};

const StampPicture = described(
  Upload,
  'A PNG with 8 bits a channel or a JPEG of at most 2 MiB and 2,048 × 2,048 pixels; beyond 900 pixels it is shrunk',
);

/** What the stamps of documents show that start from then on. */
const pictureOperations = {
  readOrganizationPicture: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: '/api/v1/organization/picture',
    summary: 'The bytes of the picture that stamps show, a PNG; 404 without one',
    answer: 'binary',
  }),
  updateOrganizationPicture: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: '/api/v1/organization/picture',
    summary: 'Set the picture that stamps show in documents that start from now on',
    body: Type.Object({ picture: StampPicture }),
    bodyKind: 'multipart',
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
  deleteOrganizationPicture: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: '/api/v1/organization/picture',
    summary: 'Remove the picture: stamps of documents that start from now on show their text',
    status: 204,
    answer: null,
  }),
};

const Token = Type.String({ maxLength: 100 });

/** The page that an invitation's link opens. */
const invitationOperations = {
  readInvitation: operation({
    method: 'GET',
    path: '/api/v1/account/invitation',
    summary: 'The invitation of a link, by its token',
    access: 'open',
    internal: true,
    query: Type.Object({ token: described(Token, 'An access or a refresh token') }),
    answer: exact({
      organizationName: Text,
      inviterName: Text,
      email: described(Text, 'An email address'),
      hasAccount: Type.Boolean(),
      isSignedIn: Type.Boolean(),
    }),
    refusals: ['NOT_FOUND'],
  }),
  acceptInvitation: operation({
    method: 'POST',
    path: '/api/v1/account/invitation',
    summary: 'Join: signed in as the address, or with a name and a password for a new account',
    access: 'open',
    internal: true,
    body: Type.Object({
      token: described(Token, 'An access or a refresh token'),
      name: described(Type.Optional(RawText), 'Its name'),
      password: Type.Optional(RawText),
    }),
    answer: Profile,
    refusals: ['CONNECTION_REQUIRED', 'AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  }),
};

/** Loaded first by the pages: the organizations and workspaces of the caller. */
const baseOperations = {
  listOrganizations: operation({
    method: 'GET',
    path: '/api/v1/organizations',
    summary: 'The organizations of the caller: those they administer first, then the oldest',
    access: 'session',
    internal: true,
    answer: Type.Array(
      exact({
        id: described(Id, 'Its id'),
        name: described(Text, 'Its name'),
        memberId: described(Id, 'The member’s id, or their `uniqueId`'),
        administrator: Type.Boolean({ description: 'Whether the caller runs it' }),
        workspaceIds: Type.Array(Id, { description: 'Those of it that the caller belongs to' }),
        hasPicture: Type.Boolean({ description: 'Whether its stamps show a picture' }),
      }),
    ),
  }),
};

export const organizationOperations = {
  ...baseOperations,
  ...ownOperations,
  ...memberOperations,
  ...roleOperations,
  ...invitationOperations,
  ...pictureOperations,
};
