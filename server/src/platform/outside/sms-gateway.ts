import { Fault, printable } from '@paraph/domain';
import { type Clock, toSeconds } from '../clock.ts';
import { callGuarded, type GuardedCall, OPERATORS_POLICY } from './http-client.ts';
import { signatureHeaders } from './notification-signature.ts';
import { readObject, type SmsSettings, type TextMessage } from './sms-message.ts';
import { sendBySmpp } from './sms-smpp.ts';

export interface SmsGateway {
  /**
   * Hands a text message to the gateway.
   *
   * @throws Fault, not retryable if the gateway refused the number or the message
   */
  send(message: TextMessage): Promise<void>;
}

export function openSmsGateway(settings: SmsSettings, about: { clock: Clock; version: string }): SmsGateway {
  switch (settings.kind) {
    case 'http':
      return { send: (message) => sendByPost(settings, message, about) };
    case 'twilio':
      return { send: (message) => sendByForm(settings, message) };
    case 'smpp':
      return { send: (message) => sendBySmpp(settings, message) };
  }
}

/**
 * Posts `{id, to, from, text, statusUrl}` as JSON, signed as our notifications are (interface.md §9). Any 2xx means that
 * the gateway has taken the message over; 400, 404 and 422 that it never will.
 */
async function sendByPost(
  settings: SmsSettings,
  { id, to, text, statusUrl }: TextMessage,
  { clock, version }: { clock: Clock; version: string },
): Promise<void> {
  const body = JSON.stringify({ id, to, from: settings.from || null, text, statusUrl });
  const { secret } = settings;
  const secrets = [{ text: secret, key: Buffer.from(secret) }];
  const signed = signatureHeaders({ webhookId: id, body }, { secrets, nowSeconds: toSeconds(clock.now()) });
  const headers = { 'content-type': 'application/json', 'user-agent': `Paraph/${version}`, ...signed };
  await postToGateway(settings, { body, headers });
}

/** Posts a form with `To`, `From` (or `MessagingServiceSid`) and `Body`, as Twilio and services shaped like it take it. */
async function sendByForm(settings: SmsSettings, { to, text, statusUrl }: TextMessage): Promise<void> {
  const { user, secret, from } = settings;
  const sender = /^MG[0-9a-f]{32}$/.test(from) ? 'MessagingServiceSid' : 'From';
  const callback = statusUrl ? { StatusCallback: statusUrl } : {};
  const body = new URLSearchParams({ To: to, [sender]: from, Body: text, ...callback }).toString();
  const credentials = Buffer.from(`${user}:${secret}`).toString('base64');
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    authorization: `Basic ${credentials}`,
    accept: 'application/json',
  };
  const answer = await postToGateway(settings, { body, headers });
  const status = String(answer.status ?? answer.Status ?? '').toLowerCase();
  if (status !== 'failed' && status !== 'undelivered') return;
  const said = typeof answer.error_message === 'string' ? answer.error_message : `The message is ${status}.`;
  throw new Fault(printable(said));
}

/** Answers of a gateway are short; more is not read. */
const ANSWER_BYTES_MAX = 16_384;

/**
 * Posts to the gateway; returns what its answer says, if it is JSON.
 *
 * @throws Fault for any status but 2xx: retryable unless the message itself was refused
 */
async function postToGateway(
  { url, timeoutMs }: Pick<SmsSettings, 'timeoutMs' | 'url'>,
  { body, headers }: Pick<GuardedCall, 'headers'> & { body: string },
): Promise<Record<string, unknown>> {
  const { status, bytes } = await callGuarded({
    ...OPERATORS_POLICY,
    ...{ url, body, headers, timeoutMs, responseBytesMax: ANSWER_BYTES_MAX },
  }).catch((error: unknown) => {
    if (error instanceof Fault)
      throw new Fault(`The gateway: ${error.message}`, { retryable: error.retryable, cause: error });
    throw error;
  });
  const answer = readObject(bytes.toString('utf8'));
  if (status >= 200 && status < 300) return answer;
  throw new Fault(reasonOf(status, answer), { retryable: !isFinal(status) });
}

/** What is wrong with the message stays wrong; a login may be corrected, and everything else may pass. */
function isFinal(status: number): boolean {
  return status >= 400 && status < 500 && ![401, 403, 407, 408, 425, 429].includes(status);
}

function reasonOf(status: number, answer: Record<string, unknown>): string {
  const { message, error } = answer;
  const said = [message, error].find((text) => typeof text === 'string' && text !== '');
  if (status === 401 || status === 403) return 'The gateway refused the login of this service.';
  return said === undefined ? `The gateway answered ${status}.` : printable(String(said));
}
