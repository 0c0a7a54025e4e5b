import type { Deps } from '../deps.ts';
import type { JobHandlers } from '../jobs/worker.ts';
import { openSessionLocks } from '../platform/session-locks.ts';
import { deliverNotification } from './deliver-notification.ts';
import { createHostThrottle } from './host-throttle.ts';

export function webhookJobs(deps: Deps): Pick<JobHandlers, 'webhook-deliver'> {
  const throttle = createHostThrottle();
  const locks = openSessionLocks(deps.pool);
  return {
    'webhook-deliver': (deliveryId) => deliverNotification({ ...deps, throttle, locks }, deliveryId),
  };
}
