import { listenerRowsOf } from '../../developers/listeners.ts';
import type { Reads } from '../../platform/database.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';

/** The preferences of a workflow, and the endpoints that its organization has enabled. */
export async function findNotificationTargets(reads: Reads, workflowId: number) {
  const [row] = await selectTargets(reads, workflowId);
  return row ?? null;
}

const selectTargets = prepareStatement('notification-targets', (statements, workflowId: number) =>
  statements
    .selectFrom('workflows')
    .select((eb) => ['preferences', listenerRowsOf(eb.ref('workflows.organization_id')).as('listeners')])
    .where('id', '=', workflowId),
);
