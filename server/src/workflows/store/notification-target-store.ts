import { listenerRowsOf } from '../../developers/listeners.ts';
import type { Reads } from '../../platform/database.ts';

/** The preferences of a workflow, and the endpoints that its organization has enabled. */
export async function findNotificationTargets(reads: Reads, workflowId: number) {
  const row = await reads
    .selectFrom('workflows')
    .select((eb) => ['preferences', listenerRowsOf(eb.ref('workflows.organization_id')).as('listeners')])
    .where('id', '=', workflowId)
    .executeTakeFirst();
  return row ?? null;
}
