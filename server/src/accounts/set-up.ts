import { forbidden, invalid, Refusal } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { listUnnamedProxies } from '../http/unnamed-proxies.ts';
import { toSeconds } from '../platform/clock.ts';
import { newToken, sha256 } from '../platform/ids.ts';
import type { AccountPorts } from './account-ports.ts';
import type { NewAccount } from './account-rules.ts';
import {
  consumeLink,
  deleteUnusedSetUpLinks,
  findFirstAccountTime,
  findUserById,
  insertLink,
  lockUser,
  type StoredUser,
  updateUser,
} from './account-store.ts';
import { findUserByAddress } from './api.ts';
import { confirmPassword } from './change-password.ts';
import { createAccount } from './create-account.ts';
import { viewLock } from './session-lock.ts';
import { type NewSession, openSession } from './sessions.ts';

const SET_UP_LINK_SECONDS = 7 * 86_400;

/** Whether the first account is still to be made by the link that the server prints when it starts. */
async function needsSetUp(deps: Pick<Deps, 'database' | 'config'>): Promise<boolean> {
  return deps.config.signUp !== 'closed' && (await findFirstAccountTime(deps.database)) === null;
}

/**
 * The one-time link to create the first account, for the log; null once there is an account, or if accounts can only be
 * created by the operator. Each start creates a new link and ends the former one.
 */
export async function createSetUpLink(deps: Pick<Deps, 'database' | 'config' | 'clock' | 'ids'>) {
  if (!(await needsSetUp(deps))) return null;
  const token = newToken(deps.ids);
  const link = { kind: 'set_up', token, userId: null, seconds: SET_UP_LINK_SECONDS } as const;
  await deps.database.transaction().execute(async (tx) => {
    await deleteUnusedSetUpLinks(tx);
    await insertLink(tx, { ...link, now: deps.clock.now() });
  });
  return `${deps.config.baseUrl}/set-up/${token}`;
}

export async function setUpInstance(
  deps: Pick<Deps, 'config' | 'database' | 'clock' | 'ids'>,
  ports: Pick<AccountPorts, 'createPersonalOrganization'>,
  { token, account, session }: { token: string; account: NewAccount; session: NewSession },
): Promise<number> {
  return createAccount(deps, ports, {
    account,
    // The server's log is only accessible to the operator.
    emailIsProven: true,
    language: session.language,
    authorize: async (tx, { isFirst }) => {
      const link = { kind: 'set_up', tokenHash: sha256(token), now: deps.clock.now() } as const;
      if (isFirst && (await consumeLink(tx, link))) return;
      throw new Refusal(
        'NOT_FOUND',
        'This set-up link is used, replaced or too old. Restart the server: it prints a new one.',
      );
    },
    alongside: (tx, userId) => openSession(tx, deps, { userId, session }),
  });
}

export async function readAccountStatus(
  deps: Pick<Deps, 'database' | 'config' | 'clock'>,
  caller: Caller | null,
  token: string | null,
) {
  const setUpNeeded = await needsSetUp(deps);
  const user = caller && (await findUserById(deps.database, caller.userId));
  return {
    setUpNeeded,
    signUpAllowed: deps.config.signUp === 'open' && !setUpNeeded,
    signedIn: caller !== null,
    instanceOwner: user?.instance_owner ?? false,
    unnamedProxies: user?.instance_owner ? await listUnnamedProxies(deps) : [],
    unprovedEmail: user && user.email_proven_at === null ? user.email : null,
    secondFactorDue: user && user.second_factor_at === null ? dueOf(user) : null,
    language: user?.language ?? null,
    timeZone: user?.time_zone ?? null,
    colorScheme: user?.color_scheme ?? null,
    mailKept: deps.config.smtpUrl === null,
    version: deps.config.version,
    lock: caller === null && token !== null ? await viewLock(deps, token) : null,
  };
}

const dueOf = ({ second_factor_due_at: dueAt }: Pick<StoredUser, 'second_factor_due_at'>) =>
  dueAt && toSeconds(dueAt);

export async function isInstanceOwner(reads: Reads, userId: number): Promise<boolean> {
  return (await findUserById(reads, userId))?.instance_owner ?? false;
}

/** Makes another account the owner of the instance, instead of the caller's. */
export async function handOverInstance(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  caller: Caller,
  { email, currentPassword }: { email: string; currentPassword: string },
): Promise<void> {
  await confirmPassword(deps, caller, currentPassword);
  await deps.database.transaction().execute(async (tx) => {
    // The present owner first, so that of two handovers the second one is refused.
    const owner = await lockUser(tx, caller.userId);
    if (!owner?.instance_owner) throw forbidden('Only the owner of this instance can hand it over.');
    const account = await findUserByAddress(tx, email);
    const heir = account && account.id !== owner.id ? await lockUser(tx, account.id) : null;
    // An address that is not verified may be that of another person.
    if (!heir || heir.erased_at !== null || heir.email_proven_at === null)
      throw invalid({ email: 'No other account here has this address and has verified it.' });
    await updateUser(tx, owner.id, { instance_owner: false });
    await updateUser(tx, heir.id, { instance_owner: true });
  });
}
