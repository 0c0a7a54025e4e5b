import { type Insertable, type Selectable, sql } from 'kysely';
import { notifiedEventsOf } from '../audit/api.ts';
import { countByAttempt, countRows, type Reads, type Tx } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { DeliveryAttemptRow, DeliveryRow } from '../database/rows.generated.ts';
import type { OldRow, OldRows } from '../database/slices.ts';
import { type PageRequest, readPage } from '../http/pages.ts';
import { notificationTargetsOf } from '../workflows/api.ts';

export type StoredDelivery = Selectable<DeliveryRow>;

/**
 * Deliveries with the same key are sent in order: those of a workflow to its own callback (null) or to one endpoint.
 */
export interface OrderingKey {
  workflowId: number;
  endpointId: number | null;
}

export type StoredAttempt = Selectable<DeliveryAttemptRow>;

/** A receiver of events, and the oldest delivery to it that was added. */
export interface Subscriber {
  endpointId: number | null;
  added: number | null;
}

/**
 * Adds the deliveries of events to each receiver, with those of earlier ones that have none yet: a receiver is told of
 * them in their order. An endpoint is told of the current events even if it was changed while their job was waiting,
 * and of no other one from before it listened. `key` is random: what tells the deliveries apart is made of it.
 */
export async function addDeliveries(
  tx: Tx,
  { workflowId, ids, upTo }: { workflowId: number; ids: readonly number[]; upTo: number },
  { key, now }: { key: string; now: Date },
): Promise<Subscriber[]> {
  return addForEach(tx, workflowId, ids, upTo, key, now);
}

const addForEach = prepareStatement(
  'add-deliveries',
  (_statements, ...[workflowId, ids, upTo, key, now]: [number, readonly number[], number, string, Date]) =>
    sql<Subscriber>`with target as materialized (${notificationTargetsOf(workflowId)}), due as (
      select target.endpoint_id, target.url, event.id as event_id, event.name
      from target cross join lateral (${notifiedEventsOf(workflowId, upTo)}) as event
      where event.id > (
        select coalesce(max(event_id), 0) from deliveries
        where workflow_id = ${workflowId} and endpoint_id is not distinct from target.endpoint_id
      )
        and (cardinality(target.events) = 0 or event.name = any(target.events))
        and (target.endpoint_id is null or event.id = any(${ids}::bigint[])
          or event.occurred_at >= target.listens_since)
    ), added as (
      insert into deliveries (
        workflow_id, event_id, endpoint_id, event_name, webhook_id, url, state, next_attempt_at, created_at
      )
        select ${workflowId}::bigint, event_id, endpoint_id, name,
          'msg_' || left(encode(sha256(convert_to(
            concat_ws(':', ${key}::text, event_id, endpoint_id), 'UTF8')), 'hex'), 32),
          url, 'pending', ${now}::timestamptz, ${now}::timestamptz
        from due order by event_id, endpoint_id
      on conflict do nothing
      returning id, event_id, endpoint_id
    ) select target.endpoint_id as "endpointId", (
      select id from added where added.endpoint_id is not distinct from target.endpoint_id
      order by event_id limit 1
    ) as added from target`,
);

/**
 * Written so that PostgreSQL finds those of a workflow by the index of workflows: the index of all pending ones looks
 * shorter to it, but holds each delivery that was pending since the last vacuum.
 */
export function isPending() {
  return sql<boolean>`deliveries.state not in ('delivered', 'dead')`;
}

/** The oldest pending one of an ordering key, if it may be attempted now. */
export async function findDueDelivery(reads: Reads, { workflowId, endpointId }: OrderingKey, now: Date) {
  const [row] = await selectOldest(reads, workflowId, endpointId);
  return row && isDue(row, now) ? row.id : null;
}

const selectOldest = prepareStatement(
  'oldest-delivery',
  (statements, workflowId: number, endpointId: number | null) =>
    statements
      .selectFrom('deliveries')
      .select(['id', 'attempts', 'next_attempt_at'])
      .where('workflow_id', '=', workflowId)
      .where('endpoint_id', 'is not distinct from', endpointId)
      .where(isPending())
      .orderBy('event_id')
      .limit(1),
);

