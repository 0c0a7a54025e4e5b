import { invalid } from '@paraph/domain';
import { listPolicyUsers } from '../accounts/api.ts';
import type { Caller } from '../http/caller.ts';
import { enqueue } from '../jobs/enqueue.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { listJoinedUsers, listOrganizationIdsOf } from '../workspaces/api.ts';
import {
  type OrganizationChoice,
  requireAdministrator,
  requireMembership,
} from '../workspaces/organization-access.ts';
import type { FactorDeps } from './factor-ports.ts';
import { listPolicies, type StoredPolicy, savePolicy } from './policy-store.ts';

export interface FactorPolicy {
  policy: StoredPolicy['policy'];
  graceDays: number;
}

const DEFAULT: FactorPolicy = { policy: 'offered', graceDays: 7 };
const SLICE = 1_000;

/** What an organization wants of its members, and how many have no second factor; for its members. */
export async function readFactorPolicy(
  deps: FactorDeps,
  caller: Caller,
  { organizationId: named }: OrganizationChoice,
): Promise<FactorPolicy & { membersWithout: number }> {
  const { organizationId } = await requireMembership(deps.database, caller, named);
  const [row] = await listPolicies(deps.database, [organizationId]);
  const policy = row ? { policy: row.policy, graceDays: row.grace_days } : DEFAULT;
  return { ...policy, membersWithout: await countWithout(deps, organizationId) };
}

async function countWithout({ database }: FactorDeps, organizationId: number): Promise<number> {
  let count = 0;
  for (let after = 0; ; ) {
    const ids = await listJoinedUsers(database, { organizationId, after, limit: SLICE });
    const users = await listPolicyUsers(database, ids);
    count += users.filter(({ second_factor_at: since }) => since === null).length;
    const last = ids.at(-1);
    if (last === undefined || ids.length < SLICE) return count;
    after = last;
  }
}

/** From then on its members are asked; those without a factor are told by mail. */
export async function updateFactorPolicy(
  deps: FactorDeps,
  caller: Caller,
  { organizationId: named, policy, graceDays }: OrganizationChoice & FactorPolicy,
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, named);
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    const [row] = await listPolicies(tx, [organizationId]);
    await savePolicy(tx, { organization_id: organizationId, policy, grace_days: graceDays });
    const act = { organizationId, actorId: caller.userId, now };
    await recordOrganizationEvent(tx, {
      ...act,
      name: 'factor.policy_changed',
      detail: { policy, graceDays },
      before: row ? { policy: row.policy, graceDays: row.grace_days } : { ...DEFAULT },
      after: { policy, graceDays },
    });
    // Of thousands of members, whom the request does not wait for.
    await enqueue(tx, { name: 'follow-factor-policy', id: organizationId });
  });
  return readFactorPolicy(deps, caller, { organizationId });
}

/** Whether one of the caller's organizations, or none, lets them set up a factor. */
export async function isOffered(deps: FactorDeps, organizationIds: readonly number[]): Promise<boolean> {
  const policies = await listPolicies(deps.database, organizationIds);
  const off = policies.filter(({ policy }) => policy === 'off').length;
  return organizationIds.length === 0 || off < organizationIds.length;
}

export async function requireOffered(deps: FactorDeps, userId: number): Promise<void> {
  const organizationIds = await listOrganizationIdsOf(deps.database, { userId, organizationId: null });
  if (await isOffered(deps, organizationIds)) return;
  throw invalid({
    secondFactor: 'Your organization has switched second factors off; ask its administrators.',
  });
}
