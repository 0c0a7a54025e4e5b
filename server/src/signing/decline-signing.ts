import { invalid } from '@paraph/domain';
import type { Visitor } from '../http/caller.ts';
import { advanceWorkflow } from '../workflows/advance-workflow.ts';
import { atOpenDesk } from './at-desk.ts';
import { recipientActor, type SigningDeps } from './signing-desk.ts';

/** Refuses to sign or to approve; the reason goes to the sender, and the workflow ends. */
export async function declineSigning(
  deps: SigningDeps,
  linkId: string,
  command: { reason: string; visitor: Visitor },
): Promise<void> {
  const reason = command.reason.trim();
  if (reason === '')
    throw invalid({ reason: 'Say in a few words why you decline; the sender will read it.' });
  await atOpenDesk(deps, linkId, async (tx, desk) => {
    await advanceWorkflow(tx, deps, {
      workflowId: desk.link.workflow_id,
      command: { verb: 'decline', actionId: desk.action.id, comment: reason },
      actor: recipientActor(desk, command.visitor),
      detail: { reason },
    });
  });
}
