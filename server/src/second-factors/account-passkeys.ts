import { assertPresent, Fault, invalid, LIMITS, Refusal } from '@paraph/domain';
import { findUserById, lockUser } from '../accounts/api.ts';
import { type NewSession, openSession } from '../accounts/sessions.ts';
import { canHavePasskeys } from '../config/base-url.ts';
import type { Caller } from '../http/caller.ts';
import {
  type Assertion,
  type NewPasskey,
  PASSKEY_ALGORITHMS,
  readAssertion,
  readNewPasskey,
  relyingPartyOf,
} from '../passkeys/webauthn.ts';
import { sha256 } from '../platform/ids.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
import { followAddedFactor, removeFactor } from './change-factors.ts';
import { requireOffered } from './factor-policy.ts';
import type { FactorDeps, FactorPorts } from './factor-ports.ts';
import {
  consumeFactorChallenge,
  countAccountPasskeyUse,
  deleteAccountPasskey,
  findAccountPasskey,
  findFactorChallenge,
  insertAccountPasskey,
  listAccountPasskeys,
  type StoredAccountPasskey,
} from './factor-store.ts';
import { withdrawReset } from './reset-factors.ts';
import { openFactorChallenge } from './second-step.ts';

// A passkey of an account is both factors: the authenticator has it, and has verified the person. Those of signers are
// in another table, which nothing here reads.

const NAME_CHARACTERS = 60;

/** What a browser makes a passkey of: a discoverable one, which the person finds without naming the account. */
export async function beginAccountPasskey(deps: FactorDeps, caller: Caller) {
  if (!canHavePasskeys(deps.config)) throw invalid({ passkey: 'This service cannot have passkeys.' });
  const { userId } = caller;
  const user = assertPresent(await findUserById(deps.database, userId), `user ${userId}`);
  const existing = await listAccountPasskeys(deps.database, userId);
  requireFew(existing);
  await requireOffered(deps, userId);
  const nonce = await openFactorChallenge(deps, { tokenHash: sessionOf(caller), kind: 'set_up', userId });
  return {
    challenge: nonce.toString('base64url'),
    rpId: relyingPartyOf(deps.config).id,
    algorithms: PASSKEY_ALGORITHMS,
    // Never the one of the signer's passkeys of the same address: an authenticator keeps both.
    userId: deps.vault.derive('account-passkey-user', String(userId)).toString('base64url'),
    userName: user.email,
    displayName: user.name,
    exclude: existing.map(({ id, transports }) => ({ id, transports })),
  };
}

export async function addAccountPasskey(
  deps: FactorDeps & { ports: FactorPorts },
  caller: Caller,
  { name: typed, ...made }: NewPasskey & { name: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const { userId } = caller;
  const now = deps.clock.now();
  const name = typed.trim();
  if (name === '' || name.length > NAME_CHARACTERS || /\p{Cc}/u.test(name))
    throw invalid({ name: `Must have 1 to ${NAME_CHARACTERS} characters, none of which is invisible.` });
  const key = { tokenHash: sessionOf(caller), kind: 'set_up', now } as const;
  const asked = await consumeFactorChallenge(deps.database, key);
  if (!asked) throw notUsable();
  const { spki: _, ...passkey } = await readNewPasskey(deps.config, made, asked.nonce).catch(asRefusal);
  return deps.database.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    requireFew(await listAccountPasskeys(tx, userId));
    const row = { ...passkey, user_id: userId, name, created_at: now, used_at: null };
    if (!(await insertAccountPasskey(tx, row))) throw notUsable();
    return { recoveryCodes: await followAddedFactor(tx, deps, userId) };
  });
}

export async function removeAccountPasskey(
  deps: FactorDeps & { ports: FactorPorts },
  { userId }: Caller,
  id: string,
): Promise<void> {
  await removeFactor(deps, userId, async (tx) => {
    if (!(await deleteAccountPasskey(tx, { id, userId })))
      throw new Refusal('NOT_FOUND', 'The account has no such passkey.');
  });
}

