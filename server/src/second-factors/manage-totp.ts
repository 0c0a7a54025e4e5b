import { assertPresent, invalid, Refusal } from '@paraph/domain';
import { findUserById, lockUser, markSessionProven } from '../accounts/api.ts';
import { canHavePasskeys } from '../config/base-url.ts';
import type { Caller } from '../http/caller.ts';
import { toSeconds } from '../platform/clock.ts';
import { listOrganizationIdsOf, recordForOrganizations } from '../workspaces/api.ts';
import { followAddedFactor, removeFactor } from './change-factors.ts';
import { guardGuesses, sessionCounters } from './check-code.ts';
import { isOffered, requireOffered } from './factor-policy.ts';
import type { FactorDeps, FactorPorts } from './factor-ports.ts';
import {
  confirmTotpRow,
  countRecoveryCodes,
  deleteTotp,
  findTotp,
  insertTotp,
  listAccountPasskeys,
  useTotpStep,
} from './factor-store.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { readOwnReset } from './reset-factors.ts';
import { base32, findTotpStep, TOTP_SECRET_BYTES, totpUri } from './totp.ts';
import { readSecret, sealSecret } from './totp-secret.ts';

export async function readSecondFactor(deps: FactorDeps, { userId }: Caller) {
  const { database, config } = deps;
  const user = assertPresent(await findUserById(database, userId), `user ${userId}`);
  const organizationIds = await listOrganizationIdsOf(database, { userId, organizationId: null });
  const totp = await findTotp(database, userId);
  const passkeys = await listAccountPasskeys(database, userId);
  return {
    totp: totp?.confirmed_at ? { createDate: toSeconds(totp.confirmed_at) } : null,
    passkeys: passkeys.map(({ id, name, created_at: createdAt, used_at: usedAt }) => ({
      ...{ id, name, createDate: toSeconds(createdAt) },
      lastUseDate: usedAt && toSeconds(usedAt),
    })),
    passkeysPossible: canHavePasskeys(config),
    offered: await isOffered(deps, organizationIds),
    dueDate: user.second_factor_due_at && toSeconds(user.second_factor_due_at),
    recoveryCodesLeft: await countRecoveryCodes(database, userId),
    reset: await readOwnReset(database, userId),
  };
}

/** A secret for an authenticator app; it counts once a code has shown that the app has it. */
export async function beginTotp(deps: FactorDeps, { userId }: Caller) {
  const { database, clock, config, ids } = deps;
  const user = assertPresent(await findUserById(database, userId), `user ${userId}`);
  await requireOffered(deps, userId);
  const bytes = Buffer.from(ids.bytes(TOTP_SECRET_BYTES));
  const secret = base32(bytes);
  const sealedSecret = sealSecret(deps, userId, bytes);
  const isNew = await database
    .transaction()
    .execute((tx) => insertTotp(tx, { userId, sealedSecret, now: clock.now() }));
  if (!isNew)
    throw invalid({ totp: 'The account has an authenticator app; remove it before you set up another one.' });
  return { secret, uri: totpUri({ secret, email: user.email, issuer: new URL(config.baseUrl).host }) };
}

/** Counts as a factor that this session has shown. */
export async function confirmTotp(
  deps: FactorDeps & { ports: FactorPorts },
  { caller, code }: { caller: Caller; code: string },
): Promise<{ recoveryCodes: string[] | null }> {
  const { userId } = caller;
  const now = deps.clock.now();
  const guess = { userId, counters: sessionCounters(userId) };
  return guardGuesses(deps, guess, () =>
    deps.database.transaction().execute(async (tx) => {
      await lockUser(tx, userId);
      const totp = await findTotp(tx, userId);
      if (!totp || totp.confirmed_at !== null)
        throw invalid({ totp: 'No authenticator app waits for its first code; begin again.' });
      const step = findTotpStep(readSecret(deps, totp), code.replaceAll(/\s/g, ''), now);
      if (step === null || !(await useTotpStep(tx, { totp, step }))) return null;
      await confirmTotpRow(tx, userId, now);
      const recoveryCodes = await followAddedFactor(tx, deps, userId);
      if (caller.sessionHash) await markSessionProven(tx, caller.sessionHash, now);
      return { recoveryCodes };
    }),
  );
}

export async function removeTotp(deps: FactorDeps & { ports: FactorPorts }, { userId }: Caller) {
  await removeFactor(deps, userId, async (tx) => {
    const totp = await findTotp(tx, userId);
    if (!totp?.confirmed_at) throw new Refusal('NOT_FOUND', 'The account has no authenticator app.');
    await deleteTotp(tx, userId);
  });
}

export async function renewRecoveryCodes(deps: FactorDeps, { userId }: Caller) {
  const recoveryCodes = await deps.database.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user?.second_factor_at)
      throw invalid({ recoveryCodes: 'Set up an authenticator app or a passkey first.' });
    const act = { userId, name: 'factor.recovery_codes_renewed', now: deps.clock.now() } as const;
    await recordForOrganizations(tx, act);
    return makeRecoveryCodes(tx, deps, userId);
  });
  return { recoveryCodes };
}
