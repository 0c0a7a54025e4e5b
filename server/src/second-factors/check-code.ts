import { assertPresent, invalid, type RateName, Refusal } from '@paraph/domain';
import { findUserById } from '../accounts/api.ts';
import { isKnownDevice } from '../accounts/sign-in-attempts.ts';
import type { Tx } from '../database/database.ts';
import { hit, revertHit } from '../http/rate-limit.ts';
import { sha256 } from '../platform/ids.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
import { type FactorDeps, type FactorPorts, tellPerson } from './factor-ports.ts';
import { findTotp, useRecoveryCode, useTotpStep } from './factor-store.ts';
import { recoveryCodeHash } from './recovery-codes.ts';
import { findTotpStep } from './totp.ts';
import { readSecret } from './totp-secret.ts';

// Who guesses a code knows the password already. Three codes of a million count at a time, so thirty tries a day are
// right by chance once in thirty years, however many addresses they come from; a browser that the account has used has
// counters of its own, which nobody else can use up.

type Counter = readonly [rate: RateName, who: string];

export async function signInCounters(
  deps: Pick<FactorDeps, 'database' | 'clock'>,
  { userId, device }: { userId: number; device: string | null },
): Promise<Counter[]> {
  const isKnown = device !== null && (await isKnownDevice(deps, { userId, device }));
  const who = isKnown ? `${userId}:${sha256(device).toString('base64url')}` : String(userId);
  return [
    [isKnown ? 'secondFactorDevice' : 'secondFactor', who],
    ['secondFactorDay', who],
  ];
}

/** In a session, strangers do not count. */
export function sessionCounters(userId: number): Counter[] {
  const who = `signed-in:${userId}`;
  return [
    ['secondFactorDevice', who],
    ['secondFactorDay', who],
  ];
}

/**
 * Counts a guess before it is checked, so that those at the same time count too; only wrong ones use up tries. With the
 * last one the person is told by mail that another one may know their password.
 *
 * @throws Refusal `VALIDATION_ERROR` where the attempt answers null
 */
export async function guardGuesses<T>(
  deps: FactorDeps & { ports: FactorPorts },
  { userId, counters }: { userId: number; counters: readonly Counter[] },
  attempt: () => Promise<T | null>,
): Promise<T> {
  const isLast = await countGuess(deps, counters);
  const outcome = await attempt();
  if (outcome !== null) {
    for (const [rate, who] of counters) await revertHit(deps, rate, who);
    return outcome;
  }
  const user = assertPresent(await findUserById(deps.database, userId), `user ${userId}`);
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const act = { userId, actorId: null, name: 'sign_in.failed', now } as const;
    await recordForOrganizations(tx, { ...act, detail: { method: 'code' } });
    if (isLast) await tellPerson(tx, deps.ports, { user, notice: 'guessed', now });
  });
  throw invalid({
    code: 'This code is wrong, too old or used. Enter the one that the app shows now, or a recovery code.',
  });
}

/** Whether it is the last try for now. */
async function countGuess(deps: FactorDeps, counters: readonly Counter[]): Promise<boolean> {
  let isLast = false;
  for (const [index, [rate, who]] of counters.entries()) {
    const { isReached, remaining, resetSeconds } = await hit(deps, rate, who);
    if (isReached) {
      for (const [counted, by] of counters.slice(0, index + 1)) await revertHit(deps, counted, by);
      throw new Refusal('RATE_LIMIT_REACHED', `Too many wrong codes; wait ${resetSeconds} seconds.`, {
        retryAfterSeconds: resetSeconds,
      });
    }
    isLast ||= remaining === 0;
  }
  return isLast;
}

/** Takes a code of the app or a recovery code, once. Null where it is neither. */
export async function takeCode(
  tx: Tx,
  deps: Pick<FactorDeps, 'clock' | 'vault'>,
  { userId, code }: { userId: number; code: string },
): Promise<'totp' | 'recovery-code' | null> {
  const now = deps.clock.now();
  const digits = code.replaceAll(/\s/g, '');
  if (/^\d{6}$/.test(digits)) {
    const totp = await findTotp(tx, userId);
    const step = totp?.confirmed_at ? findTotpStep(readSecret(deps, totp), digits, now) : null;
    return totp && step !== null && (await useTotpStep(tx, { totp, step })) ? 'totp' : null;
  }
  const hash = recoveryCodeHash(deps, userId, code);
  return (await useRecoveryCode(tx, { userId, hash, now })) ? 'recovery-code' : null;
}
