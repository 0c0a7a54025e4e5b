import { invalid, ORGANIZATION_EVENTS, type OrganizationEvent } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { type PageOf, type PageRequest, pageOf, rangeOf } from '../http/pages.ts';
import { addSeconds } from '../platform/clock.ts';
import { countEvents, type EventFilter, hasActed, listEventPage, type StoredEvent } from './event-store.ts';
import { recordOrganizationEvent } from './record-event.ts';

/** What this room needs of higher ones; the composition root hands it in. */
export interface RecordPorts {
  requireAdministrator(
    reads: Reads,
    caller: Caller,
    organizationId?: number | null,
  ): Promise<{ organizationId: number }>;
}

export interface RecordQuery {
  organizationId?: number | undefined;
  kind?: string | undefined;
  personId?: number | undefined;
  /** Seconds since 1970. */
  from?: number | undefined;
  to?: number | undefined;
  /** A number in the chain. */
  after?: number | undefined;
}

export type ReadDeps = Pick<Deps, 'clock' | 'config' | 'database'> & { ports: RecordPorts };

/** More is not counted: who looks for what is older names the days, or exports it. */
const COUNTED_MAX = 10_000;
const READ_SECONDS = 3_600;

/** The newest first; for administrators. That they read it is recorded, once an hour. */
export async function readRecord(
  deps: ReadDeps,
  caller: Caller,
  query: PageRequest & RecordQuery,
): Promise<PageOf<NamedEvent>> {
  const filter = await filterOf(deps, caller, query);
  const { limit } = rangeOf(query);
  const events = await listEventPage(deps.database, filter, rangeOf(query));
  const total = await countEvents(deps.database, filter, COUNTED_MAX);
  await recordReading(deps, caller, filter);
  return { ...pageOf(total, limit), records: await nameThem(deps.database, events) };
}

/** With of whom it speaks, as they are called now. */
export interface NamedEvent {
  event: StoredEvent;
  about: string | null;
  to: string | null;
}

export async function nameThem(reads: Reads, events: readonly StoredEvent[]): Promise<NamedEvent[]> {
  const idsOf = ({ detail: { userId, toUserId } }: StoredEvent) =>
    [userId, toUserId].map((id) => (typeof id === 'number' ? id : null));
  const ids = new Set(events.flatMap(idsOf).filter((id) => id !== null));
  const names = await readUserNames(reads, [...ids]);
  return events.map((event) => {
    const [about = null, to = null] = idsOf(event).map((id) => names.get(id ?? 0)?.name ?? null);
    return { event, about, to };
  });
}

/** @throws Refusal `VALIDATION_ERROR` where no kind is called so */
export async function filterOf(deps: ReadDeps, caller: Caller, query: RecordQuery): Promise<EventFilter> {
  const { organizationId } = await deps.ports.requireAdministrator(
    deps.database,
    caller,
    query.organizationId,
  );
  const dateOf = (seconds: number | undefined) => (seconds === undefined ? null : new Date(seconds * 1_000));
  return {
    organizationId,
    kinds: kindsOf(query.kind),
    personId: query.personId ?? null,
    from: dateOf(query.from),
    to: dateOf(query.to),
    after: query.after ?? null,
  };
}

function kindsOf(kind: string | undefined): OrganizationEvent[] | null {
  if (kind === undefined || kind === '') return null;
  const kinds = ORGANIZATION_EVENTS.filter((name) => name === kind || name.startsWith(`${kind}.`));
  if (kinds.length > 0) return kinds;
  const areas = [...new Set(ORGANIZATION_EVENTS.map((name) => name.split('.')[0]))];
  throw invalid({ kind: `Is one of ${areas.join(', ')}, or one of their kinds, as member.removed.` });
}

async function recordReading(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { userId: actorId }: Caller,
  { organizationId }: EventFilter,
): Promise<void> {
  const now = clock.now();
  const act = { organizationId, actorId, name: 'record.read' } as const;
  if (await hasActed(database, { ...act, since: addSeconds(now, -READ_SECONDS) })) return;
  await database.transaction().execute((tx) => recordOrganizationEvent(tx, { ...act, now }));
}