/** For a browser that may have shown a password, and whose passkeys are named then. */
export async function askForSignInPasskey(deps: FactorDeps, token: string) {
  const tokenHash = sha256(token);
  const step = { tokenHash, kind: 'second_step', now: deps.clock.now() } as const;
  const userId = (await findFactorChallenge(deps.database, step))?.user_id ?? null;
  return challengeOf(deps, { tokenHash, kind: 'sign_in', userId });
}

/** For a session that shows a factor again. */
export async function askForStepUpPasskey(deps: FactorDeps, caller: Caller) {
  return challengeOf(deps, { tokenHash: sessionOf(caller), kind: 'step_up', userId: caller.userId });
}

async function challengeOf(deps: FactorDeps, about: Parameters<typeof openFactorChallenge>[1]) {
  const { userId } = about;
  const passkeys = userId === null ? [] : await listAccountPasskeys(deps.database, userId);
  const nonce = await openFactorChallenge(deps, about);
  return {
    challenge: nonce.toString('base64url'),
    rpId: relyingPartyOf(deps.config).id,
    passkeys: passkeys.map(({ id, transports }) => ({ id, transports })),
  };
}

export async function signInByPasskey(
  deps: FactorDeps,
  { token, assertion, session }: { token: string | null; assertion: Assertion; session: NewSession },
): Promise<number> {
  const key = { tokenHash: sha256(token ?? ''), kind: 'sign_in' } as const;
  const { passkey, signCount } = await takeAssertion(deps, key, assertion);
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    if (!(await countAccountPasskeyUse(tx, { id: passkey.id, signCount, now }))) throw notTheirs();
    const userId = passkey.user_id;
    await openSession(tx, deps, { userId, session, method: 'passkey' });
    const act = { userId, name: 'sign_in.succeeded', now } as const;
    await recordForOrganizations(tx, { ...act, detail: { method: 'passkey' } });
    await withdrawReset(tx, deps, { userId, actorId: userId });
    return passkey.user_id;
  });
}

/** Whether the passkey of the caller's account has signed what this session was asked. */
export async function takeStepUpAssertion(
  deps: FactorDeps,
  caller: Caller,
  assertion: Assertion,
): Promise<void> {
  const key = { tokenHash: sessionOf(caller), kind: 'step_up' } as const;
  const { passkey, signCount } = await takeAssertion(deps, key, assertion);
  if (passkey.user_id !== caller.userId) throw notTheirs();
  const use = { id: passkey.id, signCount, now: deps.clock.now() };
  const isCounted = await deps.database.transaction().execute((tx) => countAccountPasskeyUse(tx, use));
  if (!isCounted) throw notTheirs();
}

async function takeAssertion(
  deps: FactorDeps,
  key: Omit<Parameters<typeof consumeFactorChallenge>[1], 'now'>,
  assertion: Assertion,
): Promise<{ passkey: StoredAccountPasskey; signCount: number }> {
  const asked = await consumeFactorChallenge(deps.database, { ...key, now: deps.clock.now() });
  const passkey = await findAccountPasskey(deps.database, assertion.credential);
  if (!asked || !passkey) throw notTheirs();
  if (asked.user_id !== null && asked.user_id !== passkey.user_id) throw notTheirs();
  const { signCount } = await readAssertion(deps.config, passkey, {
    assertion,
    challenge: asked.nonce,
  }).catch((error: unknown) => {
    throw error instanceof Fault ? notTheirs() : error;
  });
  return { passkey, signCount };
}

function sessionOf({ sessionHash }: Caller): Buffer {
  return assertPresent(sessionHash, 'the session of the call');
}

function requireFew(passkeys: readonly unknown[]): void {
  if (passkeys.length >= LIMITS.accountPasskeysMax)
    throw invalid({
      passkey: `An account has at most ${LIMITS.accountPasskeysMax} passkeys; remove one first.`,
    });
}

function asRefusal(error: unknown): never {
  throw error instanceof Fault ? notUsable() : error;
}

function notUsable() {
  return invalid({ passkey: 'This passkey cannot be used. Try again, or with another device.' });
}

function notTheirs() {
  return invalid({
    passkey: 'This passkey does not sign in here. Use one of your account, or the password.',
  });
}
