import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { type ReceiptCall, readReceipt } from './sms-receipt.ts';

const NOW = 1_900_000_000;
const clock = { now: () => new Date(NOW * 1000) };

const settings = { kind: 'twilio', secret: '12345' } as const;
const url = 'https://mycompany.com/myapp.php?foo=1&bar=2';
const read = (call: ReceiptCall) => readReceipt(settings, call, { clock });
const signed = (parameters: Record<string, string>): ReceiptCall => {
  const text = Object.keys(parameters)
    .sort()
    .reduce((all, name) => `${all}${name}${parameters[name]}`, url);
  const signature = createHmac('sha1', settings.secret).update(text).digest('base64');
  return {
    url,
    body: new URLSearchParams(parameters).toString(),
    headers: { 'x-twilio-signature': signature },
  };
};

test('a report of a gateway shaped like Twilio is signed as the published example is', () => {
  const number = '+14158675309';
  const parameters = {
    Digits: '1234',
    To: '+18005551212',
    From: number,
    Caller: number,
    CallSid: 'CA1234567890ABCDE',
  };
  const call = {
    url,
    body: new URLSearchParams(parameters).toString(),
    headers: { 'x-twilio-signature': 'RSOYDt4T1cUTdK1PDd93/VVr8B8=' },
  };
  expect(read(call)).toBeNull();
  expect(read({ ...call, url: `${url}3` })).toBe('forged');
  expect(read({ ...call, body: `${call.body}&MessageStatus=delivered` })).toBe('forged');
  expect(read({ ...call, headers: {} })).toBe('forged');
});

test('a report of a gateway shaped like Twilio says in words what became of the message', () => {
  expect(read(signed({ MessageStatus: 'sent' }))).toBeNull();
  expect(read(signed({ MessageStatus: 'delivered' }))).toEqual({ isDelivered: true });
  expect(read(signed({ MessageStatus: 'undelivered', ErrorCode: '30005' }))).toEqual({
    isDelivered: false,
    problem: 'The number is not in use. (error 30005)',
  });
  expect(read(signed({ MessageStatus: 'failed', ErrorCode: '1' }))).toEqual({
    isDelivered: false,
    problem: '(error 1)',
  });
  expect(read(signed({ SmsStatus: 'failed' }))).toEqual({
    isDelivered: false,
    problem: 'The gateway could not deliver it.',
  });
});

describe('a report of a gateway by POST of JSON', () => {
  const settings = { kind: 'http', secret: 'a secret' } as const;
  const url = 'https://sign.example.com/gateway/texts/7';
  const body = JSON.stringify({ status: 'undelivered', reason: 'Barred\nby the carrier' });
  const hmac = (time: number, text = body) =>
    createHmac('sha256', settings.secret).update(`${time}.${text}`).digest('hex');
  const read = (header: string, text = body) =>
    readReceipt(settings, { url, body: text, headers: { 'paraph-signature': header } }, { clock });

  test('is signed as notifications are, at about this time', () => {
    expect(read(`t=${NOW},v1=${hmac(NOW)}`)).toEqual({
      isDelivered: false,
      problem: 'Barred by the carrier',
    });
    expect(read(`t=${NOW - 300},v1=${hmac(NOW - 300)}`)).not.toBe('forged');
    for (const header of [
      `t=${NOW - 301},v1=${hmac(NOW - 301)}`,
      `t=${NOW},v1=${hmac(NOW - 1)}`,
      `t=${NOW},v1=${hmac(NOW, '{}')}`,
      '',
    ])
      expect(read(header)).toBe('forged');
    for (const text of ['[', 'null', '{}']) expect(read(`t=${NOW},v1=${hmac(NOW, text)}`, text)).toBeNull();
  });

  test('is not taken from a gateway that does not call', () => {
    const call = { url, body, headers: { 'paraph-signature': `t=${NOW},v1=${hmac(NOW)}` } };
    expect(readReceipt({ ...settings, kind: 'smpp' }, call, { clock })).toBe('forged');
  });
});
