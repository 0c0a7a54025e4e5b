import { LIMITS, type SigningLanguage } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Visitor } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { type DeviceTokens, rememberDevice } from './remember-device.ts';
import { deleteSession, insertSession } from './session-store.ts';

/** The token of a new session, and the session that it replaces. */
export interface NewSession {
  token: string;
  visitor: Visitor;
  replaces: string | null;
  device: DeviceTokens;
  /** Of the browser; for a new account. */
  language: SigningLanguage | null;
}

/** Every sign-in creates a new session id, which prevents session fixation. */
export async function openSession(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { userId, session }: { userId: number; session: NewSession },
): Promise<void> {
  const now = deps.clock.now();
  if (session.replaces !== null) await deleteSession(tx, sha256(session.replaces));
  await insertSession(tx, {
    token_hash: sha256(session.token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: addSeconds(now, LIMITS.sessionSeconds),
    ip: session.visitor.ip,
    user_agent: session.visitor.userAgent,
  });
  await rememberDevice(tx, deps, { userId, device: session.device });
}
