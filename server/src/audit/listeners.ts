import { type EventName, MAILED_EVENTS, NOTIFIED_EVENTS } from '@paraph/domain';
import type { JobName } from '../jobs/enqueue.ts';

interface Listener {
  job: JobName;
  hears(name: EventName, event: { hasSnapshot: boolean; isByKey: boolean }): boolean;
}

/** Upward news is an event, never a call: which job follows which event. */
export const LISTENERS: readonly Listener[] = [
  { job: 'mail-follow-event', hears: (name, event) => MAILED_EVENTS.has(name) || event.isByKey },
  { job: 'webhook-follow-event', hears: (name, event) => event.hasSnapshot && NOTIFIED_EVENTS.has(name) },
  {
    job: 'seal-follow-event',
    hears: (name) => name === 'workflow.approved' || name === 'workflow.retried',
  },
];
