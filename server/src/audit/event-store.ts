import { NOTIFIED_EVENTS } from '@paraph/domain';
import { type Expression, type Insertable, type QueryCreator, type Selectable, sql } from 'kysely';
import { listOf } from '../database/columns.ts';
import type { Reads, Tx } from '../database/database.ts';
import { selectClause } from '../database/json-rows.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import { COLUMNS, type EventRow, type Tables } from '../database/rows.generated.ts';
import type { OldRow, OldRows } from '../database/slices.ts';
import { leafInsertion } from '../transparency-log/api.ts';
import { type KeyedEntry, upsertEntries } from './ledger-store.ts';

export type StoredEvent = Selectable<EventRow>;

/** The last event of a chain; before its first one there is neither hash nor code. */
export interface ChainEnd {
  sequence: number;
  hash: Buffer | null;
  mac: Buffer | null;
}

export async function listLastEvents(tx: Tx, workflowIds: readonly number[]): Promise<Map<number, ChainEnd>> {
  const { rows } = await sql<Pick<StoredEvent, 'hash' | 'mac' | 'sequence' | 'workflow_id'>>`
    select distinct on (workflow_id) workflow_id, sequence, hash, mac from events
    where workflow_id = any(${workflowIds}) order by workflow_id, sequence desc`.execute(tx);
  return new Map(rows.map(({ workflow_id: id, ...end }) => [id, end]));
}

