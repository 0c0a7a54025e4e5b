import { Fault } from '@paraph/domain';
import { postToGateway, printable } from './sms-answer.ts';
import type { SmsSettings, TextMessage } from './sms-message.ts';

/** Posts a form with `To`, `From` (or `MessagingServiceSid`) and `Body`, as Twilio and services shaped like it take it. */
export async function sendByForm(settings: SmsSettings, { to, text, statusUrl }: TextMessage): Promise<void> {
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
  throw new Fault(printable(said), { retryable: false });
}
