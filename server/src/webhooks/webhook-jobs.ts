import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { openSessionLocks } from '../platform/session-locks.ts';
import { type AddedDelivery, deliverAdded, deliverNotification } from './deliver-notification.ts';
import { createHostThrottle } from './host-throttle.ts';

export interface Deliveries {
  jobs: Pick<JobHandlers, 'webhook-deliver'>;
  /** Attempts a delivery without a job of its own. */
  deliver(added: AddedDelivery): Promise<void>;
}

export function openDeliveries(deps: Deps): Deliveries {
  const own = { ...deps, throttle: createHostThrottle(), locks: openSessionLocks(deps.pool) };
  return {
    jobs: { 'webhook-deliver': (deliveryId) => deliverNotification(own, deliveryId) },
    deliver: (added) => deliverAdded(own, added),
  };
}
