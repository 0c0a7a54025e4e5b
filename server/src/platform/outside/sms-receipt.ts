import { createHmac } from 'node:crypto';
import { printable } from '@paraph/domain';
import { type Clock, toSeconds } from '../clock.ts';
import { equalSecrets } from '../ids.ts';
import { readObject, type SmsSettings } from './sms-message.ts';

/** What became of a text message that a gateway had taken over. */
export type TextReceipt = { isDelivered: true } | { isDelivered: false; problem: string };

export interface ReceiptCall {
  /** As the gateway got it. */
  url: string;
  body: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** How far the clocks of gateway and service may differ. */
const SKEW_SECONDS = 300;

/** Reads the report of a gateway; null while the message is on its way, `forged` without the gateway's signature. */
export function readReceipt(
  { kind, secret }: Pick<SmsSettings, 'kind' | 'secret'>,
  call: ReceiptCall,
  { clock }: { clock: Clock },
): TextReceipt | 'forged' | null {
  switch (kind) {
    case 'twilio':
      return isSignedForm(secret, call) ? receiptOfForm(new URLSearchParams(call.body)) : 'forged';
    case 'http':
      return isSignedPost(secret, call, toSeconds(clock.now())) ? receiptOfPost(call.body) : 'forged';
    case 'smpp':
      return 'forged';
  }
}

/** Twilio's signature: HMAC-SHA1 under the token over the URL and each parameter with its value, sorted by name. */
function isSignedForm(secret: string, { url, body, headers }: ReceiptCall): boolean {
  const parameters = [...new URLSearchParams(body)].sort(([one], [other]) =>
    one < other ? -1 : one > other ? 1 : 0,
  );
  const signed = url + parameters.flat().join('');
  const expected = createHmac('sha1', secret).update(signed).digest('base64');
  return equalSecrets(String(headers['x-twilio-signature'] ?? ''), expected);
}

/** As our notifications are signed (interface.md §9). */
function isSignedPost(secret: string, { body, headers }: ReceiptCall, nowSeconds: number): boolean {
  const [, time = '', signature = ''] =
    /^t=(\d{1,12}),v1=([0-9a-f]{64})$/.exec(String(headers['paraph-signature'] ?? '')) ?? [];
  if (time === '' || Math.abs(Number(time) - nowSeconds) > SKEW_SECONDS) return false;
  return equalSecrets(signature, createHmac('sha256', secret).update(`${time}.${body}`).digest('hex'));
}

function receiptOfForm(form: URLSearchParams): TextReceipt | null {
  const code = form.get('ErrorCode') ?? '';
  const said = form.get('ErrorMessage') ?? CARRIER_TEXT[code] ?? '';
  const reason = [said, code === '' ? '' : `(error ${code})`].filter((text) => text !== '').join(' ');
  return receiptOf(form.get('MessageStatus') ?? form.get('SmsStatus'), reason);
}

/** The errors of carriers that a sender can do something about. */
const CARRIER_TEXT: Readonly<Record<string, string>> = {
  '30003': 'The phone is switched off or out of reach.',
  '30004': 'The phone or its carrier blocks the message.',
  '30005': 'The number is not in use.',
  '30006': 'The number cannot get text messages.',
  '30007': 'The carrier refused the message.',
};

function receiptOfPost(body: string): TextReceipt | null {
  const value = readObject(body);
  return receiptOf(value.status, typeof value.reason === 'string' ? value.reason : '');
}

function receiptOf(status: unknown, reason: string): TextReceipt | null {
  if (status === 'delivered' || status === 'read') return { isDelivered: true };
  if (status !== 'undelivered' && status !== 'failed') return null;
  return { isDelivered: false, problem: printable(reason) || 'The gateway could not deliver it.' };
}
