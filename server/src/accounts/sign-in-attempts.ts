import { emailKey, type RateName, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addressKey, clearHits, hit, revertHit } from '../http/rate-limit.ts';
import { sha256 } from '../platform/ids.ts';
import type { StoredUser } from './account-store.ts';
import { findDevice } from './session-store.ts';

/** No account has this id. */
export const NO_USER = 0;

type AttemptDeps = Pick<Deps, 'database' | 'clock' | 'config'>;

export type Counter = readonly [rate: RateName, who: string];

/**
 * The rate limits of a sign-in. A device that the account has used has its own limit: strangers cannot lock it out
 * (OWASP, "device cookies"). Others count per IP address, per account and IP address, and together per account, so that
 * many addresses do not multiply the attempts.
 */
export async function attemptCounters(
  deps: AttemptDeps,
  { user, email, ip, device }: { user: StoredUser | null; email: string; ip: string; device: string | null },
): Promise<Counter[]> {
  // Also for an unknown email address, so that timing does not reveal whether there is an account.
  const userId = user?.id ?? NO_USER;
  if (device !== null && (await isKnownDevice(deps, { userId, device })))
    return [['signInDevice', `${userId}:${sha256(device).toString('base64url')}`]];
  const address = addressKey(ip);
  const account = accountKey(email);
  return [
    ['signInAddress', address],
    ['signInClient', `${account}:${address}`],
    ['signInAccount', account],
  ];
}

/** Whether the account was signed in in this browser before. */
export async function isKnownDevice(
  { database, clock }: Pick<AttemptDeps, 'database' | 'clock'>,
  { userId, device }: { userId: number; device: string },
): Promise<boolean> {
  const tokenHash = sha256(device);
  return (await findDevice(database, { tokenHash, userId, now: clock.now() })) !== null;
}

/**
 * Counts an attempt before the password is checked, so that concurrent attempts count too. A refused attempt is not
 * checked and does not count.
 */
export async function countAttempt(deps: AttemptDeps, counters: readonly Counter[]): Promise<void> {
  for (const [index, [rate, who]] of counters.entries()) {
    const state = await hit(deps, rate, who);
    if (!state.isReached) continue;
    await forgiveAttempt(deps, counters.slice(0, index + 1));
    throw new Refusal(
      'RATE_LIMIT_REACHED',
      `Too many failed attempts; wait ${state.resetSeconds} seconds, or reset the password.`,
      { retryAfterSeconds: state.resetSeconds },
    );
  }
}

/** Only failures use up attempts (interface.md §13). */
export async function forgiveAttempt(deps: Pick<Deps, 'database'>, counters: readonly Counter[]) {
  for (const [rate, who] of counters) await revertHit(deps, rate, who);
}

/** A completed reset ends every wait that earlier failures caused. */
export async function clearAttempts(deps: Pick<Deps, 'database'>, email: string): Promise<void> {
  await clearHits(deps, 'signInAccount', accountKey(email));
  await clearHits(deps, 'signInClient', accountKey(email));
}

/** An account by any spelling of its address, whether or not it exists. */
function accountKey(email: string): string {
  return sha256(emailKey(email)).toString('base64url');
}
