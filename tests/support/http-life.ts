import { randomUUID } from 'node:crypto';
import { cookieOf, openAccount } from './account-client.ts';
import { quickForm } from './quick-form.ts';
import { drawnSignature, INTENT } from './signing-page.ts';

const CALLBACK = 'WorkflowNotificationCallbackUrlPreference';

/** What a server answered that a client repeats a moment later: nothing, or that it cannot at present. */
export class AwayError extends Error {
  retryAfter: string | null = null;
}

export const OWNER = {
  organizationName: 'Mill Ltd',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  password: 'a whole sentence of a password',
};

/** Makes the first account; answers a key for its program. */
export async function openSender(baseUrl: string, setUpLink: string): Promise<string> {
  const { call } = await openAccount({ baseUrl, setUpLink }, OWNER);
  const scopes = [
    ...['workflows:read', 'workflows:write', 'templates:read', 'templates:write', 'workspaces:read'],
  ];
  return ((await call('/api/v1/api-keys', { name: 'Load', scopes })) as { key: string }).key;
}

export interface NewEnvelope {
  apiKey: string;
  document: Uint8Array;
  name: string;
  email: string;
  callbackUrl?: string;
  idempotencyKey?: string;
}

/** Sends one envelope to one signer; answers its id. */
export async function createEnvelope(origin: string, asked: NewEnvelope): Promise<string> {
  const { apiKey, document, name, email, callbackUrl, idempotencyKey = randomUUID() } = asked;
  const { payload, headers } = quickForm({
    name,
    document,
    steps: [{ type: 'sign', recipients: [{ name: 'Grace Hopper', email }] }],
    preferences: callbackUrl === undefined ? {} : { [CALLBACK]: callbackUrl },
  });
  const url = `${origin}/api/v1/quick/envelopes`;
  const all = { ...headers, 'x-api-key': apiKey, 'idempotency-key': idempotencyKey };
  const bytes = await ask(url, { method: 'POST', headers: all, body: new Uint8Array(payload) });
  return (JSON.parse(bytes.toString()) as { id: string }).id;
}

interface View {
  consent: { disclosure?: { sha256: string } | null };
  action: { actedAt: number | null };
  marks: { signature: { id: string } | null };
  documents: { url: string }[];
  fields: { id: number; type: string }[];
  shownHash: string;
}

/** Does what the signing page does for a recipient, from the link of their invitation to the last press. */
export async function signByLink(origin: string, link: string): Promise<void> {
  const arrival = await reach(origin + new URL(link).pathname, { redirect: 'manual' });
  if (arrival.status >= 500) throw new AwayError(`The link was answered ${arrival.status}.`);
  const cookie = cookieOf(arrival);
  const base = `/api/v1/signing/${arrival.headers.get('location')?.split('/').pop()}`;
  const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' };
  const call = async <Answer>(method: string, path: string, body?: object): Promise<Answer> => {
    const text = (
      await ask(origin + path, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) })
    ).toString();
    return (text === '' ? null : JSON.parse(text)) as Answer;
  };
  const view = await call<View>('GET', base);
  // The last press was counted, and its answer was lost.
  if (view.action.actedAt !== null) return;
  for (const { url } of view.documents) await ask(origin + url, { headers });
  await call('POST', `${base}/open`, {});
  const disclosure = view.consent.disclosure?.sha256 ?? null;
  await call('POST', `${base}/consent`, { ...view.consent, disclosure, timeZone: INTENT.timeZone });
  const filled = await call<View>('PUT', `${base}/marks/signature`, { method: 'draw', png: SIGNATURE });
  const value = filled.marks.signature?.id;
  for (const { id } of filled.fields.filter(({ type }) => type === 'signature'))
    await call('PUT', `${base}/fields/${id}`, { value });
  const { shownHash } = filled;
  const { previewId } = await call<{ previewId: string }>('POST', `${base}/preview`, {
    shownHash,
    timeZone: INTENT.timeZone,
  });
  await call('POST', `${base}/finish`, { previewId, intent: INTENT });
}

/** The body of an answer with success. @throws AwayError where a client would try again */
export async function ask(url: string, init: RequestInit = {}): Promise<Buffer> {
  const answer = await reach(url, init);
  const bytes = Buffer.from(await answer.arrayBuffer().catch(away));
  if (answer.ok) return bytes;
  const text = `${init.method ?? 'GET'} ${url} was answered ${answer.status}: ${bytes}`;
  const isAway = answer.status === 503 || answer.status === 500 || /IDEMPOTENCY_KEY_IN_USE/.test(text);
  if (!isAway) throw new Error(text);
  throw Object.assign(new AwayError(text), { retryAfter: answer.headers.get('retry-after') });
}

function reach(url: string, init: RequestInit): Promise<Response> {
  return fetch(url, { signal: AbortSignal.timeout(60_000), ...init }).catch(away);
}

function away(error: unknown): never {
  throw new AwayError(String(error), { cause: error });
}

const SIGNATURE = drawnSignature();
