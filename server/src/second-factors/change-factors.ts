import { assertPresent, invalid } from '@paraph/domain';
import { lockUser, setFactorTimes } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import { lockOrganizationKeptBy, recordForOrganizations } from '../workspaces/api.ts';
import { type FactorDeps, type FactorPorts, tellPerson } from './factor-ports.ts';
import { deleteFactorsOf, findTotp, listAccountPasskeys } from './factor-store.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';

/**
 * What follows a factor that was added: sign-in asks for one, the person and their organizations are told. Answers
 * recovery codes with the first factor, and null with each further one.
 */
export async function followAddedFactor(
  tx: Tx,
  deps: FactorDeps & { ports: FactorPorts },
  userId: number,
): Promise<string[] | null> {
  const now = deps.clock.now();
  const user = assertPresent(await lockUser(tx, userId), `user ${userId}`);
  const isFirst = user.second_factor_at === null;
  if (isFirst) await setFactorTimes(tx, userId, { second_factor_at: now });
  await recordForOrganizations(tx, { userId, name: 'factor.set_up', now });
  await tellPerson(tx, deps.ports, { user, notice: 'added', now });
  return isFirst ? makeRecoveryCodes(tx, deps, userId) : null;
}

/**
 * Removes a factor, and with the last one the recovery codes.
 *
 * @throws Refusal `VALIDATION_ERROR` where it is the last one of who signs in while the provider is down
 */
export async function removeFactor(
  deps: FactorDeps & { ports: FactorPorts },
  userId: number,
  remove: (tx: Tx) => Promise<void>,
): Promise<void> {
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const kept = await lockOrganizationKeptBy(tx, userId);
    const user = assertPresent(await lockUser(tx, userId), `user ${userId}`);
    await remove(tx);
    const totp = await findTotp(tx, userId);
    const passkeys = await listAccountPasskeys(tx, userId);
    if (!totp?.confirmed_at && passkeys.length === 0) {
      if (kept !== null) throw invalid({ secondFactor: lastFactor(kept) });
      await deleteFactorsOf(tx, userId);
      await setFactorTimes(tx, userId, { second_factor_at: null });
    }
    await recordForOrganizations(tx, { userId, name: 'factor.removed', now });
    await tellPerson(tx, deps.ports, { user, notice: 'removed', now });
  });
}

export function lastFactor({ name }: { name: string }): string {
  return (
    `Nobody else can sign in to “${name}” by password and second factor when its provider is down. Let another ` +
    'administrator with a password set up a second factor first, or require the connection no more.'
  );
}
