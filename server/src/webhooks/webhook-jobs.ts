import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { openSessionLocks } from '../platform/session-locks.ts';
import { deliverNotification } from './deliver-notification.ts';
import { followEvent } from './follow-event.ts';
import { openHostTurns } from './host-turns.ts';

export function webhookJobs(deps: Deps): Pick<JobHandlers, 'webhook-follow-event' | 'webhook-deliver'> {
  const turns = openHostTurns();
  const locks = openSessionLocks(deps.pool);
  return {
    'webhook-follow-event': (eventId) => followEvent(deps, eventId),
    'webhook-deliver': (deliveryId) => deliverNotification({ ...deps, turns, locks }, deliveryId),
  };
}