/** One that was never attempted is due by whichever clock it was added. */
export function isDue(
  { attempts, next_attempt_at: at }: Pick<StoredDelivery, 'attempts' | 'next_attempt_at'>,
  now: Date,
): boolean {
  return attempts === 0 || (at !== null && at <= now);
}

/** Pending ones that were due before a time, the oldest first. */
export async function listOverdueDeliveries(
  reads: Reads,
  { before, limit }: { before: Date; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from deliveries where state = 'pending' and next_attempt_at < ${before}
    order by created_at limit ${limit}`.execute(reads);
  return rows.map(({ id }) => id);
}

export async function lockDelivery(tx: Tx, id: number): Promise<StoredDelivery | null> {
  const deliveries = tx.selectFrom('deliveries').selectAll().where('id', '=', id);
  return (await deliveries.forUpdate().executeTakeFirst()) ?? null;
}

export async function updateDelivery(
  tx: Tx,
  id: number,
  change: Pick<StoredDelivery, 'state' | 'attempts' | 'next_attempt_at' | 'delivered_at'> & { url?: string },
): Promise<void> {
  await tx.updateTable('deliveries').set(change).where('id', '=', id).execute();
}

export async function insertAttempt(tx: Tx, row: Insertable<DeliveryAttemptRow>): Promise<void> {
  await tx.insertInto('delivery_attempts').values(row).execute();
}

/**
 * Only those to the workflow's own callback: the endpoints of an organization are visible to its administrators alone.
 */
export async function listDeliveryRows(reads: Reads, workflowId: number): Promise<StoredDelivery[]> {
  const { rows } = await sql<StoredDelivery>`
    select * from deliveries where workflow_id = ${workflowId} and endpoint_id is null
    order by event_id`.execute(reads);
  return rows;
}

/** The newest first. */
export async function listDeliveriesTo(reads: Reads, endpointId: number, request: PageRequest) {
  const deliveries = reads.selectFrom('deliveries').where('endpoint_id', '=', endpointId);
  return readPage(deliveries.selectAll().orderBy('id', 'desc'), request);
}

export async function listAttempts(reads: Reads, deliveryIds: readonly number[]): Promise<StoredAttempt[]> {
  if (deliveryIds.length === 0) return [];
  const attempts = reads.selectFrom('delivery_attempts').where('delivery_id', 'in', deliveryIds);
  return attempts.selectAll().orderBy('id').execute();
}

/** Locks a slice of the old deliveries that are not pending, from an id on. */
export async function lockOldDeliveries(tx: Tx, { before, after, rowsMax }: OldRows) {
  const { rows } = await sql<OldRow & { eventId: number }>`
    select id, workflow_id as "workflowId", event_id as "eventId" from deliveries
    where state <> 'pending' and created_at < ${before} and id > ${after}
      and id <= (select max(id) from deliveries where state <> 'pending' and created_at < ${before})
    order by id limit ${rowsMax} for update skip locked`.execute(tx);
  return rows;
}

/** With their attempts. */
export async function deleteDeliveries(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('deliveries').where('id', 'in', ids).execute();
}

/** Those of some events whose snapshot a pending delivery still needs. */
export async function listAwaitedEvents(
  reads: Reads,
  eventIds: readonly number[],
): Promise<ReadonlySet<number>> {
  if (eventIds.length === 0) return new Set();
  const deliveries = reads.selectFrom('deliveries').where('event_id', 'in', eventIds);
  const rows = await deliveries.select('event_id').distinct().where('state', '=', 'pending').execute();
  return new Set(rows.map((row) => row.event_id));
}

/** How many notifications no receiver took yet: for the first attempt, and after a failed one. */
export function countPendingDeliveries(reads: Reads) {
  return countByAttempt(reads, sql`from deliveries where state = 'pending'`);
}

export async function countDeadDeliveries(reads: Reads, since: Date): Promise<number> {
  return countRows(reads, sql`from deliveries where state = 'dead' and created_at > ${since}`);
}
