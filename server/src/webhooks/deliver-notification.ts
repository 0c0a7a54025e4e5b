import type { Tx } from '../database/database.ts';
import { savedThoughFrozen } from '../database/frozen.ts';
import type { Deps } from '../deps.ts';
import { switchOffEndpoint } from '../developers/listeners.ts';
import { addSeconds } from '../platform/clock.ts';
import { newKey, randomFraction } from '../platform/ids.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { recordWorkflowEvents, SERVICE } from '../workflows/lifecycle/record-workflow-events.ts';
import { classifyAttempt, isDelivered, type Verdict } from './classify-attempt.ts';
import { enqueueDeliveries, postponeDeliveries } from './delivery-jobs.ts';
import { type SendDeps, type Sent, sendInOrder } from './send-notifications.ts';
import { type Attempt, finishLease, type Lease, startLease } from './sending-store.ts';
import { findDueDelivery, insertAttempt, isDue, lockDelivery, updateDelivery } from './webhook-store.ts';

// The protocol of deliveries. A job names one delivery, which stands for its ordering key (a workflow and a receiver):
//
//   start   leases the ordering key and reads its oldest pending deliveries, by one statement. The lease is a row that
//           says who holds it, and until when by the clock of the database.
//   send    posts them, the oldest first, until one is not delivered. No transaction and no lock is open, so
//           a receiver that hangs costs neither a connection nor another job's time.
//   finish  saves what became of each, releases the lease, and only then looks for the next one that is due.
//
// - Order: who has the lease sends, the oldest first; one that fails keeps those after it waiting for its next attempt.
// - At least once: a delivery is pending until its outcome is saved. A double arrives only after a kill or where a
//   lease ran out, under the same message id, by which a receiver knows it.
// - Leased by another job: this one comes again when that lease ends. Mostly it is not needed then: who holds the lease
//   looks for what is due once the release is committed, and a job is refused only while it is not.
// - Timeout: an attempt ends after 15 seconds, several that are saved together after a quarter of a second more. The
//   rest of a lease is for a slow database. A job that needs longer may be overtaken: then both outcomes are in the log
//   of attempts, and the first one counts.
// - Killed after start: nothing was sent. While sending: the attempt may have arrived, and is made again. After the
//   outcome of a failed attempt is saved, and before the rest: its next attempt is planned, those delivered before it
//   are sent again. After finish: the next one has a job of its own, or the killed job runs again. Each goes on at the
//   latest when the lease ends.

/** Longer than the attempts of a lease and the saving of their outcomes take. */
const LEASE_SECONDS = 30;

/** How many leases one job takes, before the jobs of other workflows get its slot. */
const LEASES_MAX = 4;

/** `workflowId`: of the delivery, where it is known. */
export async function deliverNotification(
  deps: SendDeps,
  deliveryId: number,
  workflowId: number | null = null,
): Promise<void> {
  let next: number | null = deliveryId;
  for (let leases = 0; next !== null && leases < LEASES_MAX; leases += 1)
    next = await deliverUnderLease(deps, next, workflowId);
  if (next !== null) await postpone(deps, next, deps.clock.now());
}

/** Returns the delivery to go on with. */
async function deliverUnderLease(
  deps: SendDeps,
  deliveryId: number,
  workflowId: number | null,
): Promise<number | null> {
  const lease = await start(deps, deliveryId, workflowId);
  if (lease === null) return null;
  const sent: Sent = { attempts: [], postponedTo: null, called: null };
  let next: number | null = null;
  try {
    await sendInOrder(deps, { due: listDue(deps, lease, deliveryId), sent });
  } finally {
    next = await finish(deps, lease, sent);
  }
  return next;
}

/** Null where another job has the lease, or the delivery is erased. */
async function start(deps: SendDeps, deliveryId: number, workflowId: number | null): Promise<Lease | null> {
  const lease = { deliveryId, workflowId, holder: newKey(deps.ids), seconds: LEASE_SECONDS };
  const started = await startLease(deps.database, lease);
  if (started === null || 'pending' in started) return started;
  await postpone(deps, deliveryId, addSeconds(deps.clock.now(), started.leasedForSeconds));
  return null;
}

/** The delivery whose job has come is due. */
function listDue({ clock }: SendDeps, { pending }: Lease, deliveryId: number) {
  const now = clock.now();
  const firstLater = pending.findIndex((delivery) => delivery.id !== deliveryId && !isDue(delivery, now));
  return firstLater < 0 ? pending : pending.slice(0, firstLater);
}

/** Returns the next delivery that is due. */
async function finish(deps: SendDeps, lease: Lease, sent: Sent): Promise<number | null> {
  const { attempts, postponedTo, called } = sent;
  const failed = attempts.find(({ result }) => !isDelivered(result));
  if (failed)
    await savedThoughFrozen((isFrozen) =>
      deps.database.transaction().execute((tx) => saveFailed(tx, deps, { attempt: failed, isFrozen })),
    );
  await finishLease(
    deps.database,
    lease,
    attempts.filter((attempt) => attempt !== failed),
  );
  const now = deps.clock.now();
  if (called !== null) await postpone(deps, called, now);
  if (postponedTo) {
    await postpone(deps, postponedTo.deliveryId, postponedTo.at);
    return null;
  }
  const next = await findDueDelivery(deps.database, lease.orderingKey, now);
  if (next === null || called === null) return next;
  // A delivery of another workflow waits for the same host, and comes first.
  await postpone(deps, next, now);
  return null;
}

/** Saves the outcome, the next attempt and, after the last one, the event `delivery.dead`. */
async function saveFailed(
  tx: Tx,
  deps: SendDeps,
  { attempt, isFrozen }: { attempt: Attempt; isFrozen: boolean },
): Promise<void> {
  const verdict = await saveAttempt(tx, deps, attempt);
  const { delivery, target } = attempt;
  if (verdict?.state === 'dead' && target && !isFrozen) await recordDeadDelivery(tx, deps, attempt);
  if (verdict?.state === 'pending') await enqueueDeliveries(tx, [delivery.id], verdict.nextAttemptAt);
}

/** Null if the delivery was updated meanwhile: the attempt is logged, the other outcome counts. */
async function saveAttempt(
  tx: Tx,
  deps: Pick<Deps, 'ids'>,
  { delivery, url, result, attemptedAt, ...logged }: Attempt,
): Promise<Verdict | null> {
  const current = await lockDelivery(tx, delivery.id);
  if (!current) return null;
  await insertAttempt(tx, {
    delivery_id: delivery.id,
    attempted_at: attemptedAt,
    status: result.status,
    error: result.error,
    response: logged.response,
    duration_ms: logged.durationMs,
  });
  if (current.state !== 'pending' || current.attempts !== delivery.attempts) return null;
  const failures = current.attempts + 1;
  const verdict = classifyAttempt(result, { failures, now: attemptedAt, chance: randomFraction(deps.ids) });
  const nextAttemptAt = verdict.state === 'pending' ? verdict.nextAttemptAt : null;
  const change = { state: verdict.state, url, attempts: failures, next_attempt_at: nextAttemptAt };
  await updateDelivery(tx, delivery.id, { ...change, delivered_at: null });
  return verdict;
}

async function recordDeadDelivery(tx: Tx, deps: SendDeps, { delivery, result }: Attempt): Promise<void> {
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

async function postpone({ database }: SendDeps, id: number, runAt: Date): Promise<void> {
  await postponeDeliveries(database, [id], runAt);
}
