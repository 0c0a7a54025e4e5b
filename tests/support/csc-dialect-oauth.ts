import { createHash, createHmac, randomBytes } from 'node:crypto';
import { CscRefusal, type CscRequest, type CscState, digestBytes, isVersion1 } from './csc-dialect-state.ts';

export const REDIRECT = 'http://localhost:3000/sign/provider/return';
export const dialectClient = { clientId: 'paraph', clientSecret: 'a secret: of the client+' };

/** What a person confirmed. */
export interface DialectGrant {
  scope: 'credential' | 'service';
  credentialID: string | null;
  /** Base64. */
  hashes: readonly string[];
}

const METADATA_PATH = '/.well-known/oauth-authorization-server/tenants/7';

/** Paths of the OAuth server: fixed ones, or others of its own where metadata name them. */
export function oauthPaths({ dialect }: CscState) {
  return dialect.oauth === 'issuer'
    ? { authorize: '/as/begin', token: '/as/redeem', push: '/as/par', metadata: METADATA_PATH }
    : {
        authorize: '/oauth2/authorize',
        token: '/oauth2/token',
        push: '/oauth2/pushed_authorize',
        metadata: null,
      };
}

export function metadataOf(state: CscState): object {
  const { authorize, token, push } = oauthPaths(state);
  return {
    issuer: issuerOf(state),
    authorization_endpoint: state.url() + authorize,
    token_endpoint: state.url() + token,
    pushed_authorization_request_endpoint: state.url() + push,
    require_pushed_authorization_requests: state.dialect.push === 'all',
    token_endpoint_auth_methods_supported: ['private_key_jwt', 'client_secret_basic'],
    authorization_response_iss_parameter_supported: true,
  };
}

export function issuerOf({ url }: CscState): string {
  return `${url()}/tenants/7`;
}

/** The person presses Confirm on the page of this address: where the browser is sent. */
export function confirmPage(state: CscState, address: string): string {
  const { pathname, searchParams } = new URL(address);
  if (pathname !== oauthPaths(state).authorize) throw new Error(`there is no page ${pathname}`);
  const fields = takePushed(state, searchParams, address);
  const back = new URL(REDIRECT);
  const answer = (name: string, value: string) => back.searchParams.set(name, value);
  answer('state', fields.get('state') ?? '');
  if (state.dialect.oauth === 'issuer') answer('iss', issuerOf(state));
  try {
    const code = randomBytes(16).toString('hex');
    state.codes.set(code, {
      grant: readRequest(state, fields),
      challenge: fields.get('code_challenge') ?? '',
    });
    answer('code', code);
  } catch (error) {
    if (!(error instanceof CscRefusal)) throw error;
    answer('error', error.code);
    answer('error_description', error.message);
  }
  return back.href;
}

function takePushed(state: CscState, query: URLSearchParams, address: string): URLSearchParams {
  const { push } = state.dialect;
  const requestUri = query.get('request_uri');
  if (requestUri === null) {
    if (push === 'all') throw new Error('the request was not pushed');
    if (push === 'long' && address.length > 2_000) throw new Error('the address is too long');
    return query;
  }
  const pushed = state.pushed.get(requestUri);
  state.pushed.delete(requestUri);
  const isAlone = [...query.keys()].sort().join() === 'client_id,request_uri';
  if (!pushed || !isAlone || query.get('client_id') !== dialectClient.clientId)
    throw new Error('there is no such pushed request');
  return pushed;
}

/** Refuses as the table of errors of `oauth2/authorize` says. */
function readRequest(state: CscState, fields: URLSearchParams): DialectGrant {
  const { dialect } = state;
  const refuse = (words: string) => new CscRefusal(400, 'invalid_request', words);
  if (fields.get('response_type') !== 'code')
    throw new CscRefusal(400, 'unsupported_response_type', 'Invalid parameter response_type');
  if (fields.get('client_id') !== dialectClient.clientId) throw refuse('Invalid parameter client_id');
  if (!state.redirects.includes(fields.get('redirect_uri') ?? ''))
    throw refuse('Invalid parameter redirect_uri');
  if (!isVersion1(dialect) && fields.get('code_challenge_method') !== 'S256')
    throw refuse('Missing parameter code_challenge');
  if (dialect.accountId !== null) checkAccountToken(state, fields.get('account_token') ?? '');
  const scope = fields.get('scope');
  if (scope === 'service') return { scope, credentialID: null, hashes: [] };
  if (scope !== 'credential') throw new CscRefusal(400, 'invalid_scope', 'Invalid parameter scope');
  if (dialect.mode !== 'oauth2code') throw refuse('The credential is not released here');
  const credentialID = fields.get('credentialID') ?? '';
  if (!state.credentials.has(credentialID)) throw refuse('Invalid parameter credentialID');
  const [own, other] = isVersion1(dialect) ? ['hash', 'hashes'] : ['hashes', 'hash'];
  if (fields.has(other ?? '')) throw refuse(`Invalid parameter ${other}`);
  const texts = (fields.get(own ?? '') ?? '').split(',');
  const hashes = texts.map((text) => Buffer.from(text, 'base64url'));
  if (hashes.some(({ length }) => length !== digestBytes(dialect)))
    throw refuse('Invalid digest value length');
  if (!isVersion1(dialect) && fields.get('hashAlgorithmOID') !== state.hashOid)
    throw refuse('Invalid parameter hashAlgorithmOID');
  const count = Number(fields.get('numSignatures'));
  if (count !== hashes.length || count > dialect.multisign) throw refuse('Invalid parameter numSignatures');
  return { scope, credentialID, hashes: hashes.map((hash) => hash.toString('base64')) };
}

