import fastify from 'fastify';
import { addOauthPages } from '../../server/src/oauth/oauth-pages.ts';
import type { AccountsInstance, Browser } from './accounts-instance.ts';

export const CALLBACK = 'https://app.example.com/callback';
export const VERIFIER = 'a-verifier-of-more-than-forty-three-characters';

export interface RegisteredApp {
  id: number;
  clientId: string;
  clientSecret: string;
}

/** Registers an app as its developer does, in the account area. */
export async function registerApp(
  browser: Browser,
  { name = 'Loom', redirectUris = [CALLBACK], scopes = ['profile:read', 'workflows:write'] } = {},
): Promise<RegisteredApp> {
  const answer = await browser.call('POST', '/api/v1/integration-apps', { name, redirectUris, scopes });
  if (answer.statusCode !== 201) throw new Error(`the app was not registered: ${answer.body}`);
  return answer.json();
}

export function queryOf(app: RegisteredApp, more: Record<string, string | null> = {}): string {
  const parameters = {
    client_id: app.clientId,
    scope: 'profile:read',
    redirect_uri: CALLBACK,
    response_type: 'code',
    state: 'a state',
    ...more,
  };
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== null);
  return `?${new URLSearchParams(given)}`;
}

/** Whether the page that asks the user is served; it is built elsewhere, so a marker replaces it here. */
export async function isPageServed({ deps }: AccountsInstance, query: string): Promise<boolean> {
  const pages = fastify();
  addOauthPages(pages, deps, (reply) => reply.send('the page'));
  const answer = await pages.inject({ url: `/integration-apps/authorize${query}` });
  await pages.close();
  return answer.statusCode === 200 && answer.body === 'the page';
}

/** Presses Allow, and answers what the app is sent. */
export async function allow(browser: Browser, query: string): Promise<URLSearchParams> {
  const answer = await browser.call('POST', `/api/v1/authorization-request${query}`, { decision: 'allow' });
  if (answer.statusCode !== 200) throw new Error(`Allow answered ${answer.body}`);
  return new URL(answer.json().redirectTo).searchParams;
}

export async function newCode(
  browser: Browser,
  app: RegisteredApp,
  more: Record<string, string | null> = {},
): Promise<string> {
  return (await allow(browser, queryOf(app, more))).get('code') ?? '';
}

/** The token endpoints as programs call them: no cookie, no origin. */
export function programOf({ app }: AccountsInstance) {
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload });
  const form = (url: string, body: Record<string, string> | string, headers: Record<string, string> = {}) =>
    app.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      payload: new URLSearchParams(body).toString(),
    });
  return {
    access: ({ clientId, clientSecret }: RegisteredApp, code: string, more: object = {}) =>
      post('/api/v1/OAuth/v2/access', {
        client_id: clientId,
        client_secret: clientSecret,
        code,
        redirect_uri: CALLBACK,
        ...more,
      }),
    refresh: ({ clientId, clientSecret }: RegisteredApp, refreshToken: string, more: object = {}) =>
      post('/api/v1/OAuth/v2/refresh', {
        client_id: clientId,
        client_secret: clientSecret,
        refresh_token: refreshToken,
        ...more,
      }),
    token: ({ clientId, clientSecret }: RegisteredApp, body: Record<string, string>) =>
      form('/oauth/token', { client_id: clientId, client_secret: clientSecret, ...body }),
    redeem: ({ clientId, clientSecret }: RegisteredApp, code: string, more: Record<string, string> = {}) =>
      form('/oauth/token', {
        client_id: clientId,
        client_secret: clientSecret,
        grant_type: 'authorization_code',
        redirect_uri: CALLBACK,
        code,
        ...more,
      }),
    revoke: ({ clientId, clientSecret }: RegisteredApp, token: string) =>
      form('/oauth/revoke', { client_id: clientId, client_secret: clientSecret, token }),
    form,
    profile: (token: string, headers: Record<string, string> = { authorization: `Bearer ${token}` }) =>
      app.inject({ url: '/api/v1/profile', headers }),
  };
}
