import { assertPresent, invalid, LIMITS, Refusal } from '@paraph/domain';
import {
  deleteSessionsOf,
  findUserByAddress,
  lockUser,
  readUserNames,
  setFactorTimes,
} from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import { unlessFrozen } from '../database/frozen.ts';
import type { Caller } from '../http/caller.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import {
  findMember,
  hasOtherCompany,
  listJoinedMembers,
  lockOrganizationKeptBy,
  readOrganizationName,
  recordForOrganizations,
} from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { lastFactor } from './change-factors.ts';
import { type FactorDeps, type FactorPorts, tellPerson } from './factor-ports.ts';
import { deleteFactorsOf } from './factor-store.ts';
import { setDue } from './follow-policies.ts';
import {
  deleteReset,
  findReset,
  insertReset,
  listDueResets,
  listResetsOf,
  type StoredReset,
} from './reset-store.ts';

// Who has lost a factor cannot show it, so an administrator vouches for them. One alone could take over an account
// whose password they know: the person is told at once, has a day to stop it, and stops it by signing in with the
// factor. A second administrator takes the place of the day.

type ResetDeps = FactorDeps & { ports: FactorPorts };

interface OfMember extends OrganizationChoice {
  memberId: number;
}

/** Those under way in an organization; for its administrators. */
export async function listFactorResets(
  deps: FactorDeps,
  caller: Caller,
  { organizationId }: OrganizationChoice,
) {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  const resets = await listResetsOf(deps.database, access.organizationId);
  const members = await listJoinedMembers(
    deps.database,
    access.organizationId,
    resets.map(({ user_id: userId }) => userId),
  );
  const names = await readUserNames(deps.database, [...new Set(resets.map(({ asked_by: id }) => id))]);
  return resets.flatMap((reset) => {
    const memberId = members.get(reset.user_id);
    if (memberId === undefined) return [];
    const by = names.get(reset.asked_by)?.name ?? '';
    return [{ memberId, by, mine: reset.asked_by === caller.userId, dueDate: toSeconds(reset.due_at) }];
  });
}

/**
 * Asks for a reset, or confirms the one that another administrator has asked for: then it is carried out at once.
 *
 * @returns when it will be carried out; null where it has been
 */
export async function resetMemberFactor(
  deps: ResetDeps,
  caller: Caller,
  about: OfMember,
): Promise<{ dueDate: number | null }> {
  const { organizationId } = await requireAdministrator(deps.database, caller, about.organizationId);
  const userId = await requireResettable(deps.database, caller, { ...about, organizationId });
  const now = deps.clock.now();
  return deps.database.transaction().execute(async (tx) => {
    const kept = await lockOrganizationKeptBy(tx, userId);
    if (kept !== null) throw invalid({ memberId: lastFactor(kept) });
    const user = assertPresent(await lockUser(tx, userId), `user ${userId}`);
    if (user.second_factor_at === null)
      throw invalid({ memberId: 'Has no second factor; there is nothing to reset.' });
    const present = await findReset(tx, userId);
    if (present && present.asked_by !== caller.userId) {
      await carryOut(tx, deps, { reset: present, confirmedBy: caller.userId });
      return { dueDate: null };
    }
    if (present) return { dueDate: toSeconds(present.due_at) };
    const dueAt = addSeconds(now, LIMITS.factorResetSeconds);
    const row = { user_id: userId, organization_id: organizationId, asked_by: caller.userId };
    await insertReset(tx, { ...row, asked_at: now, due_at: dueAt });
    await enqueue(tx, { name: 'reset-factors', id: userId, runAt: dueAt });
    const act = { organizationId, actorId: caller.userId, detail: { userId }, now };
    await recordOrganizationEvent(tx, { ...act, name: 'factor.reset_requested' });
    const name = (await readUserNames(tx, [caller.userId])).get(caller.userId)?.name ?? '';
    const organization = await readOrganizationName(tx, organizationId);
    const detail = { name, organization, at: toSeconds(dueAt) };
    await tellPerson(tx, deps.ports, { user, notice: 'reset_requested', detail, now });
    return { dueDate: toSeconds(dueAt) };
  });
}

/** @throws Refusal `VALIDATION_ERROR` where it is not for this organization to decide */
async function requireResettable(
  reads: Reads,
  caller: Caller,
  { organizationId, memberId }: { organizationId: number; memberId: number },
): Promise<number> {
  const member = await findMember(reads, { organizationId, memberId });
  if (!member) throw new Refusal('NOT_FOUND', 'There is no such member of this organization.');
  if (member.user_id === null) throw invalid({ memberId: 'Has not joined yet, and has no account.' });
  if (member.user_id === caller.userId)
    throw invalid({ memberId: 'Is yourself; remove your own factors under Account → Security.' });
  // An organization that invites a person must not open what others have given them.
  if (await hasOtherCompany(reads, { userId: member.user_id, organizationId }))
    throw invalid({
      memberId:
        'Works in another organization as well, which their factor protects, too. The operator of this service can reset it.',
    });
  return member.user_id;
}

