import { assertPresent, invalid } from '@paraph/domain';
import { findUserById, markSessionProven } from '../accounts/api.ts';
import { confirmPassword } from '../accounts/change-password.ts';
import type { Caller } from '../http/caller.ts';
import type { Assertion } from '../passkeys/webauthn.ts';
import { takeStepUpAssertion } from './account-passkeys.ts';
import { guardGuesses, sessionCounters, takeCode } from './check-code.ts';
import type { FactorDeps, FactorPorts } from './factor-ports.ts';

export interface ShownFactor {
  currentPassword?: string | undefined;
  code?: string | undefined;
  assertion?: Assertion | undefined;
}

/** Shows a factor of the account again; the password where it has none, and never beside one. */
export async function stepUp(
  deps: FactorDeps & { ports: FactorPorts },
  caller: Caller,
  { currentPassword, code, assertion }: ShownFactor,
): Promise<void> {
  const { userId } = caller;
  const user = assertPresent(await findUserById(deps.database, userId), `user ${userId}`);
  if (user.second_factor_at === null) {
    if (currentPassword === undefined) throw invalid({ currentPassword: 'Enter your current password.' });
    await confirmPassword(deps, caller, currentPassword);
  } else if (assertion !== undefined) await takeStepUpAssertion(deps, caller, assertion);
  else if (code === undefined) throw invalid({ code: 'Enter a code of your app, or use your passkey.' });
  else
    await guardGuesses(deps, { userId, counters: sessionCounters(userId) }, () =>
      deps.database.transaction().execute((tx) => takeCode(tx, deps, { userId, code })),
    );
  const tokenHash = assertPresent(caller.sessionHash, 'the session of the call');
  await deps.database.transaction().execute((tx) => markSessionProven(tx, tokenHash, deps.clock.now()));
}
