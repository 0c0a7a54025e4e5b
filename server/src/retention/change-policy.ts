import { NO_POLICY, type RetentionPolicy } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { insertChange } from './change-store.ts';
import { type PolicyPlace, savePolicy } from './policy-store.ts';

/** Absent periods stay. */
export type PolicyChange = { [Period in keyof RetentionPolicy]?: RetentionPolicy[Period] | undefined };

interface Changing {
  place: PolicyPlace;
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
  { place, before: given, change, caller }: Changing,
): Promise<number | null> {
  const before = mergePolicies(given, {});
  const after = mergePolicies(before, change);
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const now = clock.now();
  await savePolicy(tx, place, { ...after, now });
  return insertChange(tx, {
    organization_id: place.organizationId,
    workspace_id: place.workspaceId,
    workflow_id: place.workflowId,
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
  const { signedYears, draftDays, stoppedMonths } = before ?? NO_POLICY;
  return {
    signedYears: change.signedYears === undefined ? signedYears : change.signedYears,
    draftDays: change.draftDays === undefined ? draftDays : change.draftDays,
    stoppedMonths: change.stoppedMonths === undefined ? stoppedMonths : change.stoppedMonths,
  };
}
