import type { QuickEnvelope } from '../../sdk/src/shapes.ts';
import { type QuickRequest, quickForm } from './quick-form.ts';

/** The credentials of a registered app. */
export interface AppKeys {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export type AppClient = Awaited<ReturnType<typeof exchangeCode>>;

/** The page that an app sends its user's browser to. */
export function authorizationUrl(baseUrl: string, keys: AppKeys, state: string): string {
  const query = new URLSearchParams({
    client_id: keys.clientId,
    scope: 'profile:read workflows:read workflows:write',
    redirect_uri: keys.redirectUri,
    response_type: 'code',
    state,
  });
  return `${baseUrl}/integration-apps/authorize?${query}`;
}

/** Acts for the user from now on, as an app that has been given the code does. */
export async function exchangeCode(baseUrl: string, keys: AppKeys, code: string) {
  const answer = await fetch(`${baseUrl}/api/v1/OAuth/v2/access`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_id: keys.clientId,
      client_secret: keys.clientSecret,
      redirect_uri: keys.redirectUri,
      code,
    }),
  });
  const { access_token: token } = (await readOk(answer)) as { access_token: string };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, baseUrl), {
      ...init,
      headers: { ...init.headers, authorization: `Bearer ${token}` },
    });
  const readEnvelope = async (id: string) =>
    (await readOk(await call(`/api/v1/quick/envelopes/${id}`))) as QuickEnvelope;
  return {
    call,
    sendEnvelope: async (request: QuickRequest & { name: string }) => {
      const fileName = `${request.name.replaceAll(/[^\w-]+/g, '-').toLowerCase()}.pdf`;
      const { payload: body, headers } = quickForm({ fileName, ...request });
      const sent = await call('/api/v1/quick/envelopes', { method: 'POST', headers, body });
      return ((await readOk(sent)) as { id: string }).id;
    },
    readEnvelope,
    /** The first document of an envelope as it is now. */
    download: async (id: string) => {
      const file = await call((await readEnvelope(id)).documents[0]?.file.file ?? '');
      if (!file.ok) throw new Error(`${file.url} answered ${file.status}: ${await file.text()}`);
      return Buffer.from(await file.arrayBuffer());
    },
  };
}

/** What was answered, unless it was refused. */
export async function readOk(answer: Response) {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return text === '' ? {} : JSON.parse(text);
}
