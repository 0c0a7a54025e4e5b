import { Fault } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { type EndpointTarget, openEndpointTarget, switchOffEndpoint } from '../developers/listeners.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import type { Tx } from '../platform/database.ts';
import { type PostAnswer, postGuarded } from '../platform/http-client.ts';
import { randomFraction } from '../platform/ids.ts';
import type { LockConnection, SessionLock, SessionLocks } from '../platform/session-locks.ts';
import { traced } from '../platform/tracing.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { openCallback } from '../workflows/lifecycle/callback.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { callbackPolicy } from './callback-policy.ts';
import { type AttemptResult, classifyAttempt, isDelivered, type Verdict } from './classify-attempt.ts';
import { enqueueDelivery, postponeDelivery } from './enqueue-delivery.ts';
import type { HostThrottle } from './host-throttle.ts';
import { notificationHeaders } from './notification-headers.ts';
import {
  type Delivered,
  type DeliveryToSend,
  listPending,
  lockPending,
  saveDelivered,
  unlockPending,
} from './sending-store.ts';
import {
  findDeliveryInTurn,
  insertAttempt,
  lockDelivery,
  type OrderingKey,
  type StoredDelivery,
  updateDelivery,
} from './webhook-store.ts';

type DeliverDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'ids' | 'vault'> & {
  throttle: HostThrottle;
  locks: SessionLocks;
};

interface Attempt {
  result: AttemptResult;
  response: string | null;
  durationMs: number;
}

/**
 * Attempts a delivery if it is the oldest pending one of its ordering key, and then those after it, one by one, as long
 * as they arrive. One transaction saves the outcome, the next attempt and, after the last one, the event
 * `delivery.dead`. A lock on the ordering key prevents concurrent attempts, across jobs and processes.
 */
export async function deliverNotification(deps: DeliverDeps, deliveryId: number): Promise<void> {
  const delivery = await findDeliveryInTurn(deps.database, deliveryId);
  if (!delivery) return;
  const orderingKey = orderingKeyOf(delivery);
  // The process that delivered it may have died before it sent the next one.
  if (delivery.state !== 'pending') return enqueueOldest(deps, orderingKey);
  // The older one has its own job, which sends this one at its end.
  if (delivery.oldestPending !== deliveryId) return;
  const lock = await deps.locks.lock(lockOf(orderingKey), lockAndList(orderingKey));
  if (!lock) return postpone(deps, deliveryId, addSeconds(deps.clock.now(), LOCKED_SECONDS));
  await deliverLocked(deps, lock, { id: deliveryId, orderingKey });
}

/** A delivery that this process has added just now: most of them are the only pending one of their ordering key. */
export interface AddedDelivery {
  id: number;
  orderingKey: OrderingKey;
}

/** The same for one that was just added: it looks for older ones only where another attempt is under way. */
export async function deliverAdded(deps: DeliverDeps, added: AddedDelivery): Promise<void> {
  const { orderingKey } = added;
  const lock = await deps.locks.tryLock(lockOf(orderingKey), lockAndList(orderingKey));
  if (!lock) return deliverNotification(deps, added.id);
  await deliverLocked(deps, lock, added);
}

function lockOf({ workflowId, endpointId }: OrderingKey): string {
  return `delivery:${workflowId}:${endpointId ?? 'callback'}`;
}

function lockAndList(orderingKey: OrderingKey) {
  return (connection: LockConnection) => lockPending(connection, lockOf(orderingKey), orderingKey);
}

async function deliverLocked(
  deps: DeliverDeps,
  lock: SessionLock<DeliveryToSend[]>,
  first: AddedDelivery,
): Promise<void> {
  const { orderingKey } = first;
  let turn: Turn = { hasNext: false, isEmpty: false, called: null };
  let wasAdded = false;
  try {
    turn = await deliverInTurn(deps, first, lock.found);
  } finally {
    const answer = await lock.release((connection) =>
      unlockPending(connection, lockOf(orderingKey), orderingKey),
    );
    wasAdded = answer ?? true;
  }
  // Only after the release: before it, the job of the next one would find the lock held.
  if (turn.hasNext || (turn.isEmpty && wasAdded)) await enqueueOldest(deps, orderingKey);
  if (turn.called !== null) await postpone(deps, turn.called, deps.clock.now());
}

interface Turn {
  /** Whether there may be another one to attempt now; one that waits for its next attempt has its own job. */
  hasNext: boolean;
  /** Whether none was left: the job of one added since may have found those that were being saved. */
  isEmpty: boolean;
  /** The delivery to the same host that may be attempted next. */
  called: number | null;
}

