import { invalid, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { lockUser, updateUser } from './account-store.ts';
import { findUserByAddress } from './api.ts';
import { confirmPassword } from './confirm-password.ts';

/**
 * Makes another account the owner of the instance in place of the caller's.
 *
 * @throws Refusal `VALIDATION_ERROR`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `RATE_LIMIT_REACHED`
 */
export async function handOverInstance(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  caller: Caller,
  { email, currentPassword }: { email: string; currentPassword: string },
): Promise<void> {
  await confirmPassword(deps, caller, currentPassword);
  await deps.database.transaction().execute(async (tx) => {
    // The present owner first, so that of two handovers the second one is refused.
    const owner = await lockUser(tx, caller.userId);
    if (!owner?.instance_owner)
      throw new Refusal(
        'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
        'Only the owner of this instance can hand it over.',
      );
    const found = await findUserByAddress(tx, email);
    const heir = found && found.id !== owner.id ? await lockUser(tx, found.id) : null;
    // An address that is not verified may be that of another person.
    if (!heir || heir.erased_at !== null || heir.email_proven_at === null)
      throw invalid({ email: 'No other account here has this address and has verified it.' });
    await updateUser(tx, owner.id, { instance_owner: false });
    await updateUser(tx, heir.id, { instance_owner: true });
  });
}
