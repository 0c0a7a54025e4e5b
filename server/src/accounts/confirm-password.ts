import { assertPresent, invalid } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { findUserById } from './account-store.ts';
import { isPassword } from './password.ts';
import { type Counter, countAttempt, forgiveAttempt } from './sign-in-attempts.ts';

/**
 * For what a session alone must not do: a stranger at a browser that is signed in does not know it.
 *
 * @throws Refusal `VALIDATION_ERROR`, `RATE_LIMIT_REACHED`
 */
export async function confirmPassword(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  caller: Caller,
  currentPassword: string,
): Promise<void> {
  const user = assertPresent(await findUserById(deps.database, caller.userId), `user ${caller.userId}`);
  const counters: Counter[] = [['signInDevice', `signed-in:${user.id}`]];
  await countAttempt(deps, counters);
  if (!(await isPassword(currentPassword, user.password_hash)))
    throw invalid({ currentPassword: 'This is not your current password.' });
  await forgiveAttempt(deps, counters);
}
