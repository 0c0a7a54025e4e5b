import type { Deps } from '../deps.ts';
import { deleteEndedInvitations } from './invitation-store.ts';

/** Forgets invitations that are too old to be used. */
export async function sweepInvitations(deps: Pick<Deps, 'database' | 'clock'>): Promise<void> {
  await deps.database.transaction().execute((tx) => deleteEndedInvitations(tx, deps.clock.now()));
}
