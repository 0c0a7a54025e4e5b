import { Refusal } from '@paraph/domain';
import type { Reads } from '../platform/database.ts';
import type { WorkflowFacts } from '../workflows/reading/read-workflow-facts.ts';
import { listPendingTimestamps } from './signature-store.ts';

/**
 * Requires that every signature so far has its timestamp: the next one covers them.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT`
 */
export async function requireTimestamps(
  reads: Reads,
  { workflow, actions, recipients }: Pick<WorkflowFacts, 'actions' | 'recipients' | 'workflow'>,
): Promise<void> {
  const [pending] = await listPendingTimestamps(reads, workflow.id);
  if (!pending) return;
  const action = actions.find(({ id }) => id === pending.action_id);
  const name = recipients.find(({ id }) => id === action?.recipient_id)?.name ?? 'another signer';
  throw new Refusal(
    'WORKFLOW_STATUS_CONFLICT',
    `The signature of ${name} is waiting for its timestamp, which yours has to cover. Try again in a few minutes; ` +
      'your answers are saved.',
  );
}
