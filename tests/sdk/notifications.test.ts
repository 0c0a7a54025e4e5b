import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { NotificationError, standardSecret, verifyNotification } from '../../sdk/src/index.ts';
import { deriveSigningSecret } from '../../server/src/platform/outside/notification-signature.ts';
import { notificationHeaders } from '../../server/src/webhooks/send-notifications.ts';

const secret = '0123456789abcdef0123456789abcdef';
const now = 1_800_000_000;
const body = JSON.stringify({ id: 'e', status: 'signed', name: 'Caf\u00e9 \u{1f4dc}' });
const asKey = (text: string) => ({ text, key: Buffer.from(text) });
const signed = (more: { body?: string; secret?: string } = {}) =>
  notificationHeaders(
    { webhookId: 'msg_1', event: 'workflow.signed', body: more.body ?? body },
    { secrets: [asKey(more.secret ?? secret)], nowSeconds: now, version: '0.1.0' },
  );
const only = (headers: Record<string, string>, pattern: RegExp) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => pattern.test(name)));

const forms: [string, Record<string, string>][] = [
  ['all headers', signed()],
  ['the Standard Webhooks trio', only(signed(), /^webhook-/)],
  ['Paraph-Signature', only(signed(), /^Paraph-/)],
  ['YUMISIGN-SIGNATURE', only(signed(), /^YUMISIGN-/)],
];

describe.each(forms)('a notification with %s', (_name, headers) => {
  it('of the server is believed, as text or bytes, with headers of any case and kind', async () => {
    const lower = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value]]),
    );
    for (const given of [headers, lower, new Headers(headers)]) {
      for (const raw of [body, new TextEncoder().encode(body), Buffer.from(body)]) {
        const told = await verifyNotification({ headers: given, body: raw, secret, now });
        expect(told).toMatchObject({ timestamp: now, envelope: { id: 'e', status: 'signed' } });
      }
    }
  });

  it('that was changed, signed by another or is too old is not', async () => {
    const refused = (more: object) =>
      expect(verifyNotification({ headers, body, secret, now, ...more })).rejects.toThrow(NotificationError);
    await refused({ body: body.replace('signed', 'signex') });
    await refused({ body: `${body} ` });
    await refused({ secret: 'f'.repeat(32) });
    await refused({ now: now + 601 });
    await refused({ now: now - 601 });
    await refused({ now: now + 61, toleranceSeconds: 60 });
    await verifyNotification({ headers, body, secret, now: now + 600 });
  });

  it('is believed while the secret is being changed', async () => {
    const told = verifyNotification({ headers, body, secret: ['new secret', secret], now });
    expect((await told).timestamp).toBe(now);
  });
});

it('tells its id and event where they came', async () => {
  const told = await verifyNotification({ headers: signed(), body, secret, now });
  expect(told).toMatchObject({ id: 'msg_1', event: 'workflow.signed' });
  const plain = only(signed(), /^YUMISIGN-/);
  expect(await verifyNotification({ headers: plain, body, secret, now })).toMatchObject({
    id: null,
    event: null,
  });
  // Where the body says it, a header that no signature covers does not count.
  const named = JSON.stringify({ id: 'e', event: { name: 'action.signed', actionId: 5, time: now } });
  const shown = await verifyNotification({ headers: signed({ body: named }), body: named, secret, now });
  expect(shown.event).toBe('action.signed');
});

it('agrees with the verifier of Standard Webhooks, whatever the secret and body', async () => {
  const values = fc.record({
    secret: fc.stringMatching(/^[ -~]{1,64}$/),
    payload: fc.dictionary(fc.string(), fc.string({ unit: 'grapheme' })),
    flaw: fc.constantFrom('none', 'body', 'id', 'signature'),
  });
  await fc.assert(
    fc.asyncProperty(values, async ({ secret, payload, flaw }) => {
      const text = JSON.stringify(payload);
      const seconds = Math.floor(Date.now() / 1000);
      const verifier = new Webhook(secret, { format: 'raw' });
      const signature = verifier.sign('msg_1', new Date(seconds * 1000), text);
      const headers = {
        'webhook-id': flaw === 'id' ? 'msg_2' : 'msg_1',
        'webhook-timestamp': String(seconds),
        'webhook-signature': flaw === 'signature' ? `v1,AAAA${signature.slice(7)}` : `v1a,x ${signature}`,
      };
      const raw = flaw === 'body' ? `${text} ` : text;
      const ours = await verifyNotification({ headers, body: raw, secret, now: seconds }).then(
        ({ envelope }) => envelope,
        () => null,
      );
      let theirs: unknown = null;
      try {
        theirs = verifier.verify(raw, headers);
      } catch {
        // Refused, as the null says.
      }
      expect(ours).toEqual(theirs);
      expect(ours === null).toBe(flaw !== 'none');
    }),
    { numRuns: 50 },
  );
});

it('refuses empty and malformed headers, and an empty secret', async () => {
  const nonsense = [
    {},
    { 'paraph-signature': '' },
    { 'paraph-signature': 't=,v1=' },
    { 'paraph-signature': `t=${now},v1=zz` },
    { 'paraph-signature': `t=NaN,v1=${'0'.repeat(64)}` },
    { 'webhook-id': 'm', 'webhook-timestamp': `${now}`, 'webhook-signature': 'v1,%%%' },
    { 'webhook-id': 'm', 'webhook-timestamp': `${now}`, 'webhook-signature': 'v1,' },
  ];
  for (const headers of nonsense) {
    await expect(verifyNotification({ headers, body, secret, now })).rejects.toThrow(NotificationError);
  }
  await expect(verifyNotification({ headers: signed(), body, secret: '', now })).rejects.toThrow(
    'secret is empty',
  );
});

describe('a notification of an organization’s webhook', () => {
  const vault = { derive: (_purpose: string, text: string) => Buffer.alloc(32, text), decrypt: String };
  const [next, old] = ['next', 'old'].map((name) => deriveSigningSecret(vault, name));
  if (!next || !old) throw new Error('two secrets are needed');
  const headers = notificationHeaders(
    { webhookId: 'msg_1', event: 'workflow.signed', body },
    { secrets: [next, old], nowSeconds: now, version: '0.1.0' },
  );

  it.each([/^webhook-/, /^Paraph-/, /^YUMISIGN-/])(
    'is believed by either secret while it is changed over: %s',
    async (pattern) => {
      for (const { text } of [next, old]) {
        const told = await verifyNotification({ headers: only(headers, pattern), body, secret: text, now });
        expect(told.envelope).toMatchObject({ id: 'e' });
      }
      const other = deriveSigningSecret(vault, 'other').text;
      await expect(
        verifyNotification({ headers: only(headers, pattern), body, secret: other, now }),
      ).rejects.toThrow(NotificationError);
    },
  );

  it('and one of a workflow are believed by the library of Standard Webhooks as it is', () => {
    for (const text of [secret, next.text]) {
      const key = text === secret ? asKey(secret) : next;
      const nowSeconds = Math.floor(Date.now() / 1000);
      const sent = { webhookId: 'msg_1', event: 'workflow.signed', body };
      const headersNow = notificationHeaders(sent, { secrets: [key], nowSeconds, version: '0.1.0' });
      expect(new Webhook(standardSecret(text)).verify(body, headersNow)).toEqual(JSON.parse(body));
      expect(() => new Webhook(standardSecret('f'.repeat(32))).verify(body, headersNow)).toThrow();
    }
    expect(standardSecret(next.text)).toBe(next.text);
  });
});
