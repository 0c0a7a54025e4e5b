import { type EventName, NOTIFIED_EVENTS } from '@paraph/domain';

export type WebhookValues = {
  url: string;
  wants: 'all' | 'some';
  events: string[];
  sslVerification: boolean;
};

/** The events that a webhook can subscribe to, in the order in which they occur. */
export const WEBHOOK_EVENTS: readonly EventName[] = [...NOTIFIED_EVENTS];

/** The key of the text that describes an event. */
export function eventTextKey(event: string): string {
  return `event.${event.replace('.', '_')}`;
}

export type UrlError = 'missing' | 'invalid' | null;

/** Checks the form of a URL; the server decides whether it may be reached. */
export function checkUrl(text: string): UrlError {
  const url = text.trim();
  if (url === '') return 'missing';
  if (!URL.canParse(url)) return 'invalid';
  const { protocol, username, password } = new URL(url);
  return ['https:', 'http:'].includes(protocol) && username === '' && password === '' ? null : 'invalid';
}

/** The request body; an empty list of events means all. */
export function changeOf({ url, wants, events, sslVerification }: WebhookValues) {
  return {
    url: url.trim(),
    events: wants === 'all' ? [] : WEBHOOK_EVENTS.filter((event) => events.includes(event)),
    sslVerification,
  };
}

/** Whether the previous secret is still used. */
export function isStillSigning(previousSecretEndDate: number | null, nowSeconds: number): boolean {
  return previousSecretEndDate !== null && previousSecretEndDate > nowSeconds;
}
