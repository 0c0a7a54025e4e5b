import { forbidden } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { countOfNewAccount, type LimitedAccount } from '../http/new-account-limits.ts';
import { toSeconds } from '../platform/clock.ts';
import { findUserById } from './account-store.ts';

declare const proved: unique symbol;

/** A user in whose name mails and notifications may be sent, because their address is proved. */
export interface Sender extends LimitedAccount {
  [proved]: true;
}

type SenderDeps = Pick<Deps, 'database'>;

/**
 * Requires what lets a user act on others: an address that they have shown to be theirs. Accounts made by the operator,
 * by the set-up link or by an invitation have that from their beginning.
 */
export async function requireSender(
  deps: SenderDeps,
  caller: Pick<Caller, 'userId' | 'user'>,
): Promise<Sender> {
  const { userId, user } = caller;
  return user ? senderOf(userId, user) : requireSenderById(deps, userId);
}

/** The same of a user who is not calling: the creator of what starts by its date. */
export async function requireSenderById({ database }: SenderDeps, userId: number): Promise<Sender> {
  const user = await findUserById(database, userId);
  const isProved = user !== null && user.email_proven_at !== null;
  const limitedUntil = user?.limited_until ? toSeconds(user.limited_until) : null;
  return senderOf(userId, { isProved, limitedUntil });
}

function senderOf(
  userId: number,
  { isProved, limitedUntil }: Pick<NonNullable<Caller['user']>, 'isProved' | 'limitedUntil'>,
): Sender {
  if (isProved) return { userId, limitedUntil } as Sender;
  throw forbidden(
    'Confirm your email address first: open the link that was mailed to you, or have it sent again in your inbox.',
  );
}

/** Counts what is sent in the name of a new account, in the transaction that sends it. */
export async function countSending(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config'>,
  { sender, envelopes = 0, mails }: { sender: Sender; envelopes?: number; mails: number },
): Promise<void> {
  await countOfNewAccount(tx, deps, { ...sender, rate: 'newAccountEnvelopes', hits: envelopes });
  await countOfNewAccount(tx, deps, { ...sender, rate: 'newAccountMails', hits: mails });
}
