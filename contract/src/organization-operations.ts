import { LIMITS, PERMISSIONS, type RefusalCode } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import {
  exact,
  Id,
  nullable,
  oneOf,
  PageQuery,
  Picture,
  Profile,
  pageOf,
  Text,
  Timestamp,
} from './schemas.ts';

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const Given = Type.String({ maxLength: 1_000 });

export const Member = exact({
  id: Id,
  uniqueId: Text,
  email: Text,
  name: nullable(Text),
  picture: nullable(Picture),
  administrator: Type.Boolean({ description: 'Whether they run the organization' }),
  status: oneOf(['invited', 'joined']),
  createDate: Timestamp,
});

export const Role = exact({
  id: Id,
  key: Text,
  name: Text,
  system: Type.Boolean({ description: 'Whether every organization has it' }),
  permissions: Type.Array(oneOf(PERMISSIONS)),
});

/** Which organization a call is about; needed by those alone who belong to several. */
export const OrganizationQuery = Type.Object({
  organizationId: Type.Optional(
    Type.Integer({ minimum: 1, description: 'Default: the oldest that the caller runs, or belongs to' }),
  ),
});

export const ORGANIZATION_REFUSALS = [
  'VALIDATION_ERROR',
  'AUTHENTICATION_REQUIRED',
  'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
  'NOT_FOUND',
  'RATE_LIMIT_REACHED',
  'API_KEY_RATE_LIMIT_REACHED',
] as const satisfies readonly RefusalCode[];

const common = {
  access: 'caller',
  scope: 'organization:write',
  query: OrganizationQuery,
  refusals: ORGANIZATION_REFUSALS,
} as const;

const memberOperations = {
  listMembers: operation({
    ...common,
    method: 'GET',
    path: '/api/v1/organization/members',
    summary: 'The members of the organization, in the order in which they came',
    query: Type.Object({ ...PageQuery.properties, ...OrganizationQuery.properties }),
    status: 200,
    answer: pageOf(Member),
  }),
  inviteMembers: operation({
    ...common,
    method: 'POST',
    path: '/api/v1/organization/members',
    summary: 'Invite people by mail; one outcome an address, in the order of the call',
    body: Type.Object({
      members: Type.Array(Type.Object({ email: Given }), {
        minItems: 1,
        maxItems: LIMITS.invitationsPerCallMax,
      }),
    }),
    status: 201,
    answer: Type.Array(Type.Record(Text, exact({ result: Type.Boolean(), message: nullable(Text) }))),
  }),
  updateMember: operation({
    ...common,
    method: 'PUT',
    path: '/api/v1/organization/members/{memberId}',
    summary: 'Say whether a member runs the organization',
    params: Type.Object({ memberId: Id }),
    body: Type.Object({ administrator: Type.Boolean() }),
    status: 200,
    answer: Member,
  }),
  removeMember: operation({
    ...common,
    method: 'DELETE',
    path: '/api/v1/organization/members/{memberId}',
    summary: 'Take a member out of the organization and its workspaces',
    params: Type.Object({ memberId: Id }),
    status: 204,
    answer: null,
  }),
  inviteMemberAgain: operation({
    ...common,
    method: 'POST',
    path: '/api/v1/organization/members/{memberId}/invitation',
    summary: 'Mail an invitation again; the link before it ends',
    params: Type.Object({ memberId: Id }),
    status: 200,
    answer: Member,
  }),
};

const GivenPermissions = Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 });

const roleOperations = {
  listRoles: operation({
    ...common,
    method: 'GET',
    path: '/api/v1/organization/roles',
    summary: 'The roles that can be given: those of every organization, then its own',
    status: 200,
    answer: Type.Array(Role),
  }),
  createRole: operation({
    ...common,
    method: 'POST',
    path: '/api/v1/organization/roles',
    summary: 'Make a role of the organization; its key follows from its name',
    body: Type.Object({ name: Given, permissions: GivenPermissions }),
    status: 201,
    answer: Role,
  }),
  updateRole: operation({
    ...common,
    method: 'PUT',
    path: '/api/v1/organization/roles/{roleId}',
    summary: 'Change the name or permissions of a role; what is left out stays',
    params: Type.Object({ roleId: Id }),
    body: Type.Object({ name: Type.Optional(Given), permissions: Type.Optional(GivenPermissions) }),
    status: 200,
    answer: Role,
  }),
  deleteRole: operation({
    ...common,
    method: 'DELETE',
    path: '/api/v1/organization/roles/{roleId}',
    summary: 'Delete a role that nobody has',
    params: Type.Object({ roleId: Id }),
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
    summary: 'Who invites whom, by the token of the link',
    access: 'open',
    internal: true,
    query: Type.Object({ token: Token }),
    status: 200,
    answer: exact({
      organizationName: Text,
      inviterName: Text,
      email: Text,
      hasAccount: Type.Boolean(),
      isSignedIn: Type.Boolean(),
    }),
    refusals: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_REACHED'],
  }),
  acceptInvitation: operation({
    method: 'POST',
    path: '/api/v1/account/invitation',
    summary: 'Join: signed in as the address, or with a name and a password for a new account',
    access: 'open',
    internal: true,
    body: Type.Object({ token: Token, name: Type.Optional(Given), password: Type.Optional(Given) }),
    status: 200,
    answer: Profile,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'NOT_FOUND', 'RATE_LIMIT_REACHED'],
  }),
};

/** What the pages ask first: where the caller belongs, and which of their workspaces lies where. */
const ownOperations = {
  listOrganizations: operation({
    method: 'GET',
    path: '/api/v1/organizations',
    summary: 'The organizations of the caller: those they run first, then the oldest',
    access: 'session',
    internal: true,
    status: 200,
    answer: Type.Array(
      exact({
        id: Id,
        name: Text,
        memberId: Id,
        administrator: Type.Boolean({ description: 'Whether the caller runs it' }),
        workspaceIds: Type.Array(Id, { description: 'Those of it that the caller belongs to' }),
      }),
    ),
    refusals: ['AUTHENTICATION_REQUIRED'],
  }),
};

export const organizationOperations = {
  ...ownOperations,
  ...memberOperations,
  ...roleOperations,
  ...invitationOperations,
};
