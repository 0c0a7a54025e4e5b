import type { Deps } from '../deps.ts';
import { deleteEndedDesignSessions } from './design-session-store.ts';

/** Forgets sessions that have ended; for the hourly sweep. */
export async function sweepDesignSessions(deps: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  await deleteEndedDesignSessions(deps.database, deps.clock.now());
}
