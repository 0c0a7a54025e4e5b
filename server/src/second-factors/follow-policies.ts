import { findUserById, lockUser, setFactorTimes } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import { addSeconds, toSeconds } from '../platform/clock.ts';
import { keepsPassword, listJoinedUsers, listOrganizationIdsOf } from '../workspaces/api.ts';
import { type FactorDeps, type FactorPorts, tellPerson } from './factor-ports.ts';
import {
  deleteDue,
  findDue,
  listDueUsers,
  listPolicies,
  listRequiring,
  listToRemind,
  markReminded,
  saveDue,
} from './policy-store.ts';

type FollowDeps = Pick<FactorDeps, 'clock' | 'database'> & { ports: FactorPorts };

const SLICE = 500;
const DAY_SECONDS = 86_400;

/**
 * Gives everyone their day by the policies as they are, tells whom it is new to, and tells them again a day before.
 * Once an hour, and after each change of a policy: who joined or left in between is found so. Safe to run twice, and
 * at the same time in two processes.
 */
export async function followPolicies(deps: FollowDeps): Promise<void> {
  await inSlices(
    (slice) => listDueUsers(deps.database, slice),
    (userId) => setDue(deps, userId),
  );
  await inSlices(
    (slice) => listRequiring(deps.database, slice),
    (organizationId) => followOrganization(deps, organizationId),
  );
  await remind(deps);
}

/** The same for the members of one organization, whose policy has just changed. */
export async function followOrganization(deps: FollowDeps, organizationId: number): Promise<void> {
  await inSlices(
    (slice) => listJoinedUsers(deps.database, { organizationId, ...slice }),
    (userId) => setDue(deps, userId),
  );
}

/** Of one list after the other, by their ids. */
async function inSlices(
  list: (slice: { after: number; limit: number }) => Promise<number[]>,
  act: (id: number) => Promise<void>,
): Promise<void> {
  for (let after = 0; ; ) {
    const ids = await list({ after, limit: SLICE });
    for (const id of ids) await act(id);
    const last = ids.at(-1);
    if (last === undefined || ids.length < SLICE) return;
    after = last;
  }
}

/**
 * The strictest policy counts, and at once for who keeps a password where a connection is required. A day that was told
 * stays, unless a policy has become stricter.
 */
export async function setDue(deps: FollowDeps, userId: number): Promise<void> {
  const now = deps.clock.now();
  const organizationIds = await listOrganizationIdsOf(deps.database, { userId, organizationId: null });
  const policies = await listPolicies(deps.database, organizationIds);
  const graces = policies.flatMap(({ policy, grace_days: days }) => (policy === 'required' ? [days] : []));
  if (await keepsPassword(deps.database, userId)) graces.push(0);
  const before = await findDue(deps.database, userId);
  if (graces.length === 0) {
    if (before !== null) await deps.database.transaction().execute((tx) => release(tx, userId));
    return;
  }
  const dueAt = addSeconds(now, Math.min(...graces) * DAY_SECONDS);
  if (before !== null && before <= dueAt) return;
  await deps.database.transaction().execute(async (tx) => {
    const user = await lockUser(tx, userId);
    if (!user || user.erased_at !== null) return;
    // Two processes may be here: the second one finds what the first has told.
    const told = await findDue(tx, userId);
    if (told !== null && told <= dueAt) return;
    const isSoon = dueAt <= addSeconds(now, DAY_SECONDS);
    await saveDue(tx, { userId, dueAt, remindedAt: isSoon ? now : null });
    await setFactorTimes(tx, userId, { second_factor_due_at: dueAt });
    if (user.second_factor_at === null) await tellDue(tx, deps, { user, dueAt });
  });
}

async function release(tx: Tx, userId: number): Promise<void> {
  await deleteDue(tx, userId);
  await setFactorTimes(tx, userId, { second_factor_due_at: null });
}

async function remind(deps: FollowDeps): Promise<void> {
  const now = deps.clock.now();
  for (;;) {
    const due = await listToRemind(deps.database, { until: addSeconds(now, DAY_SECONDS), limit: SLICE });
    for (const { userId, dueAt } of due) {
      await deps.database.transaction().execute(async (tx) => {
        if (!(await markReminded(tx, userId, now))) return;
        const user = await findUserById(tx, userId);
        if (user?.second_factor_at === null && user.erased_at === null)
          await tellDue(tx, deps, { user, dueAt });
      });
    }
    if (due.length < SLICE) return;
  }
}

async function tellDue(
  tx: Tx,
  { clock, ports }: FollowDeps,
  { user, dueAt }: { user: { email: string; name: string }; dueAt: Date },
): Promise<void> {
  const detail = { at: toSeconds(dueAt) };
  await tellPerson(tx, ports, { user, notice: 'due', detail, now: clock.now() });
}
