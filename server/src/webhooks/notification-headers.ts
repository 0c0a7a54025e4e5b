import { type SigningSecret, signatureHeaders } from '../platform/outside/notification-signature.ts';

export interface Notification {
  /** The same on every attempt, so that a receiver can detect duplicates. */
  webhookId: string;
  event: string;
  body: string | Uint8Array;
}

/** The headers of one attempt (interface.md §9): the signatures, and what happened. */
export function notificationHeaders(
  { webhookId, event, body }: Notification,
  {
    secrets,
    nowSeconds,
    version,
  }: { secrets: readonly SigningSecret[]; nowSeconds: number; version: string },
): Record<string, string> {
  return {
    'content-type': 'application/json',
    'user-agent': `Paraph/${version}`,
    'Paraph-Event': event,
    ...signatureHeaders({ webhookId, body }, { secrets, nowSeconds }),
  };
}
