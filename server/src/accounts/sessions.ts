import { forbidden, LIMITS, type SigningLanguage } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { SessionRow } from '../database/rows.generated.ts';
import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import { sha256 } from '../platform/ids.ts';
import { findUserById } from './account-store.ts';
import { lockedDevice } from './session-lock.ts';
import { findLockRow } from './session-lock-store.ts';
import {
  deleteSession,
  insertSession,
  replaceDeviceToken,
  selectSession,
  touchSession,
  trimDevicesOf,
  upsertDevice,
} from './session-store.ts';

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
  about: { userId: number; session: NewSession; method?: NonNullable<SessionRow['method']> },
): Promise<void> {
  const { userId, session, method = 'password' } = about;
  const now = deps.clock.now();
  if (session.replaces !== null) await endReplaced(tx, { userId, token: session.replaces });
  await insertSession(tx, {
    token_hash: sha256(session.token),
    user_id: userId,
    created_at: now,
    last_seen_at: now,
    expires_at: addSeconds(now, LIMITS.sessionSeconds),
    ip: session.visitor.ip,
    user_agent: session.visitor.userAgent,
    method,
    proven_at: now,
  });
  // The row refers to the account: a suspension that is under way was waited for, and a later one ends this session.
  if ((await findUserById(tx, userId))?.suspended_at)
    throw forbidden('Your organization has ended your access; ask its administrator.');
  await rememberDevice(tx, deps, { userId, device: session.device });
}

/** A device that was handed over is its host's until they are back: nobody else signs in on it. */
async function endReplaced(tx: Tx, { userId, token }: { userId: number; token: string }): Promise<void> {
  const tokenHash = sha256(token);
  const lock = await findLockRow(tx, tokenHash);
  if (lock && lock.user_id !== userId) throw lockedDevice();
  await deleteSession(tx, tokenHash);
}

/** A fresh token for a browser, and the one that it has shown. */
export interface DeviceTokens {
  token: string;
  replaces: string | null;
}

/**
 * Records that a user signed in in this browser, so that failed sign-ins of strangers do not lock it out. Each sign-in
 * creates a new token, so that a planted or copied one is useless.
 */
export async function rememberDevice(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  { userId, device }: { userId: number; device: DeviceTokens },
): Promise<void> {
  const now = deps.clock.now();
  const tokenHash = sha256(device.token);
  if (device.replaces !== null)
    await replaceDeviceToken(tx, { from: sha256(device.replaces), to: tokenHash });
  const expiresAt = addSeconds(now, LIMITS.knownDeviceSeconds);
  await upsertDevice(tx, { token_hash: tokenHash, user_id: userId, created_at: now, expires_at: expiresAt });
  await trimDevicesOf(tx, userId, LIMITS.knownDevicesMax);
}

function isDue(dueAt: Date | null, now: Date): boolean {
  return dueAt !== null && dueAt <= now;
}

// A session is written at most this often; being idle is measured in days.
const TOUCH_SECONDS = 60;

/** The user of a session cookie; null if the session is unknown, locked, idle for too long, or too old. */
export async function findSession(
  deps: Pick<Deps, 'database' | 'clock'>,
  token: string,
  visitor: Visitor,
): Promise<Caller | null> {
  const tokenHash = sha256(token);
  const [session] = await selectSession(deps.database, tokenHash);
  if (!session || session.locked_at !== null) return null;
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
    provenAt: session.proven_at ?? session.created_at,
    lacksFactor: session.second_factor_at === null && isDue(session.second_factor_due_at, now),
  };
}
