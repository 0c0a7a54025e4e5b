import type { QuickEnvelope } from '../../sdk/src/shapes.ts';

/** The credentials of a registered app. */
export interface AppKeys {
  clientId: string;
  clientSecret: string;
  redirectUri: string;
}

export interface EnvelopeRequest {
  name: string;
  document: Uint8Array;
  /** More documents, with their file names. */
  further?: Readonly<Record<string, Uint8Array>>;
  steps: readonly {
    type: 'sign' | 'review';
    recipients: readonly {
      name: string;
      email: string;
      phone?: string;
      language?: string;
      witness?: 'asked';
    }[];
  }[];
  type?: 'simple' | 'advanced' | 'qualified';
  preferences?: Readonly<Record<string, string>>;
  /** Seconds since 1970. */
  expiryDate?: number;
}

export interface AppClient {
  sendEnvelope(request: EnvelopeRequest): Promise<string>;
  readEnvelope(id: string): Promise<QuickEnvelope>;
  download(url: string): Promise<Buffer>;
  call(path: string, init?: RequestInit): Promise<Response>;
}

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
export async function exchangeCode(baseUrl: string, keys: AppKeys, code: string): Promise<AppClient> {
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
  const { access_token: token } = (await expectOk(answer)) as { access_token: string };
  const call = (path: string, init: RequestInit = {}) =>
    fetch(new URL(path, baseUrl), { ...init, headers: { authorization: `Bearer ${token}` } });
  return {
    call,
    sendEnvelope: async (request) => {
      const sent = await call('/api/v1/quick/envelopes', { method: 'POST', body: formOf(request) });
      return ((await expectOk(sent)) as { id: string }).id;
    },
    readEnvelope: async (id) =>
      (await expectOk(await call(`/api/v1/quick/envelopes/${id}`))) as QuickEnvelope,
    download: async (url) => {
      const file = await call(url);
      if (!file.ok) throw new Error(`${url} answered ${file.status}: ${await file.text()}`);
      return Buffer.from(await file.arrayBuffer());
    },
  };
}

function formOf({
  name,
  type: level,
  document,
  further = {},
  steps,
  preferences = {},
  expiryDate,
}: EnvelopeRequest): FormData {
  const form = new FormData();
  form.set('name', name);
  if (level !== undefined) form.set('type', level);
  if (expiryDate !== undefined) form.set('expiryDate', String(expiryDate));
  for (const [i, { type, recipients }] of steps.entries()) {
    form.set(`steps[${i}][type]`, type);
    for (const [j, person] of recipients.entries()) {
      for (const [key, text] of Object.entries(person))
        form.set(`steps[${i}][recipients][${j}][${key}]`, text);
    }
  }
  for (const [k, [preference, value]] of Object.entries(preferences).entries()) {
    form.set(`preferences[${k}][name]`, preference);
    form.set(`preferences[${k}][value]`, value);
  }
  const files = { [`${name.replaceAll(/[^\w-]+/g, '-').toLowerCase()}.pdf`]: document, ...further };
  for (const [fileName, bytes] of Object.entries(files))
    form.append('document', new Blob([Uint8Array.from(bytes)], { type: 'application/pdf' }), fileName);
  return form;
}

async function expectOk(answer: Response): Promise<object> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
