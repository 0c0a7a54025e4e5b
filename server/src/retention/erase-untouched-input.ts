import { emailKey, evaluateRetention, findHold, NO_POLICY } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Deps } from '../deps.ts';
import { eraseFiles, removeErased } from '../files/delete-files.ts';
import { listActiveHolds, lockHoldsShared } from '../holds/api.ts';
import { deleteUnfinished, findUnfinished, listUnfinishedBefore } from '../sending/api.ts';
import { listWorkspacesIn } from '../workspaces/api.ts';
import { listOrganizationsWithPeriods, listPolicies, type StoredPolicies } from './policy-store.ts';

type EraseDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>;

/**
 * Once a night: what was entered for a document, not sent, and not touched for the period that drafts have in its
 * workspace. Safe to run twice: each is locked, and judged by what it is then.
 */
export async function eraseUntouchedInput(deps: EraseDeps): Promise<void> {
  for (const organizationId of await listOrganizationsWithPeriods(deps.database)) {
    const policies = await listPolicies(deps.database, organizationId);
    for (const { id: workspaceId } of await listWorkspacesIn(deps.database, organizationId)) {
      // The index answers the question; most workspaces have none.
      const before = deps.clock.now();
      for (const userId of await listUnfinishedBefore(deps.database, { workspaceId, before }))
        await eraseIfDue(deps, { organizationId, workspaceId, userId, policies });
    }
  }
}

interface Input {
  organizationId: number;
  workspaceId: number;
  userId: number;
  policies: StoredPolicies;
}

async function eraseIfDue(deps: EraseDeps, { organizationId, policies, ...about }: Input): Promise<void> {
  const { workspaceId, userId } = about;
  const now = deps.clock.now();
  const blobs = await deps.database.transaction().execute(async (tx) => {
    await lockHoldsShared(tx, organizationId);
    const input = await findUnfinished(tx, userId);
    if (!input || input.workspace_id !== workspaceId) return [];
    const { dueAt } = evaluateRetention(
      {
        organization: policies.organization ?? NO_POLICY,
        workspace: policies.workspaces.get(workspaceId) ?? NO_POLICY,
        template: NO_POLICY,
        workflow: null,
      },
      { status: 'not_started', changedAt: input.saved_at, endedAt: null, scheduledStartAt: null },
    );
    if (dueAt === null || dueAt > now) return [];
    const email = (await readUserNames(tx, [userId])).get(userId)?.email ?? null;
    const emailKeys = email === null ? [] : [emailKey(email)];
    const holds = await listActiveHolds(tx, organizationId);
    if (findHold(holds, { workflowId: 0, workspaceId, emailKeys })) return [];
    return eraseFiles(tx, await deleteUnfinished(tx, userId), now);
  });
  await removeErased(deps, blobs);
}
