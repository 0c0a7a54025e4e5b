import { csvLine } from '@paraph/domain';
import type { Database } from '../database/database.ts';
import type { Caller } from '../http/caller.ts';
import { countHit } from '../http/rate-limit.ts';
import { linkOf } from './chain-link.ts';
import { type EventFilter, listEventsAfter, type StoredEvent } from './event-store.ts';
import { filterOf, type NamedEvent, nameThem, type ReadDeps, type RecordQuery } from './read-record.ts';
import { recordOrganizationEvent } from './record-event.ts';

const SLICE = 500;

const COLUMNS = ['number', 'date', 'what', 'by', 'address', 'through', 'credential', 'from', 'browser'];

/** What the hash covers, and the hash: who has all of an organization can recompute the chain. */
export function lineOf(event: StoredEvent) {
  const { source, hash } = event;
  return { ...linkOf(event, event.sequence ?? 0), source, hash: hash?.toString('hex') ?? null };
}

const FORMATS = {
  // The mark at the beginning has spreadsheets read UTF-8.
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    start: `\ufeff${csvLine([...COLUMNS, 'about', 'to', 'detail', 'before', 'after', 'hash'])}`,
    line: rowOf,
  },
  jsonl: {
    type: 'application/x-ndjson',
    start: '',
    line: ({ event }: NamedEvent) => `${JSON.stringify(lineOf(event))}\n`,
  },
} as const;

export type RecordFormat = keyof typeof FORMATS;

/** Oldest first, made while it is read: one slice is in memory. Recorded before the first line. */
export async function exportRecord(
  deps: ReadDeps,
  caller: Caller,
  { format, ...query }: RecordQuery & { format: RecordFormat },
): Promise<{ type: string; fileName: string; lines: AsyncGenerator<string> }> {
  const filter = await filterOf(deps, caller, query);
  await countHit(deps, 'listExport', String(caller.userId));
  const { organizationId } = filter;
  const now = deps.clock.now();
  await deps.database.transaction().execute((tx) =>
    recordOrganizationEvent(tx, {
      ...{ organizationId, actorId: caller.userId, name: 'record.exported', now },
      detail: { format },
    }),
  );
  return { type: FORMATS[format].type, fileName: `record.${format}`, lines: linesOf(deps, format, filter) };
}

async function* linesOf(
  { database }: { database: Database },
  format: RecordFormat,
  filter: EventFilter,
): AsyncGenerator<string> {
  const { start, line } = FORMATS[format];
  if (start !== '') yield start;
  for (let after: StoredEvent | null = null; ; ) {
    const slice: StoredEvent[] = await listEventsAfter(database, filter, { after, limit: SLICE });
    const named = await nameThem(database, slice);
    if (named.length > 0) yield named.map(line).join('');
    after = slice.at(-1) ?? null;
    if (slice.length < SLICE) return;
  }
}

function rowOf({ event, about, to }: NamedEvent): string {
  const { actor, source, sequence, occurred_at: date } = event;
  const { userId: _userId, toUserId: _toUserId, ...detail } = event.detail;
  const json = (value: object | null) =>
    value === null || Object.keys(value).length === 0 ? null : JSON.stringify(value);
  return csvLine([
    ...[sequence, date.toISOString(), event.name, source?.name ?? null, source?.email ?? null],
    ...[
      actor.through ?? null,
      actor.credential ?? null,
      source?.ip ?? null,
      source?.userAgent ?? null,
      about,
      to,
    ],
    ...[json(detail), json(event.before), json(event.after), event.hash?.toString('hex') ?? null],
  ]);
}
