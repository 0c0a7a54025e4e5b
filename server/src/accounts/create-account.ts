import { emailKey, findNameProblem, invalid, LIMITS, type SigningLanguage } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { newKey } from '../platform/ids.ts';
import type { AccountPorts } from './account-ports.ts';
import { type NewAccount, readNewAccount } from './account-rules.ts';
import { findFirstAccountTime, insertUser, lockUsers, type StoredUser } from './account-store.ts';
import { hashPassword } from './password.ts';

export interface AccountRequest {
  account: NewAccount;
  emailIsProven: boolean;
  /** Until then the limits of new accounts count. */
  limitedUntil?: Date | null;
  /** Of the browser; null where there is none, or where it names no language of ours. */
  language: SigningLanguage | null;
  /** Checks inside the transaction whether this account may be created; throws if not. */
  authorize(tx: Tx, facts: { isFirst: boolean }): Promise<void>;
  /** Runs in the same transaction: opens the first session of the new user. */
  alongside?(tx: Tx, userId: number): Promise<void>;
}

/** Creates an account with its organization and first workspace; the first account owns the instance. */
export async function createAccount(
  deps: Pick<Deps, 'config' | 'database' | 'ids' | 'clock'>,
  ports: Pick<AccountPorts, 'createPersonalOrganization'>,
  request: AccountRequest,
): Promise<number> {
  const account = readNewAccount(deps.config, request.account);
  const passwordHash = await hashPassword(deps.ids, account.password);
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    await lockUsers(tx);
    const isFirst = (await findFirstAccountTime(tx)) === null;
    await request.authorize(tx, { isFirst });
    const userId = await insertUser(tx, {
      email: account.email,
      ...addressOf(deps, account, request.emailIsProven ? now : null),
      limited_until: request.limitedUntil ?? null,
      name: account.name,
      language: request.language,
      password_hash: passwordHash,
      instance_owner: isFirst,
      created_at: now,
    });
    if (userId === null) {
      throw invalid({ email: 'There is an account with this address: sign in, or reset its password.' });
    }
    const { email, organizationName } = account;
    const { emailIsProven } = request;
    await ports.createPersonalOrganization(tx, { userId, email, organizationName, emailIsProven, now });
    await request.alongside?.(tx, userId);
    return userId;
  });
}

/** An address that is not proved is only claimed, and another account may have it (migration 0102). */
function addressOf(
  { ids }: Pick<Deps, 'ids'>,
  { emailKey: key }: { emailKey: string },
  provenAt: Date | null,
): Pick<StoredUser, 'email_key' | 'email_proven_at' | 'claimed_key'> {
  return provenAt === null
    ? { email_key: `claimed-${newKey(ids)}`, email_proven_at: null, claimed_key: key }
    : { email_key: key, email_proven_at: provenAt, claimed_key: null };
}

export interface ArrivedPerson {
  email: string;
  name: string | null;
  language: SigningLanguage | null;
}

/**
 * An account without a password, for who signed in at a provider that vouches for the address. Returns null where the
 * address has an account, or the instance is not set up: the first account owns it, so that the operator makes it.
 */
export async function insertArrivedUser(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { email, name, language }: ArrivedPerson,
): Promise<number | null> {
  await lockUsers(tx);
  if ((await findFirstAccountTime(tx)) === null) return null;
  const now = clock.now();
  const isName =
    name !== null && [...name.trim()].length >= LIMITS.nameCharactersMin && findNameProblem(name) === null;
  return insertUser(tx, {
    email,
    email_key: emailKey(email),
    email_proven_at: now,
    claimed_key: null,
    limited_until: null,
    name: isName ? name.trim() : (email.split('@')[0] ?? email),
    language,
    password_hash: null,
    instance_owner: false,
    created_at: now,
  });
}

/** For the operator: the address counts as verified, and without another name the organization has the user's. */
export async function createUser(
  deps: Pick<Deps, 'config' | 'database' | 'ids' | 'clock'>,
  ports: Pick<AccountPorts, 'createPersonalOrganization'>,
  { organization, ...user }: Omit<NewAccount, 'organizationName'> & { organization?: string },
): Promise<{ id: number; email: string }> {
  const account = { ...user, organizationName: organization ?? user.name };
  const id = await createAccount(deps, ports, {
    account,
    emailIsProven: true,
    language: null,
    authorize: async () => {},
  });
  return { id, email: user.email.trim() };
}
