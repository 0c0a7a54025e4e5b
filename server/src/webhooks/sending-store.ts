import { sql } from 'kysely';
import { snapshotOf } from '../audit/list-events.ts';
import { type TargetRow, targetRowOf } from '../developers/listeners.ts';
import { WITHOUT_WAITING } from '../jobs/runner-pool.ts';
import type { Reads } from '../platform/database.ts';
import { type JsonRow, selectPart } from '../platform/json-rows.ts';
import { prepareStatement } from '../platform/prepared-statements.ts';
import { type LockConnection, tryLockOf, unlockOf } from '../platform/session-locks.ts';
import { callbackFactsOf } from '../workflows/lifecycle/callback.ts';
import {
  DELIVERY_COLUMNS,
  isPending,
  type OrderingKey,
  type StoredAttempt,
  type StoredDelivery,
} from './webhook-store.ts';

/** A delivery with all that sending it takes, as it is now. */
export type DeliveryToSend = StoredDelivery & {
  /** Of its event; null once retention has removed it. */
  snapshot: string | null;
  callback: { envelopeId: string; preferences: Record<string, string> } | null;
  endpoint: JsonRow<TargetRow> | null;
};

const AT_ONCE = 5;

/** The next ones to deliver of an ordering key: deliveries follow the order of their events. */
function pendingOf({ workflowId, endpointId }: OrderingKey) {
  return selectPart('deliveries')
    .select(DELIVERY_COLUMNS)
    .select((eb) => [
      snapshotOf(eb.ref('deliveries.event_id')).as('snapshot'),
      callbackFactsOf(eb.ref('deliveries.workflow_id')).as('callback'),
      targetRowOf(eb.ref('deliveries.endpoint_id')).as('endpoint'),
    ])
    .where('deliveries.workflow_id', '=', workflowId)
    .where('deliveries.endpoint_id', 'is not distinct from', endpointId)
    .where(isPending('deliveries'))
    .orderBy('deliveries.event_id')
    .limit(AT_ONCE);
}

export async function listPending(
  reads: Reads,
  { workflowId, endpointId }: OrderingKey,
): Promise<DeliveryToSend[]> {
  return selectPending(reads, workflowId, endpointId);
}

const selectPending = prepareStatement(
  'pending-deliveries',
  (_statements, workflowId: number, endpointId: number | null) =>
    sql<DeliveryToSend>`${pendingOf({ workflowId, endpointId })}`,
);

/**
 * Locks an ordering key by a lock of this name, and returns what is to be sent; null where it is locked already.
 *
 * The statement sees the rows as they were before it had the lock, when the holder before may have been saving an
 * outcome. So it locks each row as well, for which PostgreSQL reads it again and leaves out one that has been delivered
 * since. Where one is left out, all are read anew, under the lock; none is waited for.
 */
export async function lockPending(
  connection: LockConnection,
  name: string,
  { workflowId, endpointId }: OrderingKey,
): Promise<DeliveryToSend[] | null> {
  const [first, ...others] = await selectLocked(connection, name, workflowId, endpointId);
  if (!first?.isLocked) return null;
  const found = first.id === null ? [] : [first, ...others];
  const isWhole = found.length === Math.min(first.pendingCount, AT_ONCE);
  return isWhole ? found : selectPending(connection, workflowId, endpointId);
}

const selectLocked = prepareStatement(
  'lock-pending-deliveries',
  (_statements, ...[name, workflowId, endpointId]: [string, number, number | null]) => {
    // That there is a lock is part of its condition: so PostgreSQL reads nothing before it.
    const pending = pendingOf({ workflowId, endpointId })
      .where(sql<boolean>`locked."isLocked"`)
      .forNoKeyUpdate('deliveries')
      .skipLocked();
    return sql<DeliveryToSend & { isLocked: boolean; pendingCount: number }>`with locked as materialized (
      select ${tryLockOf(name)} as "isLocked", ${WITHOUT_WAITING}
    ) select locked."isLocked", (
      select count(*) from deliveries where workflow_id = ${workflowId}
        and endpoint_id is not distinct from ${endpointId} and ${isPending('deliveries')}
    ) as "pendingCount", pending.* from locked left join lateral ${pending} as pending on true`;
  },
);

/** Releases the lock of an ordering key, and tells whether it still has a pending one. */
export async function unlockPending(
  connection: LockConnection,
  name: string,
  { workflowId, endpointId }: OrderingKey,
): Promise<boolean> {
  const [row] = await releaseLock(connection, name, workflowId, endpointId);
  return row?.isPending === true;
}

const releaseLock = prepareStatement(
  'unlock-pending-deliveries',
  (_statements, ...[name, workflowId, endpointId]: [string, number, number | null]) =>
    sql<{ isPending: boolean }>`select exists (
      select from deliveries where workflow_id = ${workflowId}
        and endpoint_id is not distinct from ${endpointId} and ${isPending('deliveries')}
    ) as "isPending", ${unlockOf(name)}`,
);

/** A delivery and the attempt that succeeded. */
export interface Delivered {
  delivery: StoredDelivery;
  attempt: Pick<StoredAttempt, 'attempted_at' | 'status' | 'error' | 'response' | 'duration_ms'>;
}

/**
 * Saves successful attempts of an ordering key by one statement: their results, and the attempts themselves. A result
 * is left alone if its delivery was updated concurrently. Returns the deliveries that are to be sent after them.
 */
export async function saveDelivered(
  reads: Reads,
  delivered: readonly Delivered[],
  orderingKey: OrderingKey,
): Promise<DeliveryToSend[]> {
  const given = delivered.map(({ delivery: { id, attempts, url }, attempt }, place) => ({
    ...attempt,
    ...{ place, id, attempts, url },
  }));
  const ids = delivered.map(({ delivery }) => delivery.id);
  const { workflowId, endpointId } = orderingKey;
  return saveAndSelect(reads, JSON.stringify(given), ids, workflowId, endpointId);
}

// All parts of a statement see the rows as they were before it. What is lost if the machine fails at once is sent
// again, as after a kill. The ids are named beside what is given: PostgreSQL takes that for a hundred rows, for which
// it would read all deliveries of a small instance.
const saveAndSelect = prepareStatement(
  'save-delivered',
  (
    _statements,
    ...[given, ids, workflowId, endpointId]: [string, readonly number[], number, number | null]
  ) => sql<DeliveryToSend>`with given as materialized (
      select place, id, attempts, url, attempted_at, status, error, response, duration_ms, ${WITHOUT_WAITING}
      from jsonb_to_recordset(${given}::jsonb) as given(
        place int, id bigint, attempts int, url text, attempted_at timestamptz, status int, error text,
        response text, duration_ms int
      )
    ), delivered as (
      update deliveries set state = 'delivered', url = given.url, attempts = given.attempts + 1,
        next_attempt_at = null, delivered_at = given.attempted_at
      from given
      where deliveries.id = given.id and deliveries.id = any(${ids}::bigint[])
        and ${isPending('deliveries')} and deliveries.attempts = given.attempts
    ), attempt as (
      insert into delivery_attempts (delivery_id, attempted_at, status, error, response, duration_ms)
        select deliveries.id, given.attempted_at, given.status, given.error, given.response, given.duration_ms
        from given join deliveries on deliveries.id = given.id
        where deliveries.id = any(${ids}::bigint[]) order by given.place
    ) ${pendingOf({ workflowId, endpointId }).where(sql<boolean>`deliveries.id <> all(${ids}::bigint[])`)}`,
);
