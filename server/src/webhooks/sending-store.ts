import { type Expression, sql } from 'kysely';
import { snapshotOf } from '../audit/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import { type JsonRow, selectClause } from '../database/json-rows.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import { COLUMNS } from '../database/rows.generated.ts';
import { type EndpointTarget, type TargetRow, targetRowOf } from '../developers/listeners.ts';
import { WITHOUT_WAITING } from '../jobs/runner-pool.ts';
import { callbackFactsOf } from '../workflows/lifecycle/callback.ts';
import type { AttemptResult } from './classify-attempt.ts';
import { isPending, type OrderingKey, type StoredDelivery } from './webhook-store.ts';

// Neither statement waits for the disk: what is lost where the machine fails at once is as after a kill.

/** A delivery with all that sending it takes, as it is now. */
export type DeliveryToSend = StoredDelivery & {
  /** Of its event; null once retention has removed it. */
  snapshot: string | null;
  callback: { envelopeId: string; preferences: Record<string, string> } | null;
  endpoint: JsonRow<TargetRow> | null;
};

export interface Attempt {
  delivery: DeliveryToSend;
  /** Null where there is none any more. */
  target: EndpointTarget | null;
  url: string;
  attemptedAt: Date;
  result: AttemptResult;
  /** What the receiver answered; null without an answer. */
  response: string | null;
  durationMs: number;
}

/** The right to send the deliveries of an ordering key, for a time. */
export interface Lease {
  orderingKey: OrderingKey;
  holder: string;
  /** The oldest ones, in the order of their events. */
  pending: readonly DeliveryToSend[];
}

const AT_ONCE = 5;

interface LeaseRequest {
  deliveryId: number;
  /** Of the delivery; it is looked for first where the caller does not know it. */
  workflowId?: number | null;
  holder: string;
  seconds: number;
}

/**
 * Leases the ordering key of a delivery, and returns what is to be sent; or how long another holder has it. Null for a
 * delivery that is erased.
 */
export async function startLease(
  reads: Reads,
  { deliveryId, workflowId: known, holder, seconds }: LeaseRequest,
): Promise<Lease | { leasedForSeconds: number } | null> {
  const workflow = known ?? (await findWorkflowOfDelivery(reads, deliveryId));
  if (workflow === null) return null;
  const rows = await startSending(reads, deliveryId, workflow, holder, seconds);
  const [first] = rows;
  if (!first) return null;
  // Another holder that began at the same moment has all of its time.
  if (!first.isLeased) return { leasedForSeconds: Math.max(1, first.leasedForSeconds ?? seconds) };
  const { workflowId, endpointId } = first;
  return { holder, orderingKey: { workflowId, endpointId }, pending: rows.filter(({ id }) => id !== null) };
}

const selectWorkflow = prepareStatement('workflow-of-delivery', (statements, id: number) =>
  statements.selectFrom('deliveries').select('workflow_id').where('id', '=', id),
);

async function findWorkflowOfDelivery(reads: Reads, id: number): Promise<number | null> {
  return (await selectWorkflow(reads, id))[0]?.workflow_id ?? null;
}

interface StartedRow extends DeliveryToSend, OrderingKey {
  isLeased: boolean;
  leasedForSeconds: number | null;
}

// A lease that is seen is not waited for: its holder may be saving an outcome. Where two begin at once, one waits for
// the other, and the statement sees the rows as they were before it waited. So it locks those it returns, for which
// PostgreSQL reads them again and leaves out one that was delivered meanwhile.
const startSending = prepareStatement(
  'start-deliveries',
  (_statements, ...[deliveryId, workflowId, holder, seconds]: [number, number, string, number]) => {
    const isLeaseOf = (lease: string, other: string) =>
      sql.raw(
        `${lease}.workflow_id = ${other}.workflow_id and ${lease}.endpoint_id is not distinct from ${other}.endpoint_id`,
      );
    const leasedKey = { workflowId: sql<number>`leased.workflow_id`, endpointId: sql`leased.endpoint_id` };
    return sql<StartedRow>`with target as materialized (
      select workflow_id, endpoint_id from deliveries where id = ${deliveryId}
    ), leased as (
      insert into delivery_leases (workflow_id, endpoint_id, leased_by, leased_until)
        select workflow_id, endpoint_id, ${holder}, clock_timestamp() + ${seconds}::int * interval '1 second'
        from target where not exists (
          select from delivery_leases as lease
          where ${isLeaseOf('lease', 'target')} and leased_until > clock_timestamp()
        )
        on conflict (workflow_id, endpoint_id) do update
          set leased_by = excluded.leased_by, leased_until = excluded.leased_until
          where delivery_leases.leased_until <= clock_timestamp()
        returning workflow_id, endpoint_id, ${WITHOUT_WAITING}
    ) select target.workflow_id as "workflowId", target.endpoint_id as "endpointId",
        leased.workflow_id is not null as "isLeased", (
          select extract(epoch from leased_until - clock_timestamp())::float8 from delivery_leases as lease
          where ${isLeaseOf('lease', 'target')}
        ) as "leasedForSeconds", pending.*
      from target left join leased on true
        left join lateral ${pendingOf(leasedKey, workflowId).forNoKeyUpdate('deliveries')} as pending on true`;
  },
);

