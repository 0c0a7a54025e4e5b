import { SCOPE_NAMES } from '@paraph/domain';
import { Type } from 'typebox';
import { operation } from './operation.ts';
import { described, exact, Id, Nothing, nullable, oneOf, Text, Timestamp } from './schemas.ts';

const Scopes = Type.Array(oneOf(SCOPE_NAMES));
const appFields = {
  id: described(Id, 'Its id'),
  name: described(Text, 'Its name'),
  clientId: Text,
  redirectUris: Type.Array(Text),
  scopes: described(Scopes, 'Names of scopes'),
  embedOrigins: described(Type.Array(Text), 'The origins whose pages may show signing in a frame'),
  createDate: described(Timestamp, 'When it was created, in seconds since 1970'),
  lastUseDate: nullable(Timestamp),
};
/** `made`: registered by a user. `document`: its client id is the address of one. `registered`: by itself. */
export const AppOrigin = oneOf(['made', 'document', 'registered']);
const App = exact(appFields);
const AppWithSecret = exact({ ...appFields, clientSecret: Text });
// Only bounded here: the use cases validate what is in them, so that all problems are named at once.
const RawName = Type.String({ maxLength: 1_000 });
const RawList = Type.Array(Type.String({ maxLength: 10_000 }), { maxItems: 50 });
const AppId = Type.Object({ appId: Id });

const Secret = Type.String({ minLength: 1, maxLength: 500 });
const token = {
  access_token: described(Text, 'Send it as `Authorization: Bearer …`'),
  token_type: described(Type.Literal('Bearer'), 'Always `Bearer`'),
  expires_in: described(Type.Integer(), 'Seconds until the access token expires'),
};
const TOKEN_ERRORS = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'invalid_scope',
  'unsupported_grant_type',
  'invalid_target',
] as const;
/** RFC 6749 §5.2, RFC 8707 §2. */
const StandardError = exact({
  error: described(oneOf(TOKEN_ERRORS), 'The error code of RFC 6749 §5.2'),
  error_description: described(Text, 'The error in words'),
});
// Optional: a missing parameter is reported as RFC 6749 specifies, not in our error format.
const FormText = Type.Unknown({ description: 'Text' });

