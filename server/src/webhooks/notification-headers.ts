import { createHmac } from 'node:crypto';
import type { SigningSecret } from '../developers/endpoint-secret.ts';

export interface Notification {
  /** The same on every attempt, so that a receiver can detect duplicates. */
  webhookId: string;
  event: string;
  body: string;
}

/**
 * The headers of one attempt (interface.md §9): the signature under its two names, the Standard Webhooks trio, and what
 * happened. All are over the time of this attempt: receivers refuse old ones. While a secret is being changed over,
 * there is a signature by each.
 */
export function notificationHeaders(
  { webhookId, event, body }: Notification,
  {
    secrets,
    nowSeconds,
    version,
  }: { secrets: readonly SigningSecret[]; nowSeconds: number; version: string },
): Record<string, string> {
  const plain = secrets.map(({ text }) => `v1=${hmac(text, `${nowSeconds}.${body}`).toString('hex')}`);
  const signature = [`t=${nowSeconds}`, ...plain].join(',');
  const signed = `${webhookId}.${nowSeconds}.${body}`;
  const standard = secrets.map(({ key }) => `v1,${hmac(key, signed).toString('base64')}`);
  return {
    'content-type': 'application/json',
    'user-agent': `Paraph/${version}`,
    'YUMISIGN-SIGNATURE': signature,
    'Paraph-Signature': signature,
    'Paraph-Event': event,
    'webhook-id': webhookId,
    'webhook-timestamp': String(nowSeconds),
    'webhook-signature': standard.join(' '),
  };
}

function hmac(secret: string | Buffer, message: string): Buffer {
  return createHmac('sha256', secret).update(message).digest();
}
