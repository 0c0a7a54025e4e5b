import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED, ORGANIZATION_REFUSALS } from './organization-operations.ts';
import { described, exact, Id, nullable, oneOf, Profile, Text, Timestamp } from './schemas.ts';
import { ProviderFindings } from './trust-operations.ts';

// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const RawText = Type.String({ maxLength: 2_000 });
const ENTRIES_MAX = 200;

const Role = {
  workspaceId: described(Id, 'Id of the workspace'),
  role: described(RawText, 'Key of the role, such as `editor`'),
};
const Mapping = exact({
  groupClaim: described(
    Type.String({ minLength: 1, maxLength: 200 }),
    'The claim that lists the groups of a person',
  ),
  groups: described(
    Type.Array(exact({ group: described(RawText, 'As the provider names it'), ...Role }), {
      maxItems: ENTRIES_MAX,
    }),
    'Roles by group; the first entry of a workspace counts',
  ),
  administratorGroups: described(
    Type.Array(RawText, { maxItems: ENTRIES_MAX }),
    'Groups whose people run the organization',
  ),
  defaultRole: described(nullable(exact(Role)), 'Of who is in none of these groups; null: they are refused'),
  isDecisive: described(Type.Boolean(), 'Whether the provider also takes roles that were given by hand'),
});

const Connection = exact({
  id: described(Text, 'A random id'),
  kind: described(oneOf(['oidc']), 'The protocol: OpenID Connect'),
  name: described(Text, 'As members know it'),
  issuer: described(Text, 'Its issuer'),
  clientId: described(Text, 'The id of this instance at the provider'),
  isForSigners: described(Type.Boolean(), 'Whether signers show with it who signs'),
  isForMembers: described(Type.Boolean(), 'Whether members sign in by it'),
  domains: described(
    Type.Array(
      exact({
        domain: described(Text, 'The part of addresses after the @'),
        recordName: described(Text, 'Where a TXT record shows that the organization holds it'),
        recordValue: described(Text, 'What that record is to be'),
        provenDate: described(nullable(Timestamp), 'When the record was seen; null: not yet'),
      }),
    ),
    'Domains whose addresses sign in by it, once they are proven',
  ),
  isEnforced: described(Type.Boolean(), 'Whether addresses of its proven domains sign in by it alone'),
  passwordAdministrator: described(
    nullable(Text),
    'The administrator whose password opens the account in any case',
  ),
  endsSession: described(Type.Boolean(), 'Whether signing out here ends the session at the provider'),
  mapping: described(Mapping, 'Which groups have which roles'),
  signInUrl: described(Text, 'The address at which members begin'),
  returnUrls: described(Type.Array(Text), 'The redirect URIs to register: of members, of signers'),
  signedOutUrl: described(Text, 'The redirect URI after signing out'),
  logoutUrl: described(Text, 'The back-channel logout URI'),
  workedDate: described(nullable(Timestamp), 'When a member first signed in by it; null: nobody yet'),
  createDate: described(Timestamp, 'When it was made'),
  changeDate: described(Timestamp, 'When it was changed'),
});

const ConnectionForm = Type.Object({
  name: described(RawText, 'As members know it, such as `Acme`'),
  issuer: described(RawText, 'Its issuer, with `https://`, without `/.well-known/openid-configuration`'),
  clientId: described(RawText, 'The id of this instance at the provider'),
  clientSecret: described(
    Type.Optional(RawText),
    'The secret of this instance at the provider; never shown again. Absent: it stays, with the same issuer and client',
  ),
  domains: described(Type.Array(RawText, { maxItems: 50 }), 'Domains of its people, such as `example.com`'),
  isForSigners: described(
    Type.Boolean(),
    'Whether signers show with it who signs; one connection of an organization',
  ),
  isForMembers: described(Type.Boolean(), 'Whether members sign in by it'),
  isEnforced: described(
    Type.Boolean(),
    'Whether addresses of its proven domains sign in by it alone; only once a sign-in by it has worked',
  ),
  endsSession: described(Type.Boolean(), 'Whether signing out here ends the session at the provider'),
  mapping: described(Mapping, 'Which groups have which roles'),
});