/** The developer's list of apps, the user's list of approved ones, and the page where a user decides. */
const appOperations = {
  listApps: operation({
    method: 'GET',
    path: '/api/v1/integration-apps',
    summary: 'The integration apps of the user',
    access: 'session',
    internal: true,
    answer: Type.Array(App),
  }),
  createApp: operation({
    method: 'POST',
    path: '/api/v1/integration-apps',
    summary: 'Register an integration app; its secret is shown once',
    access: 'session',
    internal: true,
    body: Type.Object({
      name: described(RawName, 'Its name'),
      redirectUris: RawList,
      scopes: described(RawList, 'Names of scopes'),
      embedOrigins: Type.Optional(RawList),
    }),
    status: 201,
    answer: AppWithSecret,
  }),
  updateApp: operation({
    method: 'PUT',
    path: '/api/v1/integration-apps/{appId}',
    summary: 'Change an integration app',
    access: 'session',
    internal: true,
    params: AppId,
    body: Type.Object({
      name: described(Type.Optional(RawName), 'Its name'),
      redirectUris: Type.Optional(RawList),
      scopes: described(Type.Optional(RawList), 'Names of scopes'),
      embedOrigins: Type.Optional(RawList),
    }),
    answer: App,
    refusals: ['NOT_FOUND'],
  }),
  rotateAppSecret: operation({
    method: 'POST',
    path: '/api/v1/integration-apps/{appId}/secret',
    summary: 'Rotate the secret; the old one ends immediately',
    access: 'session',
    internal: true,
    params: AppId,
    answer: AppWithSecret,
    refusals: ['NOT_FOUND'],
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
    refusals: ['NOT_FOUND'],
  }),
  listApprovedApps: operation({
    method: 'GET',
    path: '/api/v1/approved-apps',
    summary: 'The apps that the user allowed',
    access: 'session',
    internal: true,
    answer: Type.Array(
      exact({
        id: described(Id, 'Its id'),
        name: described(Text, 'Its name'),
        ownerName: Text,
        origin: AppOrigin,
        scopes: described(Scopes, 'Names of scopes'),
        approveDate: Timestamp,
        lastUseDate: nullable(Timestamp),
      }),
    ),
  }),
  uninstallApp: operation({
    method: 'DELETE',
    path: '/api/v1/approved-apps/{appId}',
    summary: 'Revoke the permission of an app',
    access: 'session',
    internal: true,
    params: AppId,
    status: 204,
    answer: null,
    refusals: ['NOT_FOUND'],
  }),
  readAuthorizationRequest: operation({
    method: 'GET',
    path: '/api/v1/authorization-request',
    summary: 'The scopes that an app requests, by the query of the authorization page',
    access: 'session',
    internal: true,
    answer: exact({
      app: exact({
        name: described(Text, 'Its name'),
        ownerName: Text,
        origin: AppOrigin,
        host: nullable(Text),
      }),
      scopes: described(
        Type.Array(exact({ name: described(Text, 'Its name'), words: Text })),
        'Names of scopes',
      ),
      redirectHost: Text,
    }),
  }),
  decideAuthorization: operation({
    method: 'POST',
    path: '/api/v1/authorization-request',
    summary: 'Allow or deny, by the query of the authorization page',
    access: 'session',
    internal: true,
    body: Type.Object({ decision: oneOf(['allow', 'deny']) }),
    answer: exact({ redirectTo: Text }),
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
      client_id: described(Secret, 'The client id of the integration app'),
      client_secret: described(Secret, 'The client secret of the integration app'),
      code: described(Secret, 'The authorization code of the redirect'),
      redirect_uri: described(
        Type.String({ minLength: 1, maxLength: 2_000 }),
        'The same as in the authorization request',
      ),
      grant_type: Type.Optional(Type.String({ description: '`code`; may be left out' })),
      code_verifier: Type.Optional(Type.String({ maxLength: 500, description: 'PKCE, RFC 7636' })),
    }),
    answer: exact({
      ...token,
      refresh_token: described(
        Text,
        'Valid until the user withdraws the permission; it changes only at `/oauth/token`',
      ),
    }),
    refusals: ['INVALID_CLIENT', 'INVALID_GRANT', 'RATE_LIMIT_REACHED'],
  }),
  refreshAccess: operation({
    method: 'POST',
    path: '/api/v1/OAuth/v2/refresh',
    summary: 'Get a new access token; the refresh token stays the same',
    access: 'client',
    body: Type.Object({
      client_id: described(Secret, 'The client id of the integration app'),
      client_secret: described(Secret, 'The client secret of the integration app'),
      refresh_token: described(
        Secret,
        'Valid until the user withdraws the permission; it changes only at `/oauth/token`',
      ),
      grant_type: Type.Optional(Type.String({ description: '`refresh_token`; may be left out' })),
    }),
    answer: exact(token),
    refusals: ['INVALID_CLIENT', 'INVALID_GRANT', 'RATE_LIMIT_REACHED'],
  }),
  issueToken: operation({
    method: 'POST',
    path: '/oauth/token',
    summary: 'The token endpoint of RFC 6749: codes with PKCE, and rotating refresh tokens',
    access: 'client',
    bodyKind: 'form',
    body: Type.Object({
      grant_type: described(Type.Optional(FormText), '`authorization_code` or `refresh_token`'),
      code: described(Type.Optional(FormText), 'The authorization code of the redirect'),
      redirect_uri: described(Type.Optional(FormText), 'The same as in the authorization request'),
      code_verifier: described(
        Type.Optional(FormText),
        'The secret that `code_challenge` was made from (RFC 7636)',
      ),
      refresh_token: described(
        Type.Optional(FormText),
        'Valid until the user withdraws the permission; it changes only at `/oauth/token`',
      ),
      scope: described(Type.Optional(FormText), 'Names of scopes, separated by spaces'),
      resource: described(
        Type.Optional(FormText),
        'What the token is for (RFC 8707); as in the authorization request, or absent',
      ),
      client_id: described(Type.Optional(FormText), 'The client id of the integration app'),
      client_secret: described(Type.Optional(FormText), 'The client secret of the integration app'),
    }),
    answer: exact({
      ...token,
      refresh_token: described(
        Text,
        'Valid until the user withdraws the permission; it changes only at `/oauth/token`',
      ),
      scope: described(Text, 'Names of scopes, separated by spaces'),
    }),
    refusals: ['INVALID_CLIENT', 'INVALID_GRANT', 'RATE_LIMIT_REACHED'],
    standardErrors: StandardError,
  }),
  revokeToken: operation({
    method: 'POST',
    path: '/oauth/revoke',
    summary: 'Revoke a token and all of the same permission (RFC 7009)',
    access: 'client',
    bodyKind: 'form',
    body: Type.Object({
      token: described(Type.Optional(FormText), 'An access or a refresh token'),
      token_type_hint: described(Type.Optional(FormText), 'Ignored: any token is found'),
      client_id: described(Type.Optional(FormText), 'The client id of the integration app'),
      client_secret: described(Type.Optional(FormText), 'The client secret of the integration app'),
    }),
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
    answer: exact({
      issuer: described(Text, 'The issuer identifier, as `iss` of the redirect repeats it'),
      authorization_endpoint: described(Text, 'The page that asks the user for permission'),
      token_endpoint: described(Text, 'Where tokens are issued'),
      revocation_endpoint: described(Text, 'Where tokens are revoked (RFC 7009)'),
      scopes_supported: described(Type.Array(Text), 'All scopes that exist'),
      response_types_supported: described(Type.Array(Text), '`code`'),
      response_modes_supported: described(Type.Array(Text), '`query`'),
      grant_types_supported: described(Type.Array(Text), 'The grant types that the token endpoint accepts'),
      token_endpoint_auth_methods_supported: described(Type.Array(Text), 'How a client authenticates there'),
      revocation_endpoint_auth_methods_supported: described(
        Type.Array(Text),
        'How a client authenticates there',
      ),
      code_challenge_methods_supported: described(Type.Array(Text), '`S256`'),
      authorization_response_iss_parameter_supported: described(
        Type.Boolean(),
        'Whether redirects carry `iss` (RFC 9207)',
      ),
      client_id_metadata_document_supported: described(
        Type.Boolean(),
        'Whether a client id may be the https address of a document that describes an agent',
      ),
      registration_endpoint: Type.Optional(
        described(
          Text,
          'Where agents register themselves (RFC 7591); absent where the operator has not opened it',
        ),
      ),
    }),
  }),
};

export const oauthOperations = { ...appOperations, ...tokenOperations };
