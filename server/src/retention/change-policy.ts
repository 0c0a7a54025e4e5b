import { NO_POLICY, type RetentionPolicy } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { readWorkflowNames } from '../workflows/api.ts';
import { requireAdministrator } from '../workspaces/organization-access.ts';
import {
  insertChange,
  listChanges,
  type PolicyScope,
  type StoredChange,
  savePolicy,
} from './policy-store.ts';

/** Absent periods stay. */
export type PolicyChange = { [Period in keyof RetentionPolicy]?: RetentionPolicy[Period] | undefined };

interface Changing {
  scope: PolicyScope;
  before: RetentionPolicy | null | undefined;
  change: PolicyChange;
  caller: Caller;
}

/**
 * Saves a policy that the caller has locked, and records who changed what. Returns the id of the record; null where
 * nothing changes.
 */
export async function changePolicy(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { scope, before: stored, change, caller }: Changing,
): Promise<number | null> {
  const before = mergePolicies(stored, {});
  const after = mergePolicies(before, change);
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const now = clock.now();
  await savePolicy(tx, scope, { ...after, now });
  return insertChange(tx, {
    organization_id: scope.organizationId,
    workspace_id: scope.workspaceId,
    workflow_id: scope.workflowId,
    changed_at: now,
    changed_by: caller.userId,
    by_key: caller.byKey?.name ?? null,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  });
}

export function mergePolicies(
  before: RetentionPolicy | null | undefined,
  change: PolicyChange,
): RetentionPolicy {
  const policy = before ?? NO_POLICY;
  // A period that is null ends; only an absent one stays.
  const { signedYears = policy.signedYears, draftDays = policy.draftDays } = change;
  const { stoppedMonths = policy.stoppedMonths } = change;
  return { signedYears, draftDays, stoppedMonths };
}

export interface RecordedChange {
  change: StoredChange;
  /** As the person is called now. */
  userName: string;
  /** Null once the workflow is erased, and where the policy is not that of a workflow. */
  workflowName: string | null;
}

/**
 * What was changed in the policies of an organization, its workspaces and single workflows, the newest first.
 */
export async function listPolicyChanges(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: PageRequest & { organizationId?: number | undefined },
): Promise<PageOf<RecordedChange>> {
  const { organizationId } = await requireAdministrator(database, caller, query.organizationId);
  const { records: changes, ...counts } = await listChanges(database, organizationId, query);
  const users = await readUserNames(database, [...new Set(changes.map((change) => change.changed_by))]);
  const workflowIds = changes.flatMap((change) => change.workflow_id ?? []);
  const names = await readWorkflowNames(database, [...new Set(workflowIds)]);
  return {
    ...counts,
    records: changes.map((change) => ({
      change,
      userName: users.get(change.changed_by)?.name ?? '',
      workflowName: change.workflow_id === null ? null : (names.get(change.workflow_id) ?? null),
    })),
  };
}
