import { Type } from 'typebox';
import { operation } from './operation.ts';
import { ADMINISTERED } from './organization-operations.ts';
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

const Attribute = Type.String({ maxLength: 500 });
const Certificate = Type.String({ maxLength: 20_000 });

const SamlProvider = exact({
  ssoUrl: described(Text, 'Where people sign in; empty: not set up yet'),
  sloUrl: described(nullable(Text), 'Where people sign out; null: nowhere'),
  certificates: described(Type.Array(Text), 'By which it signs, in base64: two while it changes them'),
  certificateEndDate: described(nullable(Timestamp), 'When the last of them ends; null without one'),
  metadataUrl: described(nullable(Text), 'Where its metadata is read daily'),
  metadataReadDate: described(nullable(Timestamp), 'When that last worked'),
  metadataProblem: described(nullable(Text), 'Why it has not since; null where it has'),
  emailAttribute: described(Text, 'The attribute with the address; empty: those that are usual'),
  nameAttribute: described(Text, 'The attribute with the name; empty: those that are usual'),
  signsRequests: described(Type.Boolean(), 'Whether requests to sign in are signed'),
  allowsUnsolicited: described(Type.Boolean(), 'Whether people may begin at the provider'),
  answerProblem: described(nullable(Text), 'Why its latest answer was refused; null where it was not'),
  ownCertificate: described(Text, 'The certificate of this instance there, in base64'),
});

const SamlForm = Type.Object({
  metadataUrl: described(Type.Optional(RawText), 'Where its metadata is; read at once, then daily'),
  metadata: described(
    Type.Optional(Type.String({ maxLength: 262_144 })),
    'Its metadata, in place of an address: XML of one provider',
  ),
  entityId: described(Type.Optional(RawText), 'Its entity id, in place of metadata'),
  ssoUrl: described(Type.Optional(RawText), 'Where people sign in (HTTP-Redirect), in place of metadata'),
  sloUrl: described(Type.Optional(RawText), 'Where people sign out (HTTP-Redirect), in place of metadata'),
  certificates: described(
    Type.Optional(Type.Array(Certificate, { maxItems: 6 })),
    'By which it signs, in PEM or base64, in place of metadata',
  ),
  emailAttribute: described(
    Type.Optional(Attribute),
    'The attribute with the address; empty: those that are usual',
  ),
  nameAttribute: described(
    Type.Optional(Attribute),
    'The attribute with the name; empty: those that are usual',
  ),
  signsRequests: described(
    Type.Optional(Type.Boolean()),
    'Whether requests to sign in are signed; they are where the metadata asks for it',
  ),
  allowsUnsolicited: described(
    Type.Optional(Type.Boolean()),
    'Whether people may begin at the provider: a sign-in then begins here',
  ),
});

const Connection = exact({
  id: described(Text, 'A random id'),
  kind: described(oneOf(['oidc', 'saml']), 'The protocol: OpenID Connect or SAML 2.0'),
  saml: described(nullable(SamlProvider), 'What a SAML provider has besides; null for OpenID Connect'),
  name: described(Text, 'As members know it'),
  issuer: described(Text, 'Its issuer; its entity id with SAML'),
  clientId: described(
    Text,
    'The id of this instance at the provider; with SAML its entity id, at which its metadata is',
  ),
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
  passwordAdministratorHasFactor: described(
    Type.Boolean(),
    'Whether they have a second factor, without which it cannot be required',
  ),
  endsSession: described(Type.Boolean(), 'Whether signing out here ends the session at the provider'),
  mapping: described(Mapping, 'Which groups have which roles'),
  signInUrl: described(Text, 'The address at which members begin'),
  returnUrls: described(
    Type.Array(Text),
    'The redirect URIs to register: of members, of signers; with SAML the assertion consumer service',
  ),
  signedOutUrl: described(Text, 'The redirect URI after signing out'),
  logoutUrl: described(Text, 'The back-channel logout URI; with SAML the single logout service'),
  workedDate: described(nullable(Timestamp), 'When a member first signed in by it; null: nobody yet'),
  createDate: described(Timestamp, 'When it was made'),
  changeDate: described(Timestamp, 'When it was changed'),
});

const ConnectionForm = Type.Object({
  name: described(RawText, 'As members know it, such as `Acme`'),
  kind: described(
    Type.Optional(oneOf(['oidc', 'saml'])),
    'The protocol, `oidc` where it is left out; a connection keeps it',
  ),
  saml: described(
    Type.Optional(SamlForm),
    'What is needed of a SAML provider; without it, it is not set up yet',
  ),
  issuer: described(
    Type.Optional(RawText),
    'Its issuer, with `https://`, without `/.well-known/openid-configuration`; not with SAML',
  ),
  clientId: described(Type.Optional(RawText), 'The id of this instance at the provider; not with SAML'),
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
    answer: exact({ connections: described(Type.Array(Connection), 'The oldest first') }),
  }),
  createConnection: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: PATH,
    summary: 'Add a connection (OpenID Connect or SAML 2.0)',
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
    answer: ProviderFindings,
  }),
  checkConnectionDomain: operation({
    ...ADMINISTERED,
    method: 'POST',
    path: `${PATH}/{connectionId}/domain-check`,
    summary: 'Look for the TXT record that shows that the organization holds a domain',
    params: ConnectionParams,
    body: Type.Object({ domain: described(RawText, 'A domain of the connection') }),
    answer: Connection,
    refusals: ['NOT_FOUND'],
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
    answer: exact({ connections: Type.Array(NamedConnection), byAddress: Type.Boolean() }),
  }),
  startSignIn: operation({
    method: 'POST',
    path: '/api/v1/account/sign-in/start',
    summary: 'How an address signs in, whether or not it has an account',
    access: 'open',
    internal: true,
    body: Type.Object({ email: RawText }),
    answer: exact({ connection: nullable(NamedConnection) }),
  }),
  readSignInVisit: operation({
    method: 'GET',
    path: '/api/v1/account/sign-in/visit',
    summary: 'What became of the sign-in by a connection that this browser began',
    access: 'open',
    internal: true,
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
  }),
  confirmIdentity: operation({
    method: 'POST',
    path: '/api/v1/account/sign-in/confirm',
    summary: 'Say by the password of the account that who signed in at the provider is its user',
    access: 'open',
    internal: true,
    body: Type.Object({ password: RawText }),
    answer: Profile,
    refusals: ['NOT_FOUND'],
  }),
};

export const connectionOperations = { ...ownOperations, ...signInOperations };
