import { type Insertable, type Selectable, sql } from 'kysely';
import { snapshotOf } from '../audit/list-events.ts';
import { type TargetRow, targetRowOf } from '../developers/listeners.ts';
import { WITHOUT_WAITING } from '../jobs/runner-pool.ts';
import { columnsOf } from '../platform/columns.ts';
import type { Reads, Tx } from '../platform/database.ts';
import { type JsonRow, selectPart } from '../platform/json-rows.ts';
import { prepareStatement } from '../platform/prepared-statements.ts';
import type { OldRow, OldRows } from '../platform/sweep-slices.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../platform/tables.ts';
import { callbackFactsOf } from '../workflows/lifecycle/callback.ts';

export type StoredDelivery = Selectable<DeliveryRow>;

const DELIVERY_COLUMNS = columnsOf<DeliveryRow>({
  id: true,
  workflow_id: true,
  event_id: true,
  endpoint_id: true,
  event_name: true,
  webhook_id: true,
  url: true,
  body: true,
  state: true,
  attempts: true,
  next_attempt_at: true,
  created_at: true,
  delivered_at: true,
});

/**
 * Deliveries with the same key are sent in order: those of a workflow to its own callback (null) or to one endpoint.
 */
export interface OrderingKey {
  workflowId: number;
  endpointId: number | null;
}

export type StoredAttempt = Selectable<DeliveryAttemptRow>;

/** Returns the ids in the order of their events, without those whose event already has its delivery. */
export async function insertDeliveries(tx: Tx, rows: readonly Insertable<DeliveryRow>[]): Promise<number[]> {
  const inserted = await insertNew(tx, rows);
  return inserted.sort((a, b) => a.event_id - b.event_id).map(({ id }) => id);
}

const insertNew = prepareStatement(
  'insert-deliveries',
  (statements, rows: readonly Insertable<DeliveryRow>[]) =>
    statements
      .insertInto('deliveries')
      .values([...rows])
      .onConflict((conflict) => conflict.columns(['event_id', 'endpoint_id']).doNothing())
      .returning(['id', 'event_id']),
);

/** The latest event of an ordering key that has its delivery, 0 without any; as part of a statement. */
export function lastHandledEventOf({ workflowId, endpointId }: OrderingKey) {
  return sql<number>`(select coalesce(max(event_id), 0) from deliveries
    where workflow_id = ${workflowId} and endpoint_id is not distinct from ${endpointId})`;
}

/**
 * Written so that PostgreSQL finds those of a workflow by the index of workflows: the index of all pending ones looks
 * shorter to it, but holds each delivery that was pending since the last vacuum.
 */
function isPending(table: 'deliveries' | 'pending') {
  return sql<boolean>`${sql.ref(`${table}.state`)} not in ('delivered', 'dead')`;
}

/** The oldest pending one of an ordering key, if it may be attempted now. */
export async function findDueDelivery(
  reads: Reads,
  { workflowId, endpointId }: OrderingKey,
  now: Date,
): Promise<number | null> {
  const row = await reads
    .selectFrom('deliveries')
    .select(['id', 'next_attempt_at'])
    .where('workflow_id', '=', workflowId)
    .where('endpoint_id', 'is not distinct from', endpointId)
    .where(isPending('deliveries'))
    .orderBy('event_id')
    .limit(1)
    .executeTakeFirst();
  return row && (row.next_attempt_at ?? now) <= now ? row.id : null;
}

