import { readUserNames } from '../accounts/api.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { type PageOf, type PageRequest, pageOf, rangeOf } from '../http/pages.ts';
import { readWorkflowNames } from '../workflows/api.ts';
import { requireAdministrator } from '../workspaces/organization-access.ts';
import { countChanges, listChanges, type StoredChange } from './change-store.ts';

export interface RecordedChange {
  change: StoredChange;
  /** As the person is called now. */
  userName: string;
  /** Null once the workflow is erased, and where the policy is not that of a workflow. */
  workflowName: string | null;
}

/**
 * What was changed in the policies of an organization, its workspaces and single workflows, the newest first.
 *
 * @throws Refusal `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function listPolicyChanges(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: PageRequest & { organizationId?: number | undefined },
): Promise<PageOf<RecordedChange>> {
  const { organizationId } = await requireAdministrator(database, caller, query.organizationId);
  const range = rangeOf(query);
  const total = await countChanges(database, organizationId);
  const changes = await listChanges(database, organizationId, range);
  const users = await readUserNames(database, [...new Set(changes.map((change) => change.changed_by))]);
  const workflowIds = changes.flatMap((change) => change.workflow_id ?? []);
  const names = await readWorkflowNames(database, [...new Set(workflowIds)]);
  return {
    ...pageOf(total, range.limit),
    records: changes.map((change) => ({
      change,
      userName: users.get(change.changed_by)?.name ?? '',
      workflowName: change.workflow_id === null ? null : (names.get(change.workflow_id) ?? null),
    })),
  };
}
