import { listUnusedCertificates, revokeUnused } from '../../authority/unused-certificates.ts';
import type { Deps } from '../../deps.ts';
import { lockWorkflowRow } from '../../workflows/api.ts';
import { findWorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import { findBoundAction } from '../answers/preview-store.ts';

/**
 * Revokes the certificates of keys that will not sign any more: their preview is over, because the page was closed for
 * example, or their task has ended otherwise. Runs once a minute; idempotent.
 */
export async function revokeLapsedKeys(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
): Promise<void> {
  for (const { serial, workflowId, useBefore } of await listUnusedCertificates(deps.database)) {
    await deps.database.transaction().execute(async (tx) => {
      if (workflowId !== null) await lockWorkflowRow(tx, workflowId);
      const facts = workflowId === null ? null : await findWorkflowFacts(tx, workflowId);
      const actionId = await findBoundAction(tx, serial);
      const action = facts?.actions.find(({ id }) => id === actionId);
      const isOpen = facts?.workflow.status === 'started' && action?.status === 'started';
      if (isOpen && useBefore > deps.clock.now()) return;
      await revokeUnused(tx, deps, { serials: [serial], reason: 'cessation-of-operation' });
    });
  }
}
