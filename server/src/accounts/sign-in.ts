import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import type { AccountPorts } from './account-ports.ts';
import { commitWithoutWaiting, findClaimant } from './account-store.ts';
import { findUserByAddress } from './api.ts';
import { isPassword } from './password.ts';
import { requirePasswordAllowed } from './require-password-allowed.ts';
import { findLock, lockedDevice } from './session-lock.ts';
import { deleteSession } from './session-store.ts';
import { type NewSession, openSession } from './sessions.ts';
import { attemptCounters, countAttempt, forgiveAttempt, NO_USER } from './sign-in-attempts.ts';

/**
 * Opens a session by email address and password; none where the account has a second factor, which is asked for next.
 * The response is the same for a wrong password and an unknown address, after the same work.
 */
export async function signIn(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  ports: Pick<AccountPorts, 'findRequiredConnection' | 'recordForOrganizations'>,
  { email, password, session }: { email: string; password: string; session: NewSession },
): Promise<{ userId: number; needsFactor: boolean }> {
  const owner = await findUserByAddress(deps.database, email);
  const claimant = await findClaimant(deps.database, email);
  const { ip } = session.visitor;
  const counters = await attemptCounters(deps, { user: owner, email, ip, device: session.device.replaces });
  await countAttempt(deps, counters);
  // Both are always compared: otherwise a claimed address would answer another way, or later, than one with an account.
  const isOwners = await isPassword(password, owner?.password_hash ?? null);
  const isClaimants = await isPassword(password, claimant?.password_hash ?? null);
  const user = isOwners ? owner : isClaimants ? claimant : null;
  // Before it is said whether the password is right, so that nobody learns who has an account.
  await requirePasswordAllowed(deps.database, ports, { email, userId: user?.id ?? null });
  const act = { userId: (user ?? owner)?.id ?? NO_USER, now: deps.clock.now() };
  if (!user) {
    // Also of an unknown address, with the same statements, so that timing does not reveal whether there is an account.
    await deps.database.transaction().execute(async (tx) => {
      await commitWithoutWaiting(tx);
      await ports.recordForOrganizations(tx, { ...act, ...FAILED, detail: { method: 'password' } });
    });
    throw new Refusal(
      'AUTHENTICATION_REQUIRED',
      'The email address or the password is not right. Try again, or reset the password.',
    );
  }
  const needsFactor = user.second_factor_at !== null;
  if (!needsFactor)
    await deps.database.transaction().execute(async (tx) => {
      await openSession(tx, deps, { userId: user.id, session });
      await ports.recordForOrganizations(tx, { ...act, ...SUCCEEDED, detail: { method: 'password' } });
    });
  await forgiveAttempt(deps, counters);
  return { userId: user.id, needsFactor };
}

const FAILED = { name: 'sign_in.failed', actorId: null } as const;
const SUCCEEDED = { name: 'sign_in.succeeded' } as const;

/**
 * Deletes the session on the server, so that a copied cookie is useless.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` on a device that its host has handed over
 */
export async function signOut(deps: Pick<Deps, 'database'>, token: string): Promise<void> {
  if (await findLock(deps, token)) throw lockedDevice();
  await deps.database.transaction().execute((tx) => deleteSession(tx, sha256(token)));
}
