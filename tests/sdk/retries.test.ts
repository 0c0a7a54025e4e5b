import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Paraph } from '../../sdk/src/index.ts';
import { fakeServer, json, refusal } from './fake-server.ts';

const baseUrl = 'https://sign.example.com';
const clientOf = (fetch: typeof globalThis.fetch, more: object = {}) =>
  new Paraph({ baseUrl, token: 'TOKEN', fetch, ...more });
const lost = () => new TypeError('fetch failed');

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Lets all waiting happen at once; answers what the call came to. */
async function settle<T>(call: Promise<T>): Promise<T | Error> {
  const settled = call.catch((error: Error) => error);
  await vi.runAllTimersAsync();
  return settled;
}

describe('a call that failed for a moment', () => {
  it.each([
    ['no connection', lost()],
    ['429', refusal(429, 'RATE_LIMIT_REACHED')],
    ['502', new Response('bad gateway', { status: 502 })],
    ['503', refusal(503, 'SERVICE_UNAVAILABLE')],
    ['504', new Response('', { status: 504 })],
  ])('is tried again after %s', async (_name, answer) => {
    const { sent, fetch } = fakeServer(answer, json({ id: 1 }));
    expect(await settle(clientOf(fetch).readProfile())).toEqual({ id: 1 });
    expect(sent).toHaveLength(2);
  });

  it('is not tried again where that would not help', async () => {
    for (const answer of [refusal(400, 'VALIDATION_ERROR'), refusal(409, 'WORKFLOW_STATUS_CONFLICT')]) {
      const { sent, fetch } = fakeServer(answer);
      await settle(clientOf(fetch).readProfile());
      expect(sent).toHaveLength(1);
    }
    const { sent, fetch } = fakeServer(refusal(500, 'INTERNAL_ERROR'));
    await settle(clientOf(fetch).readProfile());
    expect(sent).toHaveLength(1);
  });

  it('gives up after the retries, with the last failure', async () => {
    const { sent, fetch } = fakeServer(refusal(503, 'SERVICE_UNAVAILABLE'));
    expect(await settle(clientOf(fetch).readProfile())).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(sent).toHaveLength(3);
    await settle(clientOf(fetch).readProfile({ retries: 4 }));
    expect(sent).toHaveLength(3 + 5);
    await settle(clientOf(fetch, { retries: 0 }).readProfile());
    expect(sent).toHaveLength(3 + 5 + 1);
  });

  it('waits longer each time, and exactly as long as the server asks', async () => {
    const times: number[] = [];
    const timed = (answer: Response) => () => {
      times.push(Date.now());
      return answer;
    };
    const { fetch } = fakeServer(
      timed(refusal(503, 'SERVICE_UNAVAILABLE')),
      timed(refusal(503, 'SERVICE_UNAVAILABLE')),
      timed(refusal(429, 'RATE_LIMIT_REACHED', { 'retry-after': '7' })),
      timed(json({ id: 1 })),
    );
    await settle(clientOf(fetch, { retries: 3, retryDelayMs: 1_000 }).readProfile());
    const [first = 0, second = 0, third = 0] = times.slice(1).map((at, i) => at - (times[i] ?? 0));
    expect(first).toBeGreaterThanOrEqual(500);
    expect(first).toBeLessThanOrEqual(1_000);
    expect(second).toBeGreaterThanOrEqual(1_000);
    expect(second).toBeLessThanOrEqual(2_000);
    expect(third).toBe(7_000);
  });

  it('understands a date, and does not wait longer than it may', async () => {
    const inFive = new Date(Date.now() + 5_000).toUTCString();
    const dated = fakeServer(refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': inFive }), json({ id: 1 }));
    expect(await settle(clientOf(dated.fetch).readProfile())).toEqual({ id: 1 });
    const far = fakeServer(refusal(429, 'RATE_LIMIT_REACHED', { 'retry-after': '3600' }));
    const failure = await settle(clientOf(far.fetch).readProfile());
    expect(failure).toMatchObject({ name: 'RateLimitError', retryAfterSeconds: 3_600 });
    expect(far.sent).toHaveLength(1);
  });
});

describe('a repeated write', () => {
  it('carries one Idempotency-Key in all its attempts, and another call another one', async () => {
    const { sent, fetch } = fakeServer(lost(), refusal(409, 'IDEMPOTENCY_KEY_IN_USE'), json({ id: 'e' }));
    const paraph = clientOf(fetch);
    expect(await settle(paraph.startEnvelope({ envelopeId: 'e' }))).toEqual({ id: 'e' });
    await settle(paraph.startEnvelope({ envelopeId: 'e' }));
    const keys = sent.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys.slice(0, 3)).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it('takes a key of the caller’s own', async () => {
    const { sent, fetch } = fakeServer(json({ id: 'e' }));
    await settle(clientOf(fetch).startEnvelope({ envelopeId: 'e' }, { idempotencyKey: 'order-7' }));
    expect(sent[0]?.headers.get('idempotency-key')).toBe('order-7');
  });

  it('sends the whole form again, a stream included', async () => {
    vi.useRealTimers();
    const { sent, fetch } = fakeServer(lost(), json({ id: 'e' }));
    const stream = new Blob(['%PDF-1.7']).stream();
    const steps = [{ type: 'sign' as const, recipients: [{ name: 'Ada', email: 'ada@example.com' }] }];
    const paraph = clientOf(fetch, { retryDelayMs: 1 });
    await paraph.createQuickEnvelope({ name: 'Lease', document: stream, steps });
    for (const { body } of sent) {
      const document = (body as FormData).get('document') as File;
      expect(await document.text()).toBe('%PDF-1.7');
    }
    expect(sent).toHaveLength(2);
  });

  it('does not repeat a deletion whose answer was lost, because it would report "not found"', async () => {
    const { sent, fetch } = fakeServer(lost(), refusal(404, 'ENVELOPE_NOT_FOUND'));
    const failure = await settle(clientOf(fetch).deleteEnvelope({ envelopeId: 'e' }));
    expect(failure).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(sent).toHaveLength(1);
    const refused = fakeServer(refusal(503, 'SERVICE_UNAVAILABLE'), new Response(null, { status: 204 }));
    expect(await settle(clientOf(refused.fetch).deleteEnvelope({ envelopeId: 'e' }))).toBeUndefined();
  });

  it('does not present an authorization code twice', async () => {
    const { sent, fetch } = fakeServer(lost(), json({}));
    const keys = { client_id: 'a', client_secret: 'b', redirect_uri: 'https://app.example.com', code: 'c' };
    expect(await settle(clientOf(fetch).exchangeCode(keys))).toMatchObject({ code: 'CONNECTION_FAILED' });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers.has('authorization')).toBe(false);
  });
});

const hang = (_sent: unknown, init: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(init.signal?.reason));
  });

