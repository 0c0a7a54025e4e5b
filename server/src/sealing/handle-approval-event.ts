import type { FollowedEvent } from '../audit/follow-events.ts';
import type { FollowUpJob } from '../jobs/worker.ts';
import { lockWorkflow } from '../workflows/lifecycle/advance-workflow.ts';
import type { SealDeps } from './make-seal.ts';
import { enqueueSeals, sealDocument } from './seal-document.ts';
import { markRequested, requestSeals } from './seal-store.ts';

/**
 * Requests the sealing of each document, once every recipient has acted or after a retry was requested. The job that
 * follows the events seals them, and again if its process was killed. Idempotent: an approval that comes again seals no
 * document anew.
 */
export async function handleApprovalEvents(
  deps: SealDeps,
  events: readonly FollowedEvent[],
): Promise<FollowUpJob[]> {
  const event = events.at(-1);
  if (!event) return [];
  const { id: eventId, workflow_id: workflowId } = event;
  const requested = await deps.database.transaction().execute(async (tx) => {
    const { workflow, documents } = await lockWorkflow(tx, workflowId);
    if (workflow.status !== 'approved') return [];
    const documentIds = documents.map(({ id }) => id);
    return requestSeals(tx, { workflowId, eventId }, documentIds);
  });
  return requested.map((documentId) => ({
    name: 'seal-document',
    run: () => sealDocument(deps, documentId, eventId),
    enqueue: () => enqueueRequested(deps, { documentId, eventId }),
  }));
}

async function enqueueRequested(
  { database }: Pick<SealDeps, 'database'>,
  { documentId, eventId }: { documentId: number; eventId: number },
): Promise<void> {
  await database.transaction().execute(async (tx) => {
    await markRequested(tx, { documentId, eventId });
    await enqueueSeals(tx, [documentId]);
  });
}
