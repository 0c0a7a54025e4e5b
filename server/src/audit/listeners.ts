import { type EventName, MAILED_EVENTS, NOTIFIED_EVENTS } from '@paraph/domain';
import type { JobName } from '../jobs/enqueue.ts';

interface Listener {
  job: JobName;
  hears(name: EventName, event: { hasSnapshot: boolean; isByKey: boolean }): boolean;
}

/** Lower rooms inform higher ones by events, never by calls: which job handles which event. */
export const LISTENERS: readonly Listener[] = [
  { job: 'mail-follow-event', hears: (name, event) => MAILED_EVENTS.has(name) || event.isByKey },
  { job: 'webhook-follow-event', hears: (name, event) => event.hasSnapshot && NOTIFIED_EVENTS.has(name) },
  {
    job: 'seal-follow-event',
    hears: (name) => name === 'workflow.approved' || name === 'workflow.retried',
  },
];
