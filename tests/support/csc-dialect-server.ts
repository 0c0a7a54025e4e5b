import { randomBytes } from 'node:crypto';
import { openProviderKeys } from './csc-dialect-keys.ts';
import { callMethod } from './csc-dialect-methods.ts';
import {
  confirmPage,
  dialectClient,
  issuerOf,
  metadataOf,
  oauthPaths,
  pushRequest,
  REDIRECT,
  redeemCode,
} from './csc-dialect-oauth.ts';
import { CscRefusal, type CscRequest, type CscState, isVersion1 } from './csc-dialect-state.ts';
import type { CscDialect } from './csc-dialects.ts';
import { openHttpServer } from './http-server.ts';
import type { Session, TestInstance } from './instance.ts';
import { caller } from './organization.ts';
import { pemOf } from './trust-providers.ts';

const HASH_OIDS = {
  sha256: '2.16.840.1.101.3.4.2.1',
  sha384: '2.16.840.1.101.3.4.2.2',
  sha512: '2.16.840.1.101.3.4.2.3',
} as const;

/** What a provider answers instead, by the path that was called. */
export type Spoil = (path: string, value: object | null) => object | null;

/** A provider that takes what its dialect prescribes, and nothing else. */
export async function openDialectServer(
  instance: TestInstance,
  dialect: CscDialect,
  spoil: Spoil = (_path, value) => value,
) {
  let url = '';
  const now = () => instance.deps.clock.now();
  const keys = openProviderKeys(dialect, { url: () => url, now });
  const credentials = new Map<string, Uint8Array>();
  // As long as ids that hold something sealed are.
  const makeCredential = () => {
    credentials.clear();
    credentials.set(randomBytes(200).toString('hex'), keys.certify());
  };
  const state: CscState = {
    redirects: [REDIRECT],
    dialect,
    url: () => url,
    now,
    hashOid: HASH_OIDS[dialect.hash],
    credentials,
    makeCredential,
    codes: new Map(),
    pushed: new Map(),
    tokens: new Map(),
    releases: new Map(),
    used: new Set(),
    begun: new Set(),
    answers: new Map(),
    sign: keys.sign,
    root: keys.root,
  };
  const calls: CscRequest[] = [];
  const refusesFirst = { isOn: false };
  const refused = new Set<string>();
  const { origin, close } = await openHttpServer(async ({ method, url: path, headers, body }, response) => {
    if (path === '/authority.crl') return response.end(await keys.crl());
    const { authorization = '', 'content-type': contentType = '' } = headers;
    const call = { method, path, authorization, contentType, body: body.toString() };
    calls.push(call);
    const { status, value } = answerCall(state, call, () => {
      if (refusesFirst.isOn && !refused.has(call.path)) {
        refused.add(call.path);
        throw new CscRefusal(400, 'access_denied', 'Not today.');
      }
      return spoil(call.path, route(state, call));
    });
    response.writeHead(status, { 'content-type': 'application/json' });
    return response.end(value === null ? '' : JSON.stringify(value));
  });
  url = origin;
  if (!dialect.isOneTime) makeCredential();
  return {
    calls,
    redirects: state.redirects,
    root: keys.root,
    /** Its certificates are on the list of the revoked ones from now on. */
    revokeAll: () => credentials.forEach(keys.revoke),
    /** From now on the first call of each path is refused; answers the paths. */
    refuseFirst: () => {
      refusesFirst.isOn = true;
      return refused;
    },
    confirm: (address: string) => confirmPage(state, address),
    /** The fields that an administrator enters; returns the provider's key. */
    addTo: async (session: Session, more: object = {}): Promise<string> => {
      const { authentication, accountId, oauth, base } = dialect;
      const { status, body } = await caller(session)('POST', '/api/v1/organization/trust-providers', {
        name: 'Dialect Co',
        baseUrl: url + base,
        ...dialectClient,
        ...(oauth === 'issuer' || authentication === 'body' ? {} : { clientAuthentication: authentication }),
        ...(accountId === null ? {} : { account: accountId }),
        anchors: pemOf(keys.root),
        ...more,
      });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return String(body.id);
    },
    close: () => {
      keys.close();
      return close();
    },
  };
}

function answerCall(state: CscState, call: CscRequest, answer: () => object | null) {
  try {
    const value = answer();
    const isPushed = call.path === oauthPaths(state).push;
    return { status: value === null ? 204 : isPushed ? 201 : 200, value };
  } catch (error) {
    if (!(error instanceof CscRefusal)) throw error;
    return { status: error.status, value: { error: error.code, error_description: error.message } };
  }
}

function route(state: CscState, call: CscRequest): object | null {
  const { base, infoBy } = state.dialect;
  const { token, push, metadata } = oauthPaths(state);
  const isForm = call.contentType === 'application/x-www-form-urlencoded' && call.method === 'POST';
  if (call.path === token && isForm) return redeemCode(state, call);
  if (call.path === push && isForm) return pushRequest(state, call);
  if (call.path === metadata && call.method === 'GET') return metadataOf(state);
  if (call.path === `${base}/info`) {
    if (call.method !== infoBy) throw new CscRefusal(405, 'invalid_request', 'Method not allowed');
    return describe(state);
  }
  if (!call.path.startsWith(`${base}/`)) throw new CscRefusal(404, 'not_found', 'No such method');
  if (call.method !== 'POST' || call.contentType !== 'application/json')
    throw new CscRefusal(400, 'invalid_request', 'The body must be JSON');
  return callMethod(state, call, call.path.slice(base.length + 1));
}

function describe(state: CscState): object {
  const { dialect, url } = state;
  const { specs, oauth, mode, factors, push, isLater, offered } = dialect;
  const kinds = Object.values(factors);
  const named = { base: url(), page: `${url()}/oauth2/authorize` };
  return {
    specs,
    name: 'Dialect Trust Services',
    logo: `${url()}/logo.png`,
    region: 'IT',
    lang: 'en-US',
    description: 'A provider of the tests',
    authType: dialect.isForSeals ? ['oauth2code', 'oauth2client'] : ['oauth2code'],
    ...(oauth === 'issuer' ? { oauth2Issuer: issuerOf(state) } : { oauth2: named[oauth] }),
    methods: [
      ...['credentials/list', 'credentials/info', 'signatures/signHash', 'oauth2/authorize', 'oauth2/token'],
      ...(mode === 'oauth2code' ? [] : ['credentials/authorize']),
      ...(kinds.includes('otp') ? ['credentials/sendOTP'] : []),
      ...(kinds.includes('challenge') ? ['credentials/getChallenge'] : []),
      ...(push && oauth !== 'issuer' ? ['oauth2/pushed_authorize'] : []),
      ...(isLater ? ['signatures/signPolling'] : []),
    ],
    ...(isVersion1(dialect) ? {} : { signAlgorithms: { algos: [...dialect.algo, ...offered] } }),
  };
}
