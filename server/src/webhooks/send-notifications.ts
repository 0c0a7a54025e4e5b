import { Fault } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type EndpointTarget, openEndpointTarget } from '../developers/listeners.ts';
import { toSeconds } from '../platform/clock.ts';
import { traced } from '../platform/observe/tracing.ts';
import { policyForUsers, postGuarded } from '../platform/outside/http-client.ts';
import { type SigningSecret, signatureHeaders } from '../platform/outside/notification-signature.ts';
import { openCallback } from '../workflows/lifecycle/callback.ts';
import { isDelivered } from './classify-attempt.ts';
import type { HostThrottle } from './host-throttle.ts';
import type { Attempt, DeliveryToSend } from './sending-store.ts';

export type SendDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'> & {
  throttle: HostThrottle;
};

/** What became of the deliveries of a lease. All but the last attempt were delivered. */
export interface Sent {
  attempts: Attempt[];
  /** The one whose host is busy, and when to try it. */
  postponedTo: { deliveryId: number; at: Date } | null;
  /** The delivery to the same host, mostly of another workflow, that may be attempted next. */
  called: number | null;
}

/** What was delivered is saved together, within this time. */
const UNSAVED_MS_MAX = 250;

/** Sends deliveries one after another, until one is not delivered or its outcome is to be saved; fills in `sent`. */
export async function sendInOrder(
  deps: SendDeps,
  { due, sent }: { due: readonly DeliveryToSend[]; sent: Sent },
): Promise<void> {
  let unsavedMs = 0;
  for (const delivery of due) {
    const attempt = await sendOne(deps, delivery, sent);
    if (!attempt) return;
    sent.attempts.push(attempt);
    unsavedMs += attempt.durationMs;
    if (!isDelivered(attempt.result) || sent.called !== null || unsavedMs >= UNSAVED_MS_MAX) return;
  }
}

/** Null where the host is busy. */
async function sendOne(deps: SendDeps, delivery: DeliveryToSend, sent: Sent): Promise<Attempt | null> {
  const target = targetOf(deps, delivery);
  const url = target?.url ?? delivery.url;
  const asked = { host: new URL(url).host, deliveryId: delivery.id };
  const slot = deps.throttle.acquire(asked, deps.clock.now());
  if (slot.waitUntil) {
    sent.postponedTo = { deliveryId: delivery.id, at: slot.waitUntil };
    return null;
  }
  const posted = await post(deps, delivery, target).finally(() => {
    sent.called = slot.end(deps.clock.now());
  });
  return { delivery, target, url, attemptedAt: deps.clock.now(), ...posted };
}

type Posted = Pick<Attempt, 'durationMs' | 'response' | 'result'>;

async function post(
  { clock, config }: SendDeps,
  delivery: DeliveryToSend,
  target: EndpointTarget | null,
): Promise<Posted> {
  if (!target) {
    const error =
      delivery.endpoint_id === null
        ? 'The workflow has no callback URL any more.'
        : 'The webhook is switched off or deleted.';
    return notPosted(error);
  }
  const { webhook_id: webhookId, event_name: event } = delivery;
  const text = delivery.body ?? delivery.snapshot;
  if (text === null) return notPosted('What it would send was removed by its age.');
  const body = Buffer.from(text);
  const headers = notificationHeaders(
    { webhookId, event, body },
    { secrets: target.secrets, nowSeconds: toSeconds(clock.now()), version: config.version },
  );
  const { url, verifyCertificate } = target;
  const call = { url, body, headers, verifyCertificate, keepsConnection: true, ...policyForUsers(config) };
  try {
    const answer = await traced({ name: 'delivery', kind: 'client' }, () => postGuarded(call));
    const { status, retryAfter, durationMs } = answer;
    return { result: { status, retryAfter, error: null }, response: storable(answer.body), durationMs };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const result = { status: null, error: error.message, retryable: error.retryable };
    return { result, response: null, durationMs: error.durationMs ?? 0 };
  }
}

function notPosted(error: string): Posted {
  return { result: { status: null, error, retryable: false }, response: null, durationMs: 0 };
}

/** PostgreSQL text cannot contain NUL, nor its JSON half a character, where a long response was cut. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** The present URL of a delivery and its signing secrets; null once the callback or endpoint is gone. */
function targetOf(
  deps: Pick<Deps, 'vault' | 'clock'>,
  { endpoint_id: endpointId, url, endpoint, callback }: DeliveryToSend,
): EndpointTarget | null {
  if (endpointId !== null) return openEndpointTarget(deps, endpoint);
  const opened = openCallback(deps, callback);
  if (!opened) return null;
  const { secret, verifyCertificate } = opened;
  // The secret's own text is the key of every signature of a workflow's callback (interface.md §9).
  return { url, secrets: [{ text: secret, key: Buffer.from(secret) }], verifyCertificate };
}

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
