import {
  type CscClientAuthentication,
  type CscOptions,
  isTexts,
  type Json,
  optionalText,
  readResponse,
  unusable,
} from './csc-calls.ts';

/** Where people consent and codes are exchanged. */
export interface CscAuthorizationServer {
  readonly authorizeUrl: string;
  readonly tokenUrl: string;
  /** Takes requests before people are sent with them (RFC 9126); null where the server has none. */
  readonly pushUrl: string | null;
  /** Whether it takes no request that was not pushed. */
  readonly isPushRequired: boolean;
  readonly authentication: CscClientAuthentication;
  /** As its metadata names it; null where there are none. */
  readonly issuer: string | null;
  /** Whether a return names the issuer (RFC 9207). */
  readonly namesIssuer: boolean;
}

/** By the paths that the CSC API fixes, below the base that `info` or an administrator names. */
export function fixedAuthorizationServer(
  base: string,
  { methods, authentication }: { methods: readonly string[]; authentication: CscClientAuthentication },
): CscAuthorizationServer {
  const at = (path: string) => `${base.replace(/\/+$/, '')}/oauth2/${path}`;
  return {
    authorizeUrl: at('authorize'),
    tokenUrl: at('token'),
    pushUrl: methods.includes('oauth2/pushed_authorize') ? at('pushed_authorize') : null,
    isPushRequired: false,
    authentication,
    issuer: null,
    namesIssuer: false,
  };
}

/** Of the two ways to authenticate that are known here, by the names that metadata give them (RFC 8414 §2). */
const authentications = [
  ['client_secret_basic', 'header'],
  ['client_secret_post', 'body'],
] as const;

/** By its metadata (RFC 8414 §3). @throws RemoteSigningError where they name another issuer, or lack what is needed. */
export async function readAuthorizationServer(
  issuer: string,
  options: Pick<CscOptions, 'name' | 'transport'>,
): Promise<CscAuthorizationServer> {
  const metadata = await readMetadata(issuer, options);
  const refused = (words: string) => unusable('metadata', words, options.name);
  if (metadata.issuer !== issuer) throw refused('its metadata are those of another issuer.');
  const text = (name: string) => {
    const value = optionalText(metadata, name);
    if (value === null) throw refused(`its metadata have no ${name}.`);
    return value;
  };
  const ways = metadata.token_endpoint_auth_methods_supported;
  const named = isTexts(ways) ? ways : ['client_secret_basic'];
  const way = authentications.find(([name]) => named.includes(name));
  if (!way) throw refused(`clients authenticate in no way that is known here (${named.join(', ')}).`);
  return {
    authorizeUrl: text('authorization_endpoint'),
    tokenUrl: text('token_endpoint'),
    pushUrl: optionalText(metadata, 'pushed_authorization_request_endpoint'),
    isPushRequired: metadata.require_pushed_authorization_requests === true,
    authentication: way[1],
    issuer,
    namesIssuer: metadata.authorization_response_iss_parameter_supported === true,
  };
}

/** Below the host, as RFC 8414 §3.1 says, else below the issuer, as OpenID Connect does (RFC 8414 §5). */
async function readMetadata(
  issuer: string,
  { transport, name }: Pick<CscOptions, 'name' | 'transport'>,
): Promise<Json> {
  if (!URL.canParse(issuer)) throw unusable('metadata', 'its issuer is no address.', name);
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/+$/, '');
  const get = (url: string) => transport({ method: 'GET', url, headers: {}, body: '' });
  const first = await get(`${origin}/.well-known/oauth-authorization-server${path}`);
  const response =
    first.status === 404 ? await get(`${origin}${path}/.well-known/openid-configuration`) : first;
  return readResponse('metadata', response, name);
}