/** CSC API 1.0.4.0 §8.3.1: by the client's secret, of this account, and once. */
function checkAccountToken({ dialect, used, now }: CscState, token: string): void {
  const [header = '', payload = '', signature] = token.split('.');
  const key = createHash('sha256').update(dialectClient.clientSecret).digest();
  const right = createHmac('sha256', key).update(`${header}.${payload}`).digest('base64url');
  const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString() || '{}');
  const { sub, azp, iat, jti } = read(payload);
  const { typ, alg } = read(header);
  const isOurs = signature === right && typ === 'JWT' && alg === 'HS256' && azp === dialectClient.clientId;
  const isFresh = Math.abs(now().getTime() / 1000 - iat) < 60 && typeof jti === 'string' && !used.has(jti);
  if (!isOurs || !isFresh || sub !== dialect.accountId)
    throw new CscRefusal(400, 'unauthorized_client', 'Invalid parameter account_token');
  used.add(jti);
}

export function pushRequest(state: CscState, request: CscRequest): object {
  if (state.dialect.push === null) throw new CscRefusal(404, 'not_found', 'No such method');
  const form = new URLSearchParams(request.body);
  checkClient(state, request, form);
  if (form.has('request_uri')) throw new CscRefusal(400, 'invalid_request', 'Invalid parameter request_uri');
  const requestUri = `urn:ietf:params:oauth:request_uri:${randomBytes(16).toString('hex')}`;
  form.delete('client_secret');
  state.pushed.set(requestUri, form);
  return { request_uri: requestUri, expires_in: 90 };
}

/** Each code once, with its verifier. */
export function redeemCode(state: CscState, request: CscRequest): object {
  const form = new URLSearchParams(request.body);
  checkClient(state, request, form);
  if (form.get('grant_type') === 'client_credentials' && state.dialect.isForSeals)
    return grantService(state, form);
  if (form.get('grant_type') !== 'authorization_code')
    throw new CscRefusal(400, 'invalid_request', 'Invalid parameter grant_type');
  const code = form.get('code') ?? '';
  const stored = state.codes.get(code);
  state.codes.delete(code);
  const challenge = createHash('sha256')
    .update(form.get('code_verifier') ?? '')
    .digest('base64url');
  if (!stored || stored.challenge !== challenge)
    throw new CscRefusal(400, 'invalid_grant', 'Invalid parameter code');
  if (!state.redirects.includes(form.get('redirect_uri') ?? ''))
    throw new CscRefusal(400, 'invalid_grant', 'redirect_uri parameter does not match');
  const token = randomBytes(16).toString('hex');
  const { grant } = stored;
  const isActivation = grant.scope === 'credential' && isVersion1(state.dialect);
  if (isActivation) state.releases.set(token, grant);
  else state.tokens.set(token, grant);
  const type = grant.scope === 'credential' ? state.dialect.tokenType : 'Bearer';
  if (grant.scope === 'service' && state.dialect.isOneTime) state.makeCredential();
  return { access_token: token, token_type: type, expires_in: 300 };
}

/** RFC 6749 §4.4: to the client itself. */
function grantService(state: CscState, form: URLSearchParams): object {
  if ((form.get('scope') ?? 'service') !== 'service')
    throw new CscRefusal(400, 'invalid_scope', 'Invalid parameter scope');
  const token = randomBytes(16).toString('hex');
  state.tokens.set(token, { scope: 'service', credentialID: null, hashes: [] });
  return { access_token: token, token_type: 'Bearer', expires_in: 300 };
}

/** RFC 6749 §2.3.1: in the way that the server takes, and in no other beside it. */
function checkClient({ dialect }: CscState, { authorization }: CscRequest, form: URLSearchParams): void {
  const { clientId, clientSecret } = dialectClient;
  if (form.get('client_id') !== clientId)
    throw new CscRefusal(400, 'invalid_request', 'Missing parameter client_id');
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  const basic = `Basic ${Buffer.from(`${encode(clientId)}:${encode(clientSecret)}`).toString('base64')}`;
  const wanted = dialect.authentication === 'body' ? ['', clientSecret] : [basic, null];
  if (authorization !== wanted[0] || form.get('client_secret') !== wanted[1])
    throw new CscRefusal(401, 'invalid_client', 'Client authorization required');
}
