import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { revokeGrant, type StoredApp } from './app-store.ts';
import { lockToken } from './token-store.ts';

/**
 * Ends the grant that a token of this app follows from, whichever of its tokens it is. A token that is unknown, or
 * another client's, is left as it is and answered alike: the answer must not tell whether it exists (RFC 7009 §2.2).
 */
export async function revokeToken(
  deps: Pick<Deps, 'database' | 'clock'>,
  { app, token }: { app: StoredApp; token: string },
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const found = await lockToken(tx, sha256(token));
    if (found?.app_id === app.id) await revokeGrant(tx, found.grant_id, deps.clock.now());
  });
}
