import { NOTIFIED_EVENTS } from '@paraph/domain';
import { type Expression, type Insertable, type QueryCreator, type Selectable, sql } from 'kysely';
import type { Reads, Tx } from '../database/database.ts';
import { selectPart } from '../database/json-rows.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import { COLUMNS, type EventRow, type Tables } from '../database/rows.generated.ts';
import type { OldRow, OldRows } from '../database/slices.ts';
import { leafInsertion } from '../transparency-log/api.ts';
import { type KeyedEntry, upsertEntries } from './ledger-store.ts';

export type StoredEvent = Selectable<EventRow>;

/** Where a chain ends; before its first event there is neither. */
export interface ChainEnd {
  sequence: number;
  hash: Buffer | null;
  mac: Buffer | null;
}

/** The last event of each of some workflows. */
export async function listLastEvents(tx: Tx, workflowIds: readonly number[]): Promise<Map<number, ChainEnd>> {
  const rows = await tx
    .selectFrom('events')
    .distinctOn('workflow_id')
    .select(['workflow_id', 'sequence', 'hash', 'mac'])
    .where('workflow_id', 'in', [...workflowIds])
    .orderBy('workflow_id')
    .orderBy('sequence', 'desc')
    .execute();
  return new Map(rows.map(({ workflow_id: id, ...end }) => [id, end]));
}

/** When the last event of each workflow happened. */
export async function readLastTimes(
  reads: Reads,
  workflowIds: readonly number[],
): Promise<Map<number, Date>> {
  if (workflowIds.length === 0) return new Map();
  const rows = await reads
    .selectFrom('events')
    .select(['workflow_id as workflowId', ({ fn }) => fn.max('occurred_at').as('at')])
    .where('workflow_id', 'in', [...workflowIds])
    .groupBy('workflow_id')
    .execute();
  return new Map(rows.map(({ workflowId, at }) => [workflowId, at]));
}

interface NewEvents {
  rows: readonly Insertable<EventRow>[];
  /** The new ends of their chains. */
  entries: readonly KeyedEntry[];
  /** The heads that become leaves of the log. */
  logged: readonly Buffer[];
}

/** Appends in the given order and saves what follows from them, by one statement; returns the ids in that order. */
export async function insertEvents(tx: Tx, { rows: events, entries, logged }: NewEvents): Promise<number[]> {
  const leaves = logged.map((hash) => ({ kind: 'events' as const, hash }));
  const rows = isOfOne({ rows: events, entries })
    ? await insertLinked(tx, entries, events, leaves)
    : await eventInsertion(tx, { events, entries, leaves }).execute();
  return rows.sort((a, b) => a.sequence - b.sequence).map((row) => row.id);
}

const ROWS_PREPARED = 4;

/** Of one workflow, as most are: there is one text for each number of rows. */
function isOfOne({ rows, entries }: Pick<NewEvents, 'entries' | 'rows'>): boolean {
  return entries.length === 1 && rows.length <= ROWS_PREPARED;
}

type Rows = NewEvents['rows'];
type Entries = NewEvents['entries'];
type Leaves = Parameters<typeof leafInsertion>[1];

const insertLinked = prepareStatement(
  'insert-events',
  (statements, ...[entries, events, leaves]: [Entries, Rows, Leaves]) =>
    eventInsertion(statements, { events, entries, leaves }),
);

function eventInsertion(
  statements: Pick<QueryCreator<Tables>, 'insertInto' | 'with'>,
  { events, entries, leaves }: { events: Rows; entries: Entries; leaves: Leaves },
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

/** The events of a workflow in chronological order. The caller has authorized access. */
export async function listEvents(reads: Reads, workflowId: number): Promise<StoredEvent[]> {
  return reads
    .selectFrom('events')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .orderBy('sequence')
    .execute();
}

/** One event, for the jobs that handle it; null once its workflow is deleted. */
export async function findEvent(reads: Reads, id: number): Promise<StoredEvent | null> {
  return (await reads.selectFrom('events').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The snapshot of an event, as part of a statement; null once retention has removed it. */
export function snapshotOf(id: Expression<number>) {
  return selectPart('events').select('events.snapshot').where('events.id', '=', id);
}

const FOLLOWED = ['id', 'workflow_id', 'name', 'occurred_at', 'actor', 'detail'] as const;

/** An event without its snapshot, which is long. */
export type FollowedEvent = Pick<StoredEvent, (typeof FOLLOWED)[number]> & { hasSnapshot: boolean };

/** The events of a workflow from one to another, in order; none once it is deleted. */
export const listEventsBetween = prepareStatement(
  'events-between',
  (statements, first: number, last: number) =>
    statements
      .selectFrom('events')
      .select(FOLLOWED)
      .select(sql<boolean>`snapshot is not null`.as('hasSnapshot'))
      .where('workflow_id', '=', ({ selectFrom }) =>
        selectFrom('events').select('workflow_id').where('id', '=', first),
      )
      .where('id', '>=', first)
      .where('id', '<=', last)
      .orderBy('sequence'),
);

/** The notified events of a workflow with a snapshot, up to one of them; as part of a statement. */
export function notifiedEventsOf(workflowId: number, upTo: number) {
  return selectPart('events')
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
  return tx
    .selectFrom('events')
    .select(['id', 'workflow_id as workflowId'])
    .where('snapshot', 'is not', null)
    .where('occurred_at', '<', before)
    .where('id', '>', after)
    .where('id', '<=', ({ selectFrom }) =>
      selectFrom('events')
        .select(({ fn }) => fn.max('id').as('last'))
        .where('snapshot', 'is not', null)
        .where('occurred_at', '<', before),
    )
    .orderBy('id')
    .limit(rowsMax)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function clearSnapshots(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('events')
    .set({ snapshot: null })
    .where('id', 'in', [...ids])
    .execute();
}

/** Those of the given events that still have a snapshot. */
export async function listIdsWithSnapshot(reads: Reads, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const rows = await reads
    .selectFrom('events')
    .select('id')
    .where('id', 'in', [...ids])
    .where('snapshot', 'is not', null)
    .execute();
  return rows.map((row) => row.id);
}

/** What a person did in these workflows: as a user, or as one of these recipients. */
export async function listEventsOf(
  reads: Reads,
  workflowIds: readonly number[],
  person: { userId: number } | { recipientIds: readonly number[] },
): Promise<Pick<StoredEvent, 'id' | 'workflow_id' | 'name' | 'occurred_at' | 'actor'>[]> {
  if (workflowIds.length === 0) return [];
  const [kind, ids] = 'userId' in person ? ['user', [person.userId]] : ['recipient', person.recipientIds];
  return reads
    .selectFrom('events')
    .select(['id', 'workflow_id', 'name', 'occurred_at', 'actor'])
    .where('workflow_id', 'in', [...workflowIds])
    .where(sql<boolean>`actor ->> 'kind' = ${kind} and (actor ->> 'id')::bigint = any(${[...ids]}::bigint[])`)
    .orderBy('id')
    .execute();
}