/**
 * Sends the oldest one, and after each that is over the next; also what was added meanwhile, whose own job found an
 * older one pending. Ends when another delivery waits for the same host: a workflow with many notifications does not
 * keep others from it.
 */
async function deliverInTurn(
  deps: DeliverDeps,
  { id, orderingKey }: AddedDelivery,
  found: readonly DeliveryToSend[],
): Promise<Turn> {
  const none = { hasNext: false, isEmpty: false, called: null };
  const unsaved: Delivered[] = [];
  let waiting = [...found];
  try {
    for (let sent = 0; sent < IN_TURN_MAX; sent += 1) {
      const oldest = waiting.shift();
      // One that failed waits for its own next attempt.
      const isDue = (oldest?.next_attempt_at ?? deps.clock.now()) <= deps.clock.now();
      if (!oldest) return { ...none, isEmpty: true };
      if (oldest.id !== id && !isDue) return none;
      const outcome = await deliverOldest(deps, oldest, unsaved);
      if (!outcome?.isOver) return { ...none, called: outcome?.called ?? null };
      if (outcome.called !== null) return { ...none, hasNext: true, called: outcome.called };
      const unsavedMs = unsaved.reduce((sum, { attempt }) => sum + attempt.duration_ms, 0);
      if (waiting.length > 0 && unsaved.length > 0 && unsavedMs < UNSAVED_MS_MAX) continue;
      waiting = await saveAll(deps, unsaved, orderingKey);
    }
  } finally {
    if (unsaved.length > 0) await saveAll(deps, unsaved, orderingKey);
  }
  return { ...none, hasNext: true };
}

/**
 * What was delivered is saved together, within this time: after a kill it is sent again, under the same message id.
 */
const UNSAVED_MS_MAX = 250;

/** Returns what is to be sent next, without what is added meanwhile. */
async function saveAll(
  { database }: DeliverDeps,
  unsaved: Delivered[],
  orderingKey: OrderingKey,
): Promise<DeliveryToSend[]> {
  const saved = unsaved.splice(0);
  return saved.length > 0 ? saveDelivered(database, saved, orderingKey) : listPending(database, orderingKey);
}

interface Outcome {
  /** Whether the delivery is final: delivered or dead. */
  isOver: boolean;
  /** The delivery to the same host that may be attempted next. */
  called: number | null;
}

/** When to check a delivery again that another process has locked. */
const LOCKED_SECONDS = 1;

/** How many are sent by one job, before others get its place. */
const IN_TURN_MAX = 20;

async function deliverOldest(
  deps: DeliverDeps,
  delivery: DeliveryToSend,
  unsaved: Delivered[],
): Promise<Outcome | null> {
  const destination = destinationOf(deps, delivery);
  const url = destination?.url ?? delivery.url;
  const decision = deps.throttle.acquire(
    { host: new URL(url).host, deliveryId: delivery.id },
    deps.clock.now(),
  );
  if (decision.waitUntil) {
    await postpone(deps, delivery.id, decision.waitUntil);
    return null;
  }
  let called: number | null = null;
  const attempt = await attemptOnce(deps, delivery, destination).finally(() => {
    called = decision.end(deps.clock.now());
  });
  if (isDelivered(attempt.result)) {
    unsaved.push({ delivery: { ...delivery, url }, attempt: attemptRow(deps, attempt) });
    return { isOver: true, called };
  }
  const verdict = await deps.database.transaction().execute(async (tx) => {
    const saved = await saveAttempt(tx, deps, { delivery: { ...delivery, url }, attempt });
    if (saved?.state === 'dead' && destination) await recordDeadDelivery(tx, deps, { delivery, attempt });
    if (saved?.state === 'pending') {
      await enqueueDelivery(tx, { id: delivery.id, runAt: saved.nextAttemptAt });
    }
    return saved;
  });
  return { isOver: verdict?.state !== 'pending', called };
}

function orderingKeyOf({ workflow_id: workflowId, endpoint_id: endpointId }: StoredDelivery): OrderingKey {
  return { workflowId, endpointId };
}

async function enqueueOldest(deps: DeliverDeps, orderingKey: OrderingKey): Promise<void> {
  const [oldest] = await listPending(deps.database, orderingKey);
  if (oldest) await postpone(deps, oldest.id, oldest.next_attempt_at ?? deps.clock.now());
}

async function postpone({ database }: DeliverDeps, id: number, runAt: Date): Promise<void> {
  await postponeDelivery(database, { id, runAt });
}

