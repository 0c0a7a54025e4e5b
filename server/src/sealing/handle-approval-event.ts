import type { FollowedEvent } from '../audit/follow-events.ts';
import type { Deps } from '../deps.ts';
import { retryTimestamps } from '../signing/timestamp-signature.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { enqueueSeals } from './enqueue-seal.ts';
import { requestSeals } from './seal-store.ts';

/**
 * Enqueues the sealing of each document, once every recipient has acted or after a retry was requested; the timestamps
 * of signatures, where the workflow was blocked because it lacked them. Idempotent: an event requests each once, so
 * that an approval that is told again seals no document anew.
 */
export async function handleApprovalEvents(deps: Deps, events: readonly FollowedEvent[]): Promise<void> {
  const event = events.at(-1);
  if (!event) return;
  await deps.database.transaction().execute(async (tx) => {
    const { workflow, documents } = await lockWorkflow(tx, event.workflow_id);
    const request = { workflowId: workflow.id, eventId: event.id };
    if (workflow.status === 'started') await retryTimestamps(tx, request);
    if (workflow.status !== 'approved') return;
    const documentIds = documents.map(({ id }) => id);
    await enqueueSeals(tx, await requestSeals(tx, request, documentIds));
  });
}
