import { type EventName, MAILED_EVENTS, NOTIFIED_EVENTS } from '@paraph/domain';
import { UnitOfWork } from '../database/unit-of-work.ts';
import type { Deps } from '../deps.ts';
import { enqueueWithoutChange, type JobName } from '../jobs/enqueue.ts';
import type { FurtherWork, JobHandlers } from '../jobs/worker.ts';
import { type FollowedEvent, listEventsBetween } from './event-store.ts';

export type { FollowedEvent } from './event-store.ts';

type HeardEvent = Pick<FollowedEvent, 'name' | 'actor' | 'hasSnapshot'>;

/** Lower rooms inform higher ones by events, never by calls: who hears of which event. */
const HEARS = {
  sealing: ({ name }: HeardEvent) => name === 'workflow.approved' || name === 'workflow.retried',
  webhooks: ({ name, hasSnapshot }: HeardEvent) => hasSnapshot && NOTIFIED_EVENTS.has(name as EventName),
  // A member is informed of what a key of another member does in their name.
  mail: ({ name, actor }: HeardEvent) => MAILED_EVENTS.has(name as EventName) || actor?.byKey !== undefined,
} as const;

export type Listener = keyof typeof HEARS;

const LISTENERS = Object.keys(HEARS) as Listener[];

/** The job by which a listener that failed is told again, without the others. */
const OWN_JOB = {
  sealing: 'seal-follow-event',
  webhooks: 'webhook-follow-event',
  mail: 'mail-follow-event',
} as const satisfies Record<Listener, JobName>;

/**
 * Events of one workflow that were recorded together, in order. A handler is told of them at least once, and is
 * idempotent: a process may be killed after a listener has heard.
 */
export type EventHandlers = Record<
  Listener,
  (events: readonly FollowedEvent[]) => Promise<void> | Promise<FurtherWork[]>
>;

export function listenersOf(event: HeardEvent): Listener[] {
  return LISTENERS.filter((listener) => HEARS[listener](event));
}

/**
 * Tells each listener what it hears of events from one to another, all in one transaction. If one of them fails, each
 * is told in its own: a listener that fails again gets a job of its own, so that it neither keeps the others from
 * hearing nor has them hear again.
 */
async function followEvents(
  { database, log }: FollowDeps,
  handlers: EventHandlers,
  { first, last }: { first: number; last: number },
): Promise<FurtherWork[]> {
  const events = await listEventsBetween(database, first, last);
  const further = await tellTogether(handlers, events);
  if (further) return further;
  const failed: Listener[] = [];
  for (const listener of LISTENERS)
    try {
      for (const work of await tellListener(listener, handlers, events)) await work.enqueue();
    } catch (error) {
      log.error(
        { err: error, listener },
        'a listener of events failed and will be told again by a job of its own',
      );
      failed.push(listener);
    }
  const jobs = failed.map((listener) => ({ name: OWN_JOB[listener], id: first, upTo: last }));
  await enqueueWithoutChange(database, jobs);
  return [];
}

/** Returns null, without any effect, if a listener fails. */
async function tellTogether(
  handlers: EventHandlers,
  events: readonly FollowedEvent[],
): Promise<FurtherWork[] | null> {
  const unit = new UnitOfWork({ isUndivided: true });
  const further: FurtherWork[] = [];
  try {
    await unit.run(async () => {
      for (const listener of LISTENERS) further.push(...(await tellListener(listener, handlers, events)));
    });
  } catch {
    // Said by its second failure, if there is one.
    await unit.rollback();
    return null;
  }
  await unit.commit();
  return further;
}

async function tellListener(
  listener: Listener,
  handlers: EventHandlers,
  events: readonly FollowedEvent[],
): Promise<FurtherWork[]> {
  const heard = events.filter(HEARS[listener]);
  return (heard.length > 0 && (await handlers[listener](heard))) || [];
}

type FollowDeps = Pick<Deps, 'database' | 'log'>;
type FollowJob = 'follow-events' | (typeof OWN_JOB)[Listener];

/** The job of a change, and those of single listeners that failed. */
export function eventJobs(deps: FollowDeps, handlers: EventHandlers): Pick<JobHandlers, FollowJob> {
  const tellOnly =
    (listener: Listener) =>
    async (first: number, last = first): Promise<FurtherWork[]> =>
      tellListener(listener, handlers, await listEventsBetween(deps.database, first, last));
  return {
    'follow-events': (first, last = first) => followEvents(deps, handlers, { first, last }),
    [OWN_JOB.sealing]: tellOnly('sealing'),
    [OWN_JOB.webhooks]: tellOnly('webhooks'),
    [OWN_JOB.mail]: tellOnly('mail'),
  };
}