/** The next ones to deliver of an ordering key: deliveries follow the order of their events. */
function pendingOf(
  { workflowId, endpointId }: Record<keyof OrderingKey, Expression<unknown>>,
  ofEvents: number,
) {
  return selectClause('deliveries')
    .select(COLUMNS.deliveries)
    .select((eb) => [
      snapshotOf(eb.ref('deliveries.event_id'), ofEvents).as('snapshot'),
      callbackFactsOf(eb.ref('deliveries.workflow_id')).as('callback'),
      targetRowOf(eb.ref('deliveries.endpoint_id')).as('endpoint'),
    ])
    .where(sql<boolean>`deliveries.workflow_id = ${workflowId}`)
    .where(sql<boolean>`deliveries.endpoint_id is not distinct from ${endpointId}`)
    .where(isPending())
    .orderBy('deliveries.event_id')
    .limit(AT_ONCE);
}

/**
 * Saves successful attempts, and ends the lease under which they were made, if it is not another's by now. A delivery
 * that was updated meanwhile is left alone; the attempt is logged.
 */
export async function finishLease(
  reads: Reads,
  { holder, orderingKey: { workflowId, endpointId } }: Lease,
  delivered: readonly Attempt[],
): Promise<void> {
  const rows = delivered.map(({ delivery, url, attemptedAt, result: { status }, ...answer }, index) => ({
    ...{ index, id: delivery.id, attempts: delivery.attempts, url, status },
    ...{ attempted_at: attemptedAt, response: answer.response, duration_ms: answer.durationMs },
  }));
  const ids = delivered.map(({ delivery }) => delivery.id);
  await saveAndRelease(reads, JSON.stringify(rows), ids, workflowId, endpointId, holder);
}

// All clauses of a statement see the rows as they were before it. The ids are named beside the attempts: PostgreSQL
// takes these for a hundred rows, for which it would read all deliveries of a small instance.
const saveAndRelease = prepareStatement(
  'finish-deliveries',
  (
    _statements,
    ...[rows, ids, workflowId, endpointId, holder]: [string, readonly number[], number, number | null, string]
  ) => sql`with attempted as materialized (
      select index, id, attempts, url, attempted_at, status, response, duration_ms
      from jsonb_to_recordset(${rows}::jsonb) as attempted(
        index int, id bigint, attempts int, url text, attempted_at timestamptz, status int, response text,
        duration_ms int
      )
    ), delivered as (
      update deliveries set state = 'delivered', url = attempted.url, attempts = attempted.attempts + 1,
        next_attempt_at = null, delivered_at = attempted.attempted_at
      from attempted
      where deliveries.id = attempted.id and deliveries.id = any(${ids}::bigint[])
        and ${isPending()} and deliveries.attempts = attempted.attempts
    ), logged as (
      insert into delivery_attempts (delivery_id, attempted_at, status, response, duration_ms)
        select deliveries.id, attempted.attempted_at, attempted.status, attempted.response, attempted.duration_ms
        from attempted join deliveries on deliveries.id = attempted.id
        where deliveries.id = any(${ids}::bigint[]) order by attempted.index
    ) delete from delivery_leases where workflow_id = ${workflowId}
        and endpoint_id is not distinct from ${endpointId} and leased_by = ${holder}
      returning ${WITHOUT_WAITING}`,
);

/** Those of processes that were killed while they sent; the next to lease the same would take them over. */
export async function deleteEndedLeases(tx: Tx, now: Date): Promise<void> {
  await tx.deleteFrom('delivery_leases').where('leased_until', '<', now).execute();
}