async function attemptOnce(
  { clock, config }: DeliverDeps,
  delivery: DeliveryToSend,
  destination: EndpointTarget | null,
): Promise<Attempt> {
  if (!destination) {
    const error =
      delivery.endpoint_id === null
        ? 'The workflow has no callback URL any more.'
        : 'The webhook is switched off or deleted.';
    return failed(error);
  }
  const { webhook_id: webhookId, event_name: event } = delivery;
  const text = delivery.body ?? delivery.snapshot;
  if (text === null) return failed('What it would send was removed by its age.');
  const body = Buffer.from(text);
  const nowSeconds = toSeconds(clock.now());
  const headers = notificationHeaders(
    { webhookId, event, body },
    { secrets: destination.secrets, nowSeconds, version: config.version },
  );
  const { url, verifyCertificate } = destination;
  try {
    const call = { url, body, headers, verifyCertificate, keepsConnection: true };
    const post = () => postGuarded({ ...call, ...callbackPolicy(config) });
    return answered(await traced({ name: 'delivery', kind: 'client' }, post));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    const result = { status: null, error: error.message, retryable: error.retryable };
    return { result, response: null, durationMs: error.durationMs ?? 0 };
  }
}

function failed(error: string): Attempt {
  return { result: { status: null, error, retryable: false }, response: null, durationMs: 0 };
}

function answered({ status, retryAfter, body, durationMs }: PostAnswer): Attempt {
  return { result: { status, retryAfter, error: null }, response: storable(body), durationMs };
}

/** PostgreSQL text cannot contain NUL, nor its JSON half a character, where a long response was cut. */
function storable(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}

/** Null if the delivery was updated concurrently: the attempt is logged, the other result is kept. */
async function saveAttempt(
  tx: Tx,
  deps: DeliverDeps,
  { delivery, attempt }: { delivery: StoredDelivery; attempt: Attempt },
): Promise<Verdict | null> {
  const now = deps.clock.now();
  const { result } = attempt;
  const current = await lockDelivery(tx, delivery.id);
  if (!current) return null;
  await insertAttempt(tx, { ...attemptRow(deps, attempt), delivery_id: delivery.id });
  if (current.state !== 'pending' || current.attempts !== delivery.attempts) return null;
  const attempts = current.attempts + 1;
  const verdict = classifyAttempt(result, { failures: attempts, now, chance: randomFraction(deps.ids) });
  await updateDelivery(tx, delivery.id, {
    state: verdict.state,
    url: delivery.url,
    attempts,
    next_attempt_at: verdict.state === 'pending' ? verdict.nextAttemptAt : null,
    delivered_at: verdict.state === 'delivered' ? now : null,
  });
  return verdict;
}

function attemptRow({ clock }: Pick<Deps, 'clock'>, { result, response, durationMs }: Attempt) {
  const { status, error } = result;
  return { attempted_at: clock.now(), status, error, response, duration_ms: durationMs };
}

async function recordDeadDelivery(
  tx: Tx,
  deps: DeliverDeps,
  { delivery, attempt: { result } }: { delivery: StoredDelivery; attempt: Attempt },
): Promise<void> {
  const { id, workflow_id: workflowId, endpoint_id: endpointId, event_name: event } = delivery;
  // Shown to the sender; the full URL of an endpoint is visible to administrators of the organization only.
  const url = endpointId === null ? delivery.url : new URL(delivery.url).origin;
  if (endpointId !== null && result.status === 410) await switchOffEndpoint(tx, endpointId);
  await lockWorkflow(tx, workflowId);
  const cause = result.error ?? `The receiver answered ${result.status}.`;
  const detail = { deliveryId: id, event, url, cause };
  await recordWorkflowEvents(tx, deps, {
    workflowId,
    events: [{ name: 'delivery.dead', actor: SERVICE, detail }],
  });
}

/** The present URL of a delivery and its signing secrets; null once the callback or endpoint is gone. */
function destinationOf(
  deps: Pick<Deps, 'vault' | 'clock'>,
  { endpoint_id: endpointId, url, ...delivery }: DeliveryToSend,
): EndpointTarget | null {
  if (endpointId !== null) return openEndpointTarget(deps, delivery.endpoint);
  const callback = openCallback(deps, delivery.callback);
  if (!callback) return null;
  const { secret, verifyCertificate } = callback;
  // The secret's own text is the key of every signature of a workflow's callback (interface.md §9).
  return { url, secrets: [{ text: secret, key: Buffer.from(secret) }], verifyCertificate };
}
