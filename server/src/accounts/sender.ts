import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { findUserById } from './account-store.ts';

declare const proved: unique symbol;

/** A user in whose name mails and notifications may be sent, because their address is proved. */
export interface Sender {
  userId: number;
  [proved]: true;
}

type SenderDeps = Pick<Deps, 'database'>;

/**
 * Requires what lets a user act on others: an address that they have shown to be theirs. Accounts made by the operator,
 * by the set-up link or by an invitation have that from their beginning.
 *
 * @throws Refusal `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function requireSender(
  deps: SenderDeps,
  caller: Pick<Caller, 'userId' | 'user'>,
): Promise<Sender> {
  const { userId, user } = caller;
  return user ? senderOf(userId, user.isProved) : requireSenderById(deps, userId);
}

/** The same of a user who is not calling: the creator of what starts by its date. */
export async function requireSenderById({ database }: SenderDeps, userId: number): Promise<Sender> {
  const user = await findUserById(database, userId);
  return senderOf(userId, user !== null && user.email_proven_at !== null);
}

function senderOf(userId: number, isProved: boolean): Sender {
  if (isProved) return { userId } as Sender;
  throw new Refusal(
    'UNAUTHORIZED_TO_PERFORM_THIS_ACTION',
    'Confirm your email address first: open the link that was mailed to you, or have it sent again in your inbox.',
  );
}
