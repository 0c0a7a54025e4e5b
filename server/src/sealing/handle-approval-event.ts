import { findEvent } from '../audit/list-events.ts';
import type { Deps } from '../deps.ts';
import { retryTimestamps } from '../signing/timestamp-signature.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import { enqueueSeal } from './enqueue-seal.ts';
import { requestSeal } from './seal-store.ts';

/**
 * Enqueues the sealing of each document, once every recipient has acted or after a retry was requested; the timestamps
 * of signatures, where the workflow was blocked because it lacked them.
 */
export async function handleApprovalEvent(deps: Deps, eventId: number): Promise<void> {
  const event = await findEvent(deps.database, eventId);
  if (!event) return;
  await deps.database.transaction().execute(async (tx) => {
    const { workflow, documents } = await lockWorkflow(tx, event.workflow_id);
    if (workflow.status === 'started') await retryTimestamps(tx, workflow.id);
    if (workflow.status !== 'approved') return;
    for (const document of documents) {
      await requestSeal(tx, document.id, workflow.id);
      await enqueueSeal(tx, { documentId: document.id });
    }
  });
}