/** A delivery with the oldest pending one of its ordering key, which may be itself. */
export async function findDeliveryInTurn(
  reads: Reads,
  id: number,
): Promise<(StoredDelivery & { oldestPending: number | null }) | null> {
  const row = await reads
    .selectFrom('deliveries')
    .select(DELIVERY_COLUMNS)
    .select((eb) =>
      eb
        .selectFrom('deliveries as pending')
        .select('pending.id')
        .whereRef('pending.workflow_id', '=', 'deliveries.workflow_id')
        .whereRef('pending.endpoint_id', 'is not distinct from', 'deliveries.endpoint_id')
        .where(isPending('pending'))
        .orderBy('pending.event_id')
        .limit(1)
        .as('oldestPending'),
    )
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Pending ones that were due before a time, the oldest first. */
export async function listOverdueDeliveries(
  reads: Reads,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const rows = await reads
    .selectFrom('deliveries')
    .select('id')
    .where('state', '=', 'pending')
    .where('next_attempt_at', '<', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function lockDelivery(tx: Tx, id: number): Promise<StoredDelivery | null> {
  const row = await tx
    .selectFrom('deliveries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** A delivery with all that sending it takes, as it is now. */
export type DeliveryToSend = StoredDelivery & {
  /** Of its event; null once retention has removed it. */
  snapshot: string | null;
  callback: { envelopeId: string; preferences: Record<string, string> } | null;
  endpoint: JsonRow<TargetRow> | null;
};

const AT_ONCE = 5;

/** The next ones to deliver of an ordering key: deliveries follow the order of their events. */
function pendingOf({ workflowId, endpointId }: OrderingKey, without: readonly number[]) {
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
    .where(sql<boolean>`deliveries.id <> all(${[...without]}::bigint[])`)
    .orderBy('deliveries.event_id')
    .limit(AT_ONCE);
}

export async function listPending(reads: Reads, orderingKey: OrderingKey): Promise<DeliveryToSend[]> {
  const { rows } = await sql<DeliveryToSend>`${pendingOf(orderingKey, [])}`.execute(reads);
  return rows;
}

/** Whether there is a pending one of an ordering key; a statement of its own, for where a lock is released. */
export function askPending(reads: Reads, { workflowId, endpointId }: OrderingKey) {
  return sql<boolean>`select exists (
    select from deliveries where workflow_id = ${workflowId}
      and endpoint_id is not distinct from ${endpointId} and ${isPending('deliveries')}
  )`.compile(reads);
}

export async function updateDelivery(
  tx: Tx,
  id: number,
  change: Pick<StoredDelivery, 'state' | 'attempts' | 'next_attempt_at' | 'delivered_at'> & { url?: string },
): Promise<void> {
  await tx.updateTable('deliveries').set(change).where('id', '=', id).execute();
}

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
  // All parts of a statement see the rows as they were before it. What is lost if the machine fails at once is sent
  // again, as after a kill.
  const { rows } = await sql<DeliveryToSend>`with given as materialized (
      select place, id, attempts, url, attempted_at, status, error, response, duration_ms, ${WITHOUT_WAITING}
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given(
        place int, id bigint, attempts int, url text, attempted_at timestamptz, status int, error text,
        response text, duration_ms int
      )
    ), delivered as (
      update deliveries set state = 'delivered', url = given.url, attempts = given.attempts + 1,
        next_attempt_at = null, delivered_at = given.attempted_at
      from given
      where deliveries.id = given.id and state = 'pending' and deliveries.attempts = given.attempts
    ), attempt as (
      insert into delivery_attempts (delivery_id, attempted_at, status, error, response, duration_ms)
        select deliveries.id, given.attempted_at, given.status, given.error, given.response, given.duration_ms
        from given join deliveries on deliveries.id = given.id order by given.place
    ) ${pendingOf(orderingKey, ids)}`.execute(reads);
  return rows;
}

export async function insertAttempt(tx: Tx, row: Insertable<DeliveryAttemptRow>): Promise<void> {
  await tx.insertInto('delivery_attempts').values(row).execute();
}

/**
 * Only those to the workflow's own callback: the endpoints of an organization are visible to its administrators alone.
 */
export async function listDeliveryRows(reads: Reads, workflowId: number): Promise<StoredDelivery[]> {
  return reads
    .selectFrom('deliveries')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .where('endpoint_id', 'is', null)
    .orderBy('event_id')
    .execute();
}

export async function countDeliveriesTo(reads: Reads, endpointId: number): Promise<number> {
  const row = await reads
    .selectFrom('deliveries')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('endpoint_id', '=', endpointId)
    .executeTakeFirstOrThrow();
  return Number(row.total);
}

export async function listDeliveriesTo(
  reads: Reads,
  endpointId: number,
  { limit, offset }: { limit: number; offset: number },
): Promise<StoredDelivery[]> {
  return reads
    .selectFrom('deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function listAttempts(reads: Reads, deliveryIds: readonly number[]): Promise<StoredAttempt[]> {
  if (deliveryIds.length === 0) return [];
  return reads
    .selectFrom('delivery_attempts')
    .selectAll()
    .where('delivery_id', 'in', [...deliveryIds])
    .orderBy('id')
    .execute();
}

/** Locks a slice of the old deliveries that are not pending, from an id on. */
export async function lockOldDeliveries(
  tx: Tx,
  { before, after, rowsMax }: OldRows,
): Promise<(OldRow & { eventId: number })[]> {
  return tx
    .selectFrom('deliveries')
    .select(['id', 'workflow_id as workflowId', 'event_id as eventId'])
    .where('state', '<>', 'pending')
    .where('created_at', '<', before)
    .where('id', '>', after)
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('deliveries')
        .select(({ fn }) => fn.max('id').as('last'))
        .where('state', '<>', 'pending')
        .where('created_at', '<', before),
    )
    .orderBy('id')
    .limit(rowsMax)
    .forUpdate()
    .skipLocked()
    .execute();
}

/** With their attempts. */
export async function deleteDeliveries(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .deleteFrom('deliveries')
    .where('id', 'in', [...ids])
    .execute();
}

/** Those of some events that a delivery still waits to send. */
export async function listAwaitedEventIds(reads: Reads, eventIds: readonly number[]): Promise<number[]> {
  if (eventIds.length === 0) return [];
  const rows = await reads
    .selectFrom('deliveries')
    .select('event_id')
    .distinct()
    .where('event_id', 'in', [...eventIds])
    .where('state', '=', 'pending')
    .execute();
  return rows.map((row) => row.event_id);
}
