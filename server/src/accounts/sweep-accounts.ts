import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { deleteEndedLinks } from './account-store.ts';
import { deleteEndedDevices } from './device-store.ts';
import { deleteEndedSessions } from './session-store.ts';

/** Removes sessions and links that can no longer be used; for the hourly sweep. */
export async function sweepAccounts(deps: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    await deleteEndedSessions(tx, { now, idleSince: addSeconds(now, -LIMITS.sessionIdleSeconds) });
    await deleteEndedLinks(tx, now);
    await deleteEndedDevices(tx, now);
  });
}
