import { LIMITS, Refusal } from '@paraph/domain';
import type { SessionRow } from '../database/rows.generated.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { deleteSession, deleteSessionsOf, listSessionsOf } from './session-store.ts';

type SessionDeps = Pick<Deps, 'clock' | 'database'>;

/** Where the caller is signed in, the latest use first. */
export async function listOwnSessions(deps: SessionDeps, { userId, sessionHash }: Caller) {
  const live = await liveSessions(deps, userId);
  const latestFirst = live.sort((a, b) => b.last_seen_at.getTime() - a.last_seen_at.getTime());
  return latestFirst.map((session) => ({
    id: nameOf(session),
    current: sessionHash?.equals(session.token_hash) ?? false,
    userAgent: session.user_agent,
    ip: session.ip,
    method: session.method,
    createDate: toSeconds(session.created_at),
    lastUseDate: toSeconds(session.last_seen_at),
  }));
}

export async function endOwnSession(deps: SessionDeps, { userId }: Caller, id: string): Promise<void> {
  const session = (await liveSessions(deps, userId)).find((each) => nameOf(each) === id);
  if (!session) throw new Refusal('NOT_FOUND', 'This session has ended already.');
  await deps.database.transaction().execute((tx) => deleteSession(tx, session.token_hash));
}

export async function endOtherSessions(deps: SessionDeps, { userId, sessionHash }: Caller): Promise<void> {
  await deps.database.transaction().execute((tx) => deleteSessionsOf(tx, userId, sessionHash));
}

async function liveSessions({ database, clock }: SessionDeps, userId: number): Promise<SessionRow[]> {
  const now = clock.now();
  const idleSince = addSeconds(now, -LIMITS.sessionIdleSeconds);
  const sessions = await listSessionsOf(database, userId);
  return sessions.filter((each) => each.expires_at > now && each.last_seen_at > idleSince);
}

/** Not what finds a session: neither its token nor the hash of it. */
function nameOf({ token_hash: tokenHash }: Pick<SessionRow, 'token_hash'>): string {
  return sha256(tokenHash).toString('hex').slice(0, 32);
}
