import { SCOPE_NAMES } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { exact, Id, Nothing, nullable, oneOf, Text, Timestamp } from './schemas.ts';

const Scopes = Type.Array(oneOf(SCOPE_NAMES));
const appFields = {
  id: Id,
  name: Text,
  clientId: Text,
  redirectUris: Type.Array(Text),
  scopes: Scopes,
  createDate: Timestamp,
  lastUseDate: nullable(Timestamp),
};
const App = exact(appFields);
const AppWithSecret = exact({ ...appFields, clientSecret: Text });
// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const GivenName = Type.String({ maxLength: 1_000 });
const GivenList = Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 50 });
const AppId = Type.Object({ appId: Id });

const Secret = Type.String({ minLength: 1, maxLength: 500 });
const token = { access_token: Text, token_type: Type.Literal('Bearer'), expires_in: Type.Integer() };
const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unsupported_grant_type',
] as const;
/** RFC 6749 §5.2. */
const StandardError = exact({ error: oneOf(TOKEN_ERRORS), error_description: Text });
// Optional, whatever they are: what is missing is answered in the words of RFC 6749, not in ours.
const FormText = Type.Unknown({ description: 'Text' });

/** The developer's list of apps, the user's list of approved ones, and the page where a user decides. */
const appOperations = {
  listApps: operation({
    method: 'GET',
    path: '/api/v1/integration-apps',
    summary: 'The integration apps of the user',
    access: 'session',
    internal: true,
    status: 200,
    answer: Type.Array(App),
    refusals: ['AUTHENTICATION_REQUIRED'],
  }),
  createApp: operation({
    method: 'POST',
    path: '/api/v1/integration-apps',
    summary: 'Register an integration app; its secret is shown once',
    access: 'session',
    internal: true,
    body: Type.Object({ name: GivenName, redirectUris: GivenList, scopes: GivenList }),
    status: 201,
    answer: AppWithSecret,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'UNAUTHORIZED_TO_PERFORM_THIS_ACTION'],
  }),
  updateApp: operation({
    method: 'PUT',
    path: '/api/v1/integration-apps/{appId}',
    summary: 'Change an integration app',
    access: 'session',
    internal: true,
    params: AppId,
    body: Type.Object({
      name: Type.Optional(GivenName),
      redirectUris: Type.Optional(GivenList),
      scopes: Type.Optional(GivenList),
    }),
    status: 200,
    answer: App,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  }),
  rotateAppSecret: operation({
    method: 'POST',
    path: '/api/v1/integration-apps/{appId}/secret',
    summary: 'Exchange the secret; the old one ends at once',
    access: 'session',
    internal: true,
    params: AppId,
    status: 200,
    answer: AppWithSecret,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  }),
  deleteApp: operation({
    method: 'DELETE',
    path: '/api/v1/integration-apps/{appId}',
    summary: 'Delete an integration app and end all its tokens',
    access: 'session',
    internal: true,
    params: AppId,
    status: 204,
    answer: null,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  }),
  listApprovedApps: operation({
    method: 'GET',
    path: '/api/v1/approved-apps',
    summary: 'The apps that the user allowed',
    access: 'session',
    internal: true,
    status: 200,
    answer: Type.Array(
      exact({
        id: Id,
        name: Text,
        ownerName: Text,
        scopes: Scopes,
        approveDate: Timestamp,
        lastUseDate: nullable(Timestamp),
      }),
    ),
    refusals: ['AUTHENTICATION_REQUIRED'],
  }),
  uninstallApp: operation({
    method: 'DELETE',
    path: '/api/v1/approved-apps/{appId}',
    summary: 'Take back what an app was allowed',
    access: 'session',
    internal: true,
    params: AppId,
    status: 204,
    answer: null,
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED', 'NOT_FOUND'],
  }),
  readAuthorizationRequest: operation({
    method: 'GET',
    path: '/api/v1/authorization-request',
    summary: 'What an app asks for, by the query of the authorization page',
    access: 'session',
    internal: true,
    status: 200,
    answer: exact({
      app: exact({ name: Text, ownerName: Text }),
      scopes: Type.Array(exact({ name: Text, words: Text })),
      redirectHost: Text,
    }),
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED'],
  }),
  decideAuthorization: operation({
    method: 'POST',
    path: '/api/v1/authorization-request',
    summary: 'Allow or deny, by the query of the authorization page',
    access: 'session',
    internal: true,
    body: Type.Object({ decision: oneOf(['allow', 'deny']) }),
    status: 200,
    answer: exact({ redirectTo: Text }),
    refusals: ['VALIDATION_ERROR', 'AUTHENTICATION_REQUIRED'],
  }),
};

