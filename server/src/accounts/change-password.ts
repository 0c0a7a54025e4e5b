import { assertPresent, invalid, LIMITS, type Violations } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { addSeconds } from '../platform/clock.ts';
import type { AccountPorts } from './account-ports.ts';
import { findUserById, updateUser } from './account-store.ts';
import { hashPassword, isPassword, validatePassword } from './password.ts';
import { deleteSessionsOf, isSessionSince } from './session-store.ts';
import { type Counter, countAttempt, forgiveAttempt } from './sign-in-attempts.ts';

export interface PasswordChange {
  caller: Caller;
  currentPassword: string;
  password: string;
  endOtherSessions: boolean;
}

export async function changePassword(
  deps: Pick<Deps, 'database' | 'clock' | 'config' | 'ids'>,
  ports: Pick<AccountPorts, 'listOrganizationNames' | 'recordForOrganizations'>,
  { caller, currentPassword, password, endOtherSessions }: PasswordChange,
): Promise<void> {
  const user = assertPresent(await findUserById(deps.database, caller.userId), `user ${caller.userId}`);
  // Counted per signed-in user: failed sign-ins of strangers do not count here.
  const counters: Counter[] = [['signInDevice', `signed-in:${user.id}`]];
  await countAttempt(deps, counters);
  const violations: Violations = {};
  const words = [user.email, user.name, ...(await ports.listOrganizationNames(deps.database, user.id))];
  validatePassword(deps.config, { password, words }, violations);
  if (!(await isPassword(currentPassword, user.password_hash))) {
    violations.currentPassword = 'This is not your current password.';
  }
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const passwordHash = await hashPassword(deps.ids, password);
  await deps.database.transaction().execute(async (tx) => {
    await updateUser(tx, user.id, { password_hash: passwordHash });
    const act = { userId: user.id, name: 'account.password_changed', now: deps.clock.now() } as const;
    await ports.recordForOrganizations(tx, act);
    if (endOtherSessions) await deleteSessionsOf(tx, user.id, caller.sessionHash);
  });
  await forgiveAttempt(deps, counters);
}

/** For what a session alone must not do: a stranger at a browser that is signed in does not know it. */
export async function confirmPassword(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  caller: Caller,
  currentPassword: string,
): Promise<void> {
  const user = assertPresent(await findUserById(deps.database, caller.userId), `user ${caller.userId}`);
  if (user.password_hash === null) return requireFreshSession(deps, caller);
  const counters: Counter[] = [['signInDevice', `signed-in:${user.id}`]];
  await countAttempt(deps, counters);
  if (!(await isPassword(currentPassword, user.password_hash)))
    throw invalid({ currentPassword: 'This is not your current password.' });
  await forgiveAttempt(deps, counters);
}

/** In place of a password for who has none: they signed in at their provider just now. */
async function requireFreshSession(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  { sessionHash }: Caller,
): Promise<void> {
  const since = addSeconds(clock.now(), -LIMITS.stepUpSeconds);
  if (sessionHash && (await isSessionSince(database, { tokenHash: sessionHash, since }))) return;
  throw invalid({
    currentPassword:
      'Your account has no password: sign out, sign in again, and repeat this within ten minutes.',
  });
}
