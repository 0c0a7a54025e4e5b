import { conflict, forbidden, invalid, LIMITS, Refusal } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import { clearOpenPath, countPin, findLockRow, insertLock, renewLocked } from './session-lock-store.ts';

type LockDeps = Pick<Deps, 'clock' | 'database' | 'ids' | 'vault'>;

// A host hands the device on which they are signed in to another person. Their session stays, and opens nothing: every
// request of this browser is refused as signed out, in each of its tabs, whatever is entered as an address. Only what
// the device was handed over for is open, until it is handed back. The PIN that was chosen then, or signing in anew,
// ends the lock; the session gets another token, so that a copy of the cookie which was made meanwhile is useless.

export interface NewLock {
  /** Of the session's cookie. */
  token: string;
  pin: string;
  openPath: string;
  returnPath: string;
}

/**
 * Locks a session in the transaction that hands the device over.
 *
 * @throws Refusal `VALIDATION_ERROR` with `pin`, `WORKFLOW_STATUS_CONFLICT` where it is locked already
 */
export async function lockSession(tx: Tx, deps: LockDeps, lock: NewLock): Promise<void> {
  if (!/^\d{4,6}$/.test(lock.pin))
    throw invalid({ pin: 'Choose 4 to 6 digits; you enter them when you have the device back.' });
  const tokenHash = sha256(lock.token);
  const isNew = await insertLock(tx, {
    token_hash: tokenHash,
    pin_hash: hashOf(deps, tokenHash, lock.pin),
    open_path: lock.openPath,
    return_path: lock.returnPath,
    locked_at: deps.clock.now(),
  });
  if (!isNew) throw conflict('This device was handed over before; its host unlocks it first.');
}

/** What a locked session still lets its browser do; null for one that is not locked. */
export async function findLock(deps: Pick<Deps, 'database'>, token: string) {
  const lock = await findLockRow(deps.database, sha256(token));
  if (!lock) return null;
  const triesLeft = Math.max(0, LIMITS.lockPinTriesMax - lock.wrong_pins);
  return { openPath: lock.open_path, hostName: lock.host_name, triesLeft };
}

/** What the pages say of it. */
export async function viewLock(deps: Pick<Deps, 'database'>, token: string) {
  const lock = await findLock(deps, token);
  if (!lock) return null;
  const { openPath, ...shown } = lock;
  // The page of a link has the address of its calls.
  return { ...shown, signingPage: openPath?.replace(/^\/api\/v1/, '') ?? null };
}

/** For a person who would end the session of a host that has handed the device over. */
export function lockedDevice(): Refusal {
  return forbidden('This device was handed over for signing; who handed it over has to unlock it first.');
}

/** The device is handed back: nobody goes on there before its host does. */
export async function closeLock(deps: Pick<Deps, 'database'>, token: string): Promise<void> {
  await clearOpenPath(deps.database, sha256(token));
}

/**
 * Ends a lock by its PIN, and answers the session's next token.
 *
 * @throws Refusal `AUTHENTICATION_REQUIRED` for a wrong PIN, after the last of which only signing in anew helps
 */
export async function unlockSession(
  deps: LockDeps,
  { token, pin }: { token: string | null; pin: string },
): Promise<{ token: string; returnPath: string }> {
  const tokenHash = sha256(token ?? '');
  const lock = await countPin(deps.database, { tokenHash, max: LIMITS.lockPinTriesMax });
  if (!lock) throw wrongPin(0);
  if (!lock.pin_hash.equals(hashOf(deps, tokenHash, pin)))
    throw wrongPin(LIMITS.lockPinTriesMax - lock.wrong_pins);
  const next = newToken(deps.ids);
  const isRenewed = await deps.database
    .transaction()
    .execute((tx) => renewLocked(tx, { from: tokenHash, to: sha256(next) }));
  if (!isRenewed) throw wrongPin(0);
  return { token: next, returnPath: lock.return_path };
}

function wrongPin(triesLeft: number): Refusal {
  const message =
    triesLeft > 0
      ? 'This PIN is not right; check it and try again.'
      : 'No PIN opens this device any more; sign in instead.';
  return new Refusal('AUTHENTICATION_REQUIRED', message);
}

function hashOf({ vault }: Pick<Deps, 'vault'>, tokenHash: Buffer, pin: string): Buffer {
  return vault.derive('session-pin', `${tokenHash.toString('hex')}.${pin}`);
}
