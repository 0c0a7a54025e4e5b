import { invalid } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { updateUser } from './account-store.ts';
import { findUserByAddress } from './api.ts';

/**
 * Ends the limits of a new account, by the operator's word.
 *
 * @throws Refusal `VALIDATION_ERROR` where no account has proved the address
 */
export async function liftLimits(
  { database }: Pick<Deps, 'database'>,
  email: string,
): Promise<{ email: string }> {
  const user = await findUserByAddress(database, email);
  if (!user)
    throw invalid({ email: 'No account has this address and has proved it; check how it is spelled.' });
  await database.transaction().execute((tx) => updateUser(tx, user.id, { limited_until: null }));
  return { email: user.email };
}
