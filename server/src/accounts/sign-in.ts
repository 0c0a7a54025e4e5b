import { emailKey, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addressKey, countHit, forgiveHit } from '../http/rate-limit.ts';
import { sha256 } from '../platform/ids.ts';
import { findUserByAddress } from './find-user.ts';
import { type NewSession, openSession } from './open-session.ts';
import { isPassword } from './password.ts';

/**
 * Opens a session for whoever knows the password. A wrong password and an unknown address are answered alike, after
 * the same work.
 *
 * @throws Refusal `AUTHENTICATION_REQUIRED`, `RATE_LIMIT_REACHED`
 */
export async function signIn(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  { email, password, session }: { email: string; password: string; session: NewSession },
): Promise<number> {
  const address = addressKey(session.visitor.ip);
  await countHit(deps, 'signInAddress', address);
  await countHit(deps, 'signInAccount', accountKey(email));
  const user = await findUserByAddress(deps.database, email);
  const isTheirs = await isPassword(password, user?.password_hash ?? null);
  if (!user || !isTheirs) {
    throw new Refusal(
      'AUTHENTICATION_REQUIRED',
      'The email address or the password is not right. Try again, or reset the password.',
    );
  }
  await deps.database.transaction().execute((tx) => openSession(tx, deps, { userId: user.id, session }));
  await forgiveHit(deps, 'signInAddress', address);
  await forgiveHit(deps, 'signInAccount', accountKey(email));
  return user.id;
}

/** Failed attempts on one account are counted wherever they come from and whether or not it exists. */
export function accountKey(email: string): string {
  return sha256(emailKey(email)).toString('base64url');
}
