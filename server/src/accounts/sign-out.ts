import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { deleteSession } from './session-store.ts';

/** Ends a session where it is kept: whoever copied the cookie has nothing. */
export async function signOut(deps: Pick<Deps, 'database'>, token: string): Promise<void> {
  await deps.database.transaction().execute((tx) => deleteSession(tx, sha256(token)));
}