export async function readLastTimes(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, Date>> {
  if (workflowIds.length === 0) return new Map();
  const { rows } = await sql<{ workflowId: number; at: Date }>`
    select workflow_id as "workflowId", max(occurred_at) as at from events
    where workflow_id = any(${workflowIds}) group by workflow_id`.execute(reads);
  return new Map(rows.map(({ workflowId, at }) => [workflowId, at]));
}

interface NewEvents {
  rows: readonly Insertable<EventRow>[];
  /** The new ends of their chains. */
  entries: readonly KeyedEntry[];
  /** The heads that become leaves of the log. */
  logged: readonly Buffer[];
}

const ROWS_PREPARED = 4;

/** Appends in this order and saves what follows from them, by one statement; returns the ids in that order. */
export async function insertEvents(tx: Tx, { rows: events, entries, logged }: NewEvents): Promise<number[]> {
  const leaves = logged.map((hash) => ({ kind: 'events' as const, hash }));
  // Most are of one workflow: there is one text for each number of rows.
  const rows =
    entries.length === 1 && events.length <= ROWS_PREPARED
      ? await insertLinked(tx, entries, events, leaves)
      : await eventInsertion(tx, entries, events, leaves).execute();
  return rows.sort((a, b) => a.sequence - b.sequence).map((row) => row.id);
}

const insertLinked = prepareStatement('insert-events', eventInsertion);

function eventInsertion(
  statements: Pick<QueryCreator<Tables>, 'insertInto' | 'with'>,
  ...[entries, events, leaves]: [NewEvents['entries'], NewEvents['rows'], Parameters<typeof leafInsertion>[1]]
) {
  const saving =
    entries.length === 0 ? statements : statements.with('saved', (db) => upsertEntries(db, entries));
  const adding: Pick<QueryCreator<Tables>, 'insertInto'> = leaves.length === 0
    ? saving
    : saving.with('logged', (db) => leafInsertion(db, leaves));
  return adding
    .insertInto('events')
    .values([...events])
    .returning(['id', 'sequence']);
}

/** In chronological order. The caller has authorized access. */
export async function listEvents(reads: Reads, workflowId: number): Promise<StoredEvent[]> {
  return reads
    .selectFrom('events')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .orderBy('sequence')
    .execute();
}

// A statement that knows the workflow names it beside the event: the table is cut into ranges of workflows
// (`event-ranges.ts`), and it looks into one of them.

/** One event of a workflow; null once it is deleted. */
export async function findEvent(
  reads: Reads,
  { id, workflowId }: { id: number; workflowId: number },
): Promise<StoredEvent | null> {
  const events = reads.selectFrom('events').selectAll().where('id', '=', id);
  return (await events.where('workflow_id', '=', workflowId).executeTakeFirst()) ?? null;
}

/** Whether the trail of a workflow begins with its creation from this template, as a condition of another statement. */
export function isMadeOfTemplate(workflowId: Expression<unknown>, templateId: number) {
  return sql<boolean>`exists (select from events where events.workflow_id = ${workflowId}
    and events.sequence = 1 and events.detail @> ${JSON.stringify({ templateId })}::jsonb)`;
}

/** The template of which each workflow was made; those of none are not among them. */
export async function readTemplateIds(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await sql<{ workflow_id: number; template_id: number }>`
    select workflow_id, (detail->>'templateId')::bigint as template_id from events
    where workflow_id = any(${[...workflowIds]}::bigint[]) and sequence = 1 and detail ? 'templateId'`.execute(
    reads,
  );
  return new Map(rows.map((row) => [row.workflow_id, row.template_id]));
}

/** The snapshot of an event, as a column of another statement; null once retention has removed it. */
export function snapshotOf(id: Expression<number>, workflowId: number) {
  return selectClause('events')
    .select('events.snapshot')
    .where('events.id', '=', id)
    .where('events.workflow_id', '=', workflowId);
}

/** An event without its snapshot, which is long. */
export type FollowedEvent = { hasSnapshot: boolean } & Pick<
  StoredEvent,
  'actor' | 'detail' | 'id' | 'name' | 'occurred_at' | 'workflow_id'
>;

/** The events of a workflow from one to another, in order; none once it is deleted. */
export const listEventsBetween = prepareStatement(
  'events-between',
  (_statements, ...[workflowId, first, last]: [number, number, number]) => sql<FollowedEvent>`
    select id, workflow_id, name, occurred_at, actor, detail, snapshot is not null as "hasSnapshot" from events
    where workflow_id = ${workflowId} and id between ${first} and ${last} order by sequence`,
);

/** Looks into every range: for jobs of a version whose jobs do not name their workflow. Null once that is deleted. */
export async function findWorkflowOfEvent(reads: Reads, id: number): Promise<number | null> {
  const events = reads.selectFrom('events').select('workflow_id').where('id', '=', id);
  return (await events.executeTakeFirst())?.workflow_id ?? null;
}

/** The notified events of a workflow with a snapshot, up to one of them; as a clause of a statement. */
export function notifiedEventsOf(workflowId: number, upTo: number) {
  return selectClause('events')
    .select(['events.id', 'events.name', 'events.occurred_at'])
    .where('events.workflow_id', '=', workflowId)
    .where('events.id', '<=', upTo)
    .where('events.name', 'in', [...NOTIFIED_EVENTS])
    .where('events.snapshot', 'is not', null);
}

const PAGE_ROWS = 200;

/** The events of some workflows, by workflow and in order, a page at a time: snapshots are long. */
export async function* streamEvents(
  reads: Reads,
  workflowIds: readonly number[],
): AsyncGenerator<StoredEvent, void, void> {
  let after = { workflowId: 0, sequence: 0 };
  for (;;) {
    const rows = await selectAfter(reads, [...workflowIds], after.workflowId, after.sequence);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    after = { workflowId: last.workflow_id, sequence: last.sequence };
  }
}

const selectAfter = prepareStatement(
  'events-after',
  (statements, ...[workflowIds, workflowId, sequence]: [number[], number, number]) =>
    statements
      .selectFrom('events')
      .select(COLUMNS.events)
      .where(sql<boolean>`workflow_id = any(${workflowIds}::bigint[])`)
      .where(sql<boolean>`(workflow_id, sequence) > (${workflowId}::bigint, ${sequence}::int)`)
      .orderBy('workflow_id')
      .orderBy('sequence')
      .limit(PAGE_ROWS),
);

/** Locks a slice of the old events that have a snapshot, from an id on. */
export async function lockOldSnapshots(tx: Tx, { before, after, rowsMax }: OldRows): Promise<OldRow[]> {
  const isOld = sql`snapshot is not null and occurred_at < ${before}`;
  const { rows } = await sql<OldRow>`
    select id, workflow_id as "workflowId" from events
    where ${isOld} and id > ${after} and id <= (select max(id) from events where ${isOld})
    order by id limit ${rowsMax} for update skip locked`.execute(tx);
  return rows;
}

export async function clearSnapshots(tx: Tx, rows: readonly OldRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`update events set snapshot = null
    where id = any(${listOf(rows, 'id')}) and workflow_id = any(${listOf(rows, 'workflowId')})`.execute(tx);
}

/** Gives events that came from another instance their codes of this one. */
export async function saveMacs(
  tx: Tx,
  workflowId: number,
  events: readonly { id: number; mac: Buffer }[],
): Promise<void> {
  const rows = events.map(({ id, mac }) => ({ id, mac: mac.toString('hex') }));
  await sql`update events set mac = decode(coded.mac, 'hex')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as coded(id bigint, mac text)
    where events.id = coded.id and events.workflow_id = ${workflowId}`.execute(tx);
}

/** Which of these events of some workflows still have a snapshot. */
export async function listIdsWithSnapshot(
  reads: Reads,
  { ids, workflowIds }: { ids: readonly number[]; workflowIds: readonly number[] },
): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Pick<StoredEvent, 'id'>>`
    select id from events where id = any(${ids}) and workflow_id = any(${workflowIds})
      and snapshot is not null`.execute(reads);
  return listOf(rows, 'id');
}

/** What a person did in these workflows: as a user, or as one of these recipients. */
export async function listEventsOf(
  reads: Reads,
  workflowIds: readonly number[],
  person: { userId: number } | { recipientIds: readonly number[] },
): Promise<Pick<StoredEvent, 'id' | 'workflow_id' | 'name' | 'occurred_at' | 'actor'>[]> {
  if (workflowIds.length === 0) return [];
  const [kind, ids] = 'userId' in person ? ['user', [person.userId]] : ['recipient', person.recipientIds];
  const { rows } = await sql<FollowedEvent>`
    select id, workflow_id, name, occurred_at, actor from events
    where workflow_id = any(${workflowIds}) and actor ->> 'kind' = ${kind}
      and (actor ->> 'id')::bigint = any(${ids}) order by id`.execute(reads);
  return rows;
}
