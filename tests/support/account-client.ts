import { type AppClient, type AppKeys, authorizationUrl, exchangeCode, readOk } from './app-client.ts';
import { type CallBody, sentWith } from './quick-form.ts';

/** A signed-in user, who calls what the pages call. */
export interface Account {
  cookie: string;
  /** Without a body it reads, with one it posts. */
  call(path: string, body?: CallBody, method?: 'PUT'): Promise<object>;
}

/** Creates the first account by the link that the start printed. */
export function openAccount(
  { baseUrl, setUpLink }: { baseUrl: string; setUpLink: string },
  owner: { organizationName: string; name: string; email: string; password: string },
): Promise<Account> {
  const token = new URL(setUpLink).pathname.split('/').pop();
  return enterBy(baseUrl, 'set-up', { token, ...owner });
}

/** By a form that begins a session. */
export async function enterBy(
  baseUrl: string,
  form: 'invitation' | 'set-up' | 'sign-in' | 'sign-up',
  filled: object,
): Promise<Account> {
  // Also behind a proxy whose address is another one.
  const headers = { 'sec-fetch-site': 'same-origin' };
  const sent = { method: 'POST', ...sentWith(headers, filled) };
  const answer = await fetch(`${baseUrl}/api/v1/account/${form}`, sent);
  await readOk(answer);
  const cookie = cookieOf(answer);
  return {
    cookie,
    call: async (path, body, method) => {
      const sent = { method: method ?? (body ? 'POST' : 'GET'), ...sentWith({ ...headers, cookie }, body) };
      return readOk(await fetch(new URL(path, baseUrl), sent));
    },
  };
}

/** Developers → Integration apps → +. */
export async function registerApp(
  account: Account,
  app: { name: string; redirectUri: string },
): Promise<AppKeys> {
  const { name, redirectUri } = app;
  const scopes = ['profile:read', 'workflows:write'];
  const registered = (await account.call('/api/v1/integration-apps', {
    name,
    redirectUris: [redirectUri],
    scopes,
  })) as { clientId: string; clientSecret: string };
  return { ...registered, redirectUri };
}

/** The user looks at the authorization page and presses Allow; the app exchanges the code it is given. */
export async function authorizeApp(account: Account, baseUrl: string, keys: AppKeys): Promise<AppClient> {
  const state = 'demo';
  const { search } = new URL(authorizationUrl(baseUrl, keys, state));
  const decision = await account.call(`/api/v1/authorization-request${search}`, { decision: 'allow' });
  const back = new URL((decision as { redirectTo: string }).redirectTo).searchParams;
  if (back.get('state') !== state) throw new Error('The state did not come back unchanged.');
  return exchangeCode(baseUrl, keys, back.get('code') ?? '');
}

/** The cookies that an answer sets, as a browser would send them back. */
export function cookieOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');
}
