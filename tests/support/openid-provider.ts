import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { type HttpCall, openHttpServer } from './http-server.ts';

/** Who signs in, and what the provider then says that it should not. */
export interface Visitor {
  email: string;
  /** Claims of the ID token in place of the honest ones; undefined leaves one out. */
  claims?: Record<string, unknown>;
  /** Claims of the userinfo endpoint. */
  userInfo?: Record<string, unknown>;
  /** Signs by a key that it does not publish. */
  otherKey?: boolean;
}

interface Grant {
  visitor: Visitor;
  asked: URLSearchParams;
}

const CLIENT = { clientId: 'paraph', clientSecret: 'a secret of the client' };

/**
 * An OpenID Connect provider on a free port, which signs its ID tokens; `nowSeconds` is its clock. In a browser the person
 * `visitor` is signed in at once.
 */
export async function openOpenidProvider(nowSeconds: () => number) {
  const keys = { honest: generateKeyPairSync('ec', EC), other: generateKeyPairSync('ec', EC) };
  const grants = new Map<string, Grant>();
  /** What it answers instead, by path. */
  const broken = new Map<string, { status: number; body: string }>();
  const state = {
    visitor: { email: 'nobody@example.com' } as Visitor,
    metadata: {} as object,
    ended: [] as URLSearchParams[],
  };
  const { port, close } = await openHttpServer((call, response) => answer(call, response));
  const issuer = `http://localhost:${port}/acme`;

  /** What the browser does at the page of the provider: answers where it is sent back to. */
  const signIn = (url: string, visitor: Visitor): string => {
    const asked = new URL(url).searchParams;
    const code = randomBytes(16).toString('hex');
    grants.set(code, { visitor, asked });
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.search = new URLSearchParams({ code, state: asked.get('state') ?? '', iss: issuer }).toString();
    return back.href;
  };
  const idToken = ({ visitor, asked }: Grant) => {
    const now = nowSeconds();
    const claims = {
      ...{ iss: issuer, sub: `sub-${visitor.email}`, aud: CLIENT.clientId, iat: now, exp: now + 300 },
      ...{ auth_time: now, nonce: asked.get('nonce'), name: 'Ann at Acme' },
      ...{ email: visitor.email, email_verified: true },
      ...visitor.claims,
    };
    return signToken(claims, visitor.otherKey ? 'other' : 'honest');
  };
  const signToken = (claims: object, by: 'honest' | 'other' = 'honest'): string => {
    const head = { alg: 'ES256', kid: '1', typ: 'JWT' };
    const text = [head, claims]
      .map((each) => Buffer.from(JSON.stringify(each)).toString('base64url'))
      .join('.');
    const signature = sign('sha256', Buffer.from(text), {
      key: keys[by].privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return `${text}.${signature.toString('base64url')}`;
  };
  /** What the provider sends when a session there has ended; a claim that is undefined is left out. */
  const logoutToken = (claims: object, by?: 'other'): string => {
    const now = nowSeconds();
    const id = randomBytes(8).toString('hex');
    const said = { iss: issuer, aud: CLIENT.clientId, iat: now, exp: now + 120, jti: id, events: LOGOUT };
    return signToken({ ...said, ...claims }, by);
  };
  const exchange = (form: URLSearchParams): [number, object] => {
    const grant = grants.get(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (form.get('client_id') !== CLIENT.clientId || form.get('client_secret') !== CLIENT.clientSecret)
      return [401, { error: 'invalid_client' }];
    if (
      !grants.delete(form.get('code') ?? '') ||
      !grant ||
      grant.asked.get('code_challenge') !== challenge ||
      grant.asked.get('redirect_uri') !== form.get('redirect_uri')
    )
      return [400, { error: 'invalid_grant', error_description: 'This code is not good' }];
    const token = randomBytes(8).toString('hex');
    grants.set(token, grant);
    return [200, { access_token: token, token_type: 'Bearer', expires_in: 60, id_token: idToken(grant) }];
  };
  const metadata = () => ({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    end_session_endpoint: `${issuer}/end`,
    jwks_uri: `${issuer}/keys`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_post'],
    code_challenge_methods_supported: ['S256'],
    claims_supported: ['sub', 'email', 'email_verified', 'auth_time'],
    authorization_response_iss_parameter_supported: true,
    ...state.metadata,
  });
  const answer = (call: HttpCall, response: ServerResponse) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const url = new URL(call.url, issuer);
    const path = url.pathname.replace('/acme', '');
    const fault = broken.get(path);
    if (fault)
      return response.writeHead(fault.status, { 'content-type': 'application/json' }).end(fault.body);
    if (path === '/.well-known/openid-configuration') return send(200, metadata());
    if (path === '/keys') {
      const jwk = keys.honest.publicKey.export({ format: 'jwk' });
      return send(200, { keys: [{ ...jwk, kid: '1', use: 'sig', alg: 'ES256' }] });
    }
    if (path === '/authorize')
      return response.writeHead(302, { location: signIn(url.href, state.visitor) }).end();
    if (path === '/end') {
      state.ended.push(url.searchParams);
      return response
        .writeHead(302, { location: url.searchParams.get('post_logout_redirect_uri') ?? '' })
        .end();
    }
    if (path === '/userinfo') {
      const grant = grants.get((call.headers.authorization ?? '').replace('Bearer ', ''));
      return send(200, { sub: `sub-${grant?.visitor.email}`, ...grant?.visitor.userInfo });
    }
    if (path !== '/token') return send(404, {});
    return send(...exchange(new URLSearchParams(call.body.toString())));
  };
  return { issuer, form: { issuer, ...CLIENT }, broken, state, signIn, logoutToken, close };
}

const LOGOUT = { 'http://schemas.openid.net/event/backchannel-logout': {} };
const EC = { namedCurve: 'P-256' };
