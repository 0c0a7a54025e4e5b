import { type EventName, MAILED_EVENTS, NOTIFIED_EVENTS } from '@paraph/domain';
import type { Database } from '../database/database.ts';
import { isFrozen } from '../database/frozen.ts';
import { UnitOfWork } from '../database/unit-of-work.ts';
import type { Deps } from '../deps.ts';
import { enqueueWithoutChange, type JobName } from '../jobs/enqueue.ts';
import type { FollowUpJob, JobHandlers } from '../jobs/worker.ts';
import { type FollowedEvent, findWorkflowOfEvent, listEventsBetween } from './event-store.ts';

export type { FollowedEvent } from './event-store.ts';

type EventSummary = Pick<FollowedEvent, 'name' | 'actor' | 'hasSnapshot'> & {
  /** What recorded it knows that nobody gets a mail of it. */
  isUnmailed?: boolean;
};

/** Lower rooms inform higher ones by events, never by calls: which events a listener follows. */
const FOLLOWS = {
  sealing: ({ name }: EventSummary) => name === 'workflow.approved' || name === 'workflow.retried',
  webhooks: ({ name, hasSnapshot }: EventSummary) => hasSnapshot && NOTIFIED_EVENTS.has(name as EventName),
  // A member is informed of what a key of another member does in their name.
  mail: ({ name, actor, isUnmailed = false }: EventSummary) =>
    (MAILED_EVENTS.has(name as EventName) && !isUnmailed) || actor?.byKey !== undefined,
  contacts: ({ name }: EventSummary) => name === 'workflow.started',
  destinations: ({ name }: EventSummary) => name === 'workflow.signed',
} as const;

export type Listener = keyof typeof FOLLOWS;

const LISTENERS = Object.keys(FOLLOWS) as Listener[];

/** The job by which a listener that failed is notified again, without the others. */
const OWN_JOB = {
  sealing: 'seal-follow-event',
  webhooks: 'webhook-follow-event',
  mail: 'mail-follow-event',
  contacts: 'contacts-follow-event',
  destinations: 'destination-follow-event',
} as const satisfies Record<Listener, JobName>;

/**
 * Events of one workflow that were recorded together, in order. A handler is notified at least once, and is idempotent:
 * a process may be killed after it.
 */
export type EventHandlers = Record<
  Listener,
  (events: readonly FollowedEvent[]) => Promise<void> | Promise<FollowUpJob[]>
>;

export function listenersOf(event: EventSummary): Listener[] {
  return LISTENERS.filter((listener) => FOLLOWS[listener](event));
}

/**
 * Notifies each listener of what it follows of events from one to another, all in one transaction. If one of them
 * fails, each is notified in its own: one that fails again gets a job of its own, so that it neither delays the others
 * nor has them notified twice.
 */
async function followEvents(
  { database, log }: FollowDeps,
  handlers: EventHandlers,
  followed: Followed,
): Promise<FollowUpJob[]> {
  const events = await listFollowed(database, followed);
  const followUps = await notifyTogether(handlers, events);
  if (followUps) return followUps;
  const failed: Listener[] = [];
  for (const listener of LISTENERS)
    try {
      for (const work of await notify(listener, handlers, events)) await work.enqueue();
    } catch (error) {
      if (!isFrozen(error))
        log.error(
          { err: error, listener },
          'a listener of events failed and will be notified again by a job of its own',
        );
      failed.push(listener);
    }
  const { first: id, last: upTo, workflowId } = followed;
  const jobs = failed.map((listener) => ({ name: OWN_JOB[listener], id, upTo, workflowId }));
  await enqueueWithoutChange(database, jobs);
  return [];
}

/** What a job carries. */
interface Followed {
  first: number;
  last: number;
  workflowId?: number | undefined;
}

async function listFollowed(database: Database, { first, last, workflowId }: Followed) {
  const found = workflowId ?? (await findWorkflowOfEvent(database, first));
  return found === null ? [] : listEventsBetween(database, found, first, last);
}

/** Returns null, without any effect, if a listener fails. */
async function notifyTogether(
  handlers: EventHandlers,
  events: readonly FollowedEvent[],
): Promise<FollowUpJob[] | null> {
  const unit = new UnitOfWork({ isUndivided: true });
  const followUps: FollowUpJob[] = [];
  try {
    await unit.run(async () => {
      for (const listener of LISTENERS) followUps.push(...(await notify(listener, handlers, events)));
    });
  } catch {
    // Said by its second failure, if there is one.
    await unit.rollback();
    return null;
  }
  await unit.commit();
  return followUps;
}

async function notify(
  listener: Listener,
  handlers: EventHandlers,
  events: readonly FollowedEvent[],
): Promise<FollowUpJob[]> {
  const followed = events.filter(FOLLOWS[listener]);
  return (followed.length > 0 && (await handlers[listener](followed))) || [];
}

type FollowDeps = Pick<Deps, 'database' | 'log'>;
type FollowJob = 'follow-events' | (typeof OWN_JOB)[Listener];

/** The job of a change, and those of single listeners that failed. */
export function eventJobs(deps: FollowDeps, handlers: EventHandlers): Pick<JobHandlers, FollowJob> {
  const notifyOnly =
    (listener: Listener) =>
    async (first: number, last = first, workflowId?: number): Promise<FollowUpJob[]> =>
      notify(listener, handlers, await listFollowed(deps.database, { first, last, workflowId }));
  return {
    'follow-events': (first, last = first, workflowId) =>
      followEvents(deps, handlers, { first, last, workflowId }),
    [OWN_JOB.sealing]: notifyOnly('sealing'),
    [OWN_JOB.webhooks]: notifyOnly('webhooks'),
    [OWN_JOB.mail]: notifyOnly('mail'),
    [OWN_JOB.contacts]: notifyOnly('contacts'),
    [OWN_JOB.destinations]: notifyOnly('destinations'),
  };
}
