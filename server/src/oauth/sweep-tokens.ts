import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { deleteEndedTokens } from './token-store.ts';

// Codes and tokens are remembered a while beyond their end: using them again still says something.
const REMEMBERED_SECONDS = 7 * 86_400;

/** Removes codes and tokens that ended long ago; for the hourly sweep. */
export async function sweepTokens(deps: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  const before = addSeconds(deps.clock.now(), -REMEMBERED_SECONDS);
  await deps.database.transaction().execute((tx) => deleteEndedTokens(tx, before));
}