/** By an administrator of the organization whose administrator asked for it. */
export async function cancelFactorReset(deps: FactorDeps, caller: Caller, about: OfMember): Promise<void> {
  const { organizationId } = await requireAdministrator(deps.database, caller, about.organizationId);
  const member = await findMember(deps.database, { organizationId, memberId: about.memberId });
  const reset = member?.user_id ? await findReset(deps.database, member.user_id) : null;
  if (reset?.organization_id !== organizationId) throw noReset();
  await deps.database.transaction().execute(async (tx) => {
    if (!(await withdrawReset(tx, deps, { userId: reset.user_id, actorId: caller.userId }))) throw noReset();
  });
}

/** By the person themself. */
export async function stopFactorReset(deps: FactorDeps, { userId }: Caller): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    if (!(await withdrawReset(tx, deps, { userId, actorId: userId }))) throw noReset();
  });
}

/** Also where the person has just shown a factor: it is not lost. */
export async function withdrawReset(
  tx: Tx,
  { clock }: Pick<FactorDeps, 'clock'>,
  { userId, actorId }: { userId: number; actorId: number | null },
): Promise<boolean> {
  const reset = await deleteReset(tx, userId);
  if (reset === null) return false;
  const act = { organizationId: reset.organization_id, actorId, detail: { userId }, now: clock.now() };
  await recordOrganizationEvent(tx, { ...act, name: 'factor.reset_withdrawn' });
  return true;
}

/** What the person is shown of a reset of theirs. */
export async function readOwnReset(reads: Reads, userId: number) {
  const reset = await findReset(reads, userId);
  if (reset === null) return null;
  return {
    by: (await readUserNames(reads, [reset.asked_by])).get(reset.asked_by)?.name ?? '',
    organization: await readOrganizationName(reads, reset.organization_id),
    dueDate: toSeconds(reset.due_at),
  };
}

/** Those whose day is over. Safe to run twice, and at the same time in two processes. */
export async function carryOutResets(deps: ResetDeps): Promise<void> {
  for (const userId of await listDueResets(deps.database, deps.clock.now()))
    await unlessFrozen(
      deps.database.transaction().execute(async (tx) => {
        const kept = await lockOrganizationKeptBy(tx, userId);
        await lockUser(tx, userId);
        const reset = await findReset(tx, userId);
        // Since it was asked for, the connection of an organization was required, or the others who could sign in are gone.
        if (kept !== null) await withdrawReset(tx, deps, { userId, actorId: null });
        else if (reset !== null) await carryOut(tx, deps, { reset, confirmedBy: null });
      }),
    );
}

async function carryOut(
  tx: Tx,
  deps: ResetDeps,
  { reset, confirmedBy }: { reset: StoredReset; confirmedBy: number | null },
): Promise<void> {
  const { user_id: userId, asked_by: askedBy } = reset;
  // Two processes may be here: one of them takes the row.
  if ((await deleteReset(tx, userId)) === null) return;
  await removeFactors(tx, deps, { userId, actorId: confirmedBy ?? askedBy });
}

async function removeFactors(
  tx: Tx,
  deps: ResetDeps,
  { userId, actorId }: { userId: number; actorId: number | null },
): Promise<void> {
  const now = deps.clock.now();
  const user = assertPresent(await lockUser(tx, userId), `user ${userId}`);
  if (user.erased_at !== null) return;
  await deleteFactorsOf(tx, userId);
  await setFactorTimes(tx, userId, { second_factor_at: null });
  await deleteSessionsOf(tx, userId);
  await recordForOrganizations(tx, { userId, actorId, name: 'factor.reset', now });
  await tellPerson(tx, deps.ports, { user, notice: 'reset', now });
}

/** For the operator, on the machine: at once, and the person is told. */
export async function resetFactorOf(deps: ResetDeps, email: string): Promise<{ email: string }> {
  const user = await findUserByAddress(deps.database, email);
  if (!user) throw invalid({ email: 'There is no account with this address; check how it is spelled.' });
  if (user.second_factor_at === null) throw invalid({ email: 'This account has no second factor.' });
  await deps.database.transaction().execute(async (tx) => {
    await deleteReset(tx, user.id);
    await removeFactors(tx, deps, { userId: user.id, actorId: null });
  });
  // Who keeps the password of an organization sets up another one before anything else.
  await setDue(deps, user.id);
  return { email: user.email };
}

function noReset(): Refusal {
  return new Refusal('NOT_FOUND', 'No reset is under way; it was carried out, or stopped.');
}
