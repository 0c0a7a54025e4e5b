import { describe, expect, it, vi } from 'vitest';
import { sayRefusalsBy } from '../api/refusal-words.ts';
import { createSigningApi, linkIn } from './signing-api.ts';
import { SigningError } from './signing-error.ts';

describe('calls of the signing page', () => {
  it("go to the link's own address, with the cookie and in the page's language", async () => {
    const { api, calls } = apiAnswering(() => Response.json({ link: 'a b' }));
    await api.view();
    await api.putField(7, 'Ghent', true);
    expect(calls.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /api/v1/signing/a%20b',
      'PUT /api/v1/signing/a%20b/fields/7',
    ]);
    expect(calls[0]?.headers['Accept-Language']).toBe('fr');
    expect(calls[0]?.body).toBeUndefined();
    expect(calls[1]).toMatchObject({
      credentials: 'same-origin',
      keepalive: true,
      body: '{"value":"Ghent"}',
    });
  });

  it('send back the hash of what was shown, and the text on the button', async () => {
    const { api, calls } = apiAnswering(() => Response.json({ previewId: 'p1' }));
    expect(await api.preview('abc')).toEqual({ previewId: 'p1' });
    await api.finish({ previewId: 'p1', button: 'Finish' });
    await api.approve({ shownHash: 'abc', comment: null, button: 'Approve' });
    const intent = { language: 'fr', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone };
    expect(calls.map(({ body }) => JSON.parse(String(body)))).toEqual([
      { shownHash: 'abc', timeZone: intent.timeZone },
      { previewId: 'p1', intent: { ...intent, button: 'Finish' } },
      { shownHash: 'abc', comment: null, intent: { ...intent, button: 'Approve' } },
    ]);
  });

  it.each([
    [404, 'unknown'],
    [401, 'unknown'],
    [409, 'conflict'],
    [409, 'changed', 'DOCUMENT_CHANGED'],
    [400, 'refused'],
    [413, 'refused'],
    [429, 'busy'],
    [500, 'server'],
    [503, 'server'],
  ])('take status %i for %s', async (status, kind, code = 'X') => {
    const error = { statusCode: status, code, message: 'Said by the server.', requestId: 'req-1' };
    const { api } = apiAnswering(() => Response.json({ error }, { status }));
    const caught = await api.view().catch((cause: unknown) => cause);
    expect(caught).toBeInstanceOf(SigningError);
    expect(caught).toMatchObject({ kind, message: 'Said by the server.', requestId: 'req-1' });
  });

  it('prefer the sentence about the value to the one about the request', async () => {
    const error = { message: 'Not valid.', violations: { value: 'Must be a number.' } };
    const { api } = apiAnswering(() => Response.json({ error }, { status: 400 }));
    await expect(api.putField(1, 'x')).rejects.toThrow('Must be a number.');
    sayRefusalsBy(async (sentences) => sentences.map((each) => `de: ${each}`));
    await expect(api.putField(1, 'x')).rejects.toThrow('de: Must be a number.');
    sayRefusalsBy(async (sentences) => sentences);
  });

  it('distinguish a broken or silent connection from a response that is no JSON', async () => {
    const broken = apiAnswering(() => Promise.reject(new TypeError('failed')));
    await expect(broken.api.view()).rejects.toMatchObject({ kind: 'offline', requestId: null });
    const minute = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(minute.signal);
    const silent = apiAnswering(() => rejectionBy(minute.signal));
    const view = silent.api.view();
    minute.abort();
    await expect(view).rejects.toMatchObject({ kind: 'offline' });
    expect(timeout).toHaveBeenCalledExactlyOnceWith(60_000);
    expect(silent.calls[0]?.signal).toBe(minute.signal);
    const headers = { 'x-request-id': 'req-2' };
    const proxy = apiAnswering(() => new Response('<h1>Bad gateway</h1>', { status: 502, headers }));
    await expect(proxy.api.view()).rejects.toMatchObject({ kind: 'server', requestId: 'req-2' });
  });
});

it.each([
  ['/signing/abc', 'abc'],
  ['/signing/abc/', 'abc'],
  ['/signing/a%20b', 'a b'],
  ['/signing/%E0', '%E0'],
  ['/', ''],
])("the link in the page's address of %s is %j", (path, link) => {
  expect(linkIn(path)).toBe(link);
});

function rejectionBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
  });
}

type Call = RequestInit & { url: string; headers: Record<string, string> };

function apiAnswering(answer: () => Response | Promise<Response>) {
  const calls: Call[] = [];
  const fetcher: typeof fetch = async (url, init) => {
    calls.push({ ...init, url: String(url), headers: { ...(init?.headers as Record<string, string>) } });
    return await answer();
  };
  return { calls, api: createSigningApi({ link: 'a b', language: () => 'fr', fetcher }) };
}
