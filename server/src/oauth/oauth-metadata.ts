import { SCOPE_NAMES } from '@paraph/domain';

/** RFC 8414 §2; `issuer` is what `iss` says in every redirect (RFC 9207). */
export function viewOauthMetadata(baseUrl: string) {
  const clientAuthentication = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    issuer: baseUrl,
    authorization_endpoint: `${baseUrl}/integration-apps/authorize`,
    token_endpoint: `${baseUrl}/oauth/token`,
    revocation_endpoint: `${baseUrl}/oauth/revoke`,
    scopes_supported: [...SCOPE_NAMES],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: clientAuthentication,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