/** Interface.md §2.1: the two endpoints of the specification, and the standard's beside them. */
const tokenOperations = {
  exchangeCode: operation({
    method: 'POST',
    path: '/api/v1/OAuth/v2/access',
    summary: 'Exchange an authorization code for tokens',
    access: 'client',
    body: Type.Object({
      client_id: Secret,
      client_secret: Secret,
      code: Secret,
      redirect_uri: Type.String({ minLength: 1, maxLength: 2_000 }),
      grant_type: Type.Optional(Type.String({ description: '`code`; may be left out' })),
      code_verifier: Type.Optional(Type.String({ maxLength: 500, description: 'PKCE, RFC 7636' })),
    }),
    status: 200,
    answer: exact({ ...token, refresh_token: Text }),
    refusals: ['VALIDATION_ERROR', 'INVALID_CLIENT', 'INVALID_GRANT', 'RATE_LIMIT_REACHED'],
  }),
  refreshAccess: operation({
    method: 'POST',
    path: '/api/v1/OAuth/v2/refresh',
    summary: 'Get a new access token; the refresh token stays the same',
    access: 'client',
    body: Type.Object({
      client_id: Secret,
      client_secret: Secret,
      refresh_token: Secret,
      grant_type: Type.Optional(Type.String({ description: '`refresh_token`; may be left out' })),
    }),
    status: 200,
    answer: exact(token),
    refusals: ['VALIDATION_ERROR', 'INVALID_CLIENT', 'INVALID_GRANT', 'RATE_LIMIT_REACHED'],
  }),
  issueToken: operation({
    method: 'POST',
    path: '/oauth/token',
    summary: 'The token endpoint of RFC 6749: codes with PKCE, and rotating refresh tokens',
    access: 'client',
    bodyKind: 'form',
    body: Type.Object({
      grant_type: Type.Optional(FormText),
      code: Type.Optional(FormText),
      redirect_uri: Type.Optional(FormText),
      code_verifier: Type.Optional(FormText),
      refresh_token: Type.Optional(FormText),
      scope: Type.Optional(FormText),
      client_id: Type.Optional(FormText),
      client_secret: Type.Optional(FormText),
    }),
    status: 200,
    answer: exact({ ...token, refresh_token: Text, scope: Text }),
    refusals: ['INVALID_CLIENT', 'INVALID_GRANT', 'RATE_LIMIT_REACHED'],
    standardErrors: StandardError,
  }),
  revokeToken: operation({
    method: 'POST',
    path: '/oauth/revoke',
    summary: 'End a token and all that belong with it (RFC 7009)',
    access: 'client',
    bodyKind: 'form',
    body: Type.Object({
      token: Type.Optional(FormText),
      token_type_hint: Type.Optional(FormText),
      client_id: Type.Optional(FormText),
      client_secret: Type.Optional(FormText),
    }),
    status: 200,
    // RFC 7009 ignores the body; clients in use want it to be JSON.
    answer: Nothing,
    refusals: ['INVALID_CLIENT', 'RATE_LIMIT_REACHED'],
    standardErrors: StandardError,
  }),
  readOauthMetadata: operation({
    method: 'GET',
    path: '/.well-known/oauth-authorization-server',
    summary: 'What this authorization server offers (RFC 8414)',
    access: 'client',
    status: 200,
    answer: exact({
      issuer: Text,
      authorization_endpoint: Text,
      token_endpoint: Text,
      revocation_endpoint: Text,
      scopes_supported: Type.Array(Text),
      response_types_supported: Type.Array(Text),
      response_modes_supported: Type.Array(Text),
      grant_types_supported: Type.Array(Text),
      token_endpoint_auth_methods_supported: Type.Array(Text),
      revocation_endpoint_auth_methods_supported: Type.Array(Text),
      code_challenge_methods_supported: Type.Array(Text),
      authorization_response_iss_parameter_supported: Type.Boolean(),
    }),
    refusals: [],
  }),
};

export const oauthOperations = { ...appOperations, ...tokenOperations };
