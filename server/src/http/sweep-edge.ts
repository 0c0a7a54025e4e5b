import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';

/** Removes counters and kept answers that nobody can ask for any more. */
export async function sweepEdge(deps: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const before = addSeconds(deps.clock.now(), -LIMITS.idempotencySeconds);
  await deps.database.deleteFrom('rate_windows').where('started_at', '<', before).execute();
  await deps.database.deleteFrom('idempotency_keys').where('created_at', '<', before).execute();
}
