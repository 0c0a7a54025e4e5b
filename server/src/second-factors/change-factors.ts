import { assertPresent } from '@paraph/domain';
import { lockUser, setFactorTimes } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import { recordForOrganizations } from '../workspaces/api.ts';
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

/** What follows a factor that was removed; with the last one its recovery codes go as well. */
export async function followRemovedFactor(
  tx: Tx,
  deps: FactorDeps & { ports: FactorPorts },
  userId: number,
): Promise<void> {
  const now = deps.clock.now();
  const user = assertPresent(await lockUser(tx, userId), `user ${userId}`);
  const totp = await findTotp(tx, userId);
  const passkeys = await listAccountPasskeys(tx, userId);
  if (!totp?.confirmed_at && passkeys.length === 0) {
    await deleteFactorsOf(tx, userId);
    await setFactorTimes(tx, userId, { second_factor_at: null });
  }
  await recordForOrganizations(tx, { userId, name: 'factor.removed', now });
  await tellPerson(tx, deps.ports, { user, notice: 'removed', now });
}