export const ConnectionParams = Type.Object({
  connectionId: Type.String({ pattern: '^[0-9a-f]{32}$', description: 'Id of the connection' }),
});
const PATH = '/api/v1/organization/connections';

/** The providers by which members of an organization sign in, and signers show who signs. */
const ownOperations = {
  listConnections: operation({
    ...ADMINISTERED,
    method: 'GET',
    path: PATH,
    summary: 'The connections of the organization',
    status: 200,
    answer: exact({ connections: described(Type.Array(Connection), 'The oldest first') }),
  }),
  createConnection: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: PATH,
    summary: 'Add a connection (OpenID Connect)',
    body: ConnectionForm,
    status: 201,
    answer: Connection,
  }),
  updateConnection: operation({
    ...ADMINISTERED,
    method: 'PUT',
    path: `${PATH}/{connectionId}`,
    summary: 'Change a connection, or require it',
    params: ConnectionParams,
    body: ConnectionForm,
    status: 200,
    answer: Connection,
  }),
  deleteConnection: operation({
    ...ADMINISTERED,
    method: 'DELETE',
    path: `${PATH}/{connectionId}`,
    summary: 'Remove a connection: nobody signs in by it any more',
    params: ConnectionParams,
    status: 204,
    answer: null,
  }),
  tryConnection: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: `${PATH}/{connectionId}/try`,
    summary: 'Ask the provider what it offers, and say whether people can sign in',
    params: ConnectionParams,
    status: 200,
    answer: ProviderFindings,
  }),
  checkConnectionDomain: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: `${PATH}/{connectionId}/domain-check`,
    summary: 'Look for the TXT record that shows that the organization holds a domain',
    params: ConnectionParams,
    body: Type.Object({ domain: described(RawText, 'A domain of the connection') }),
    status: 200,
    answer: Connection,
    refusals: [...ORGANIZATION_REFUSALS, 'SERVICE_UNAVAILABLE'],
  }),
};

const NamedConnection = exact({ id: Text, name: Text });

/** The calls of the sign-in page. */
const signInOperations = {
  readSignInChoices: operation({
    method: 'GET',
    path: '/api/v1/account/sign-in/choices',
    summary: 'By which connections all people may sign in, and whether their address decides',
    access: 'open',
    internal: true,
    status: 200,
    answer: exact({ connections: Type.Array(NamedConnection), byAddress: Type.Boolean() }),
    refusals: [],
  }),
  startSignIn: operation({
    method: 'POST',
    path: '/api/v1/account/sign-in/start',
    summary: 'How an address signs in, whether or not it has an account',
    access: 'open',
    internal: true,
    body: Type.Object({ email: RawText }),
    status: 200,
    answer: exact({ connection: nullable(NamedConnection) }),
    refusals: ['VALIDATION_ERROR', 'RATE_LIMIT_REACHED'],
  }),
  readSignInVisit: operation({
    method: 'GET',
    path: '/api/v1/account/sign-in/visit',
    summary: 'What became of the sign-in by a connection that this browser began',
    access: 'open',
    internal: true,
    status: 200,
    answer: exact({
      visit: nullable(
        exact({
          connection: nullable(NamedConnection),
          problem: nullable(Text),
          retryDate: nullable(Timestamp),
          emailToConfirm: nullable(Text),
          returnTo: Text,
        }),
      ),
    }),
    refusals: [],
  }),
  confirmIdentity: operation({
    method: 'POST',
    path: '/api/v1/account/sign-in/confirm',
    summary: 'Say by the password of the account that who signed in at the provider is its user',
    access: 'open',
    internal: true,
    body: Type.Object({ password: RawText }),
    status: 200,
    answer: Profile,
    refusals: ['VALIDATION_ERROR', 'NOT_FOUND', 'RATE_LIMIT_REACHED'],
  }),
};

export const connectionOperations = { ...ownOperations, ...signInOperations };