it('time ends an attempt that takes too long, and the next one may do better', async () => {
  const { sent, fetch } = fakeServer(hang, json({ id: 1 }));
  expect(await settle(clientOf(fetch, { timeoutMs: 100 }).readProfile())).toEqual({ id: 1 });
  expect(sent).toHaveLength(2);
  const never = fakeServer(hang);
  const failure = await settle(clientOf(never.fetch).readProfile({ timeoutMs: 100, retries: 0 }));
  expect(failure).toMatchObject({ name: 'ConnectionError', code: 'TIMEOUT' });
});

it('time is cut short by the caller’s signal: before, during and between attempts', async () => {
  const reason = new Error('the page was left');
  const before = fakeServer(json({}));
  const gone = AbortSignal.abort(reason);
  expect(await settle(clientOf(before.fetch).readProfile({ signal: gone }))).toBe(reason);
  expect(before.sent).toHaveLength(0);

  for (const answer of [hang, refusal(503, 'SERVICE_UNAVAILABLE', { 'retry-after': '20' })]) {
    const { sent, fetch } = fakeServer(answer);
    const leaving = new AbortController();
    const call = clientOf(fetch)
      .readProfile({ signal: leaving.signal })
      .catch((error: Error) => error);
    await vi.advanceTimersByTimeAsync(10);
    leaving.abort(reason);
    expect(await call).toBe(reason);
    expect(sent).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
  }
});
