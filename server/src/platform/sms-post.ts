import { type Clock, toSeconds } from './clock.ts';
import { signatureHeaders } from './notification-signature.ts';
import { postToGateway } from './sms-answer.ts';
import type { SmsSettings, TextMessage } from './sms-message.ts';

/**
 * Posts `{id, to, from, text, statusUrl}` as JSON, signed as our notifications are (interface.md §9). Any 2xx means that
 * the gateway has taken the message over; 400, 404 and 422 that it never will.
 */
export async function sendByPost(
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
