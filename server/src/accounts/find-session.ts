import { LIMITS } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { findSessionRow, touchSession } from './session-store.ts';

// A session is written at most this often; being idle is measured in days.
const TOUCH_SECONDS = 60;

/** The user of a session cookie; null if the session is unknown, idle for too long, or too old. */
export async function findSession(
  deps: Pick<Deps, 'database' | 'clock'>,
  token: string,
  visitor: Visitor,
): Promise<Caller | null> {
  const tokenHash = sha256(token);
  const session = await findSessionRow(deps.database, tokenHash);
  if (!session) return null;
  const now = deps.clock.now();
  const idleEnds = addSeconds(session.last_seen_at, LIMITS.sessionIdleSeconds);
  if (now >= session.expires_at || now >= idleEnds) return null;
  if (now >= addSeconds(session.last_seen_at, TOUCH_SECONDS)) {
    await touchSession(deps.database, { tokenHash, seenAt: now, ...visitor });
  }
  return {
    userId: session.user_id,
    ...(session.user ? { user: session.user } : {}),
    kind: 'session',
    organizationId: null,
    onBehalf: false,
    scopes: 'all',
    appClientId: null,
    key: `user:${session.user_id}`,
    sessionHash: tokenHash,
  };
}
