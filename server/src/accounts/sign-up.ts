import { forbidden, invalid } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import type { AccountPorts } from './account-ports.ts';
import type { NewAccount } from './account-rules.ts';
import { updateUser } from './account-store.ts';
import { findUserByAddress } from './api.ts';
import { createAccount } from './create-account.ts';
import { countProofMail, mailAddressProof } from './prove-address.ts';
import { requirePasswordAllowed } from './require-password-allowed.ts';
import { type NewSession, openSession } from './sessions.ts';

const DAY_SECONDS = 86_400;

/**
 * Creates an account whose email address is not proved yet, mails the link that proves it, and signs the user in. Does
 * the same for an address that has an account: only the mail, which its owner reads, differs.
 */
export async function signUp(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'ids' | 'vault'>,
  ports: Pick<AccountPorts, 'createPersonalOrganization' | 'findRequiredConnection' | 'queueMail'>,
  { account, session }: { account: NewAccount; session: NewSession },
): Promise<number> {
  if (deps.config.signUp !== 'open') {
    throw forbidden('Sign-up is disabled here; ask the operator of this instance for an account.');
  }
  await requirePasswordAllowed(deps.database, ports, { email: account.email, userId: null });
  const { newAccountDays } = deps.config;
  await countProofMail(deps, account.email);
  return createAccount(deps, ports, {
    account,
    emailIsProven: false,
    limitedUntil: newAccountDays === 0 ? null : addSeconds(deps.clock.now(), newAccountDays * DAY_SECONDS),
    language: session.language,
    authorize: async (_tx, { isFirst }) => {
      if (!isFirst) return;
      // The first account owns the instance, so only the operator may create it.
      throw forbidden(
        'This instance is not set up yet; open the set-up link that the server printed when it started.',
      );
    },
    alongside: async (tx, userId) => {
      const user = { id: userId, name: account.name.trim(), email: account.email.trim() };
      await mailAddressProof(tx, deps, { ...ports, user });
      await openSession(tx, deps, { userId, session });
    },
  });
}

/** Ends the limits of a new account, by the operator's word. */
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
