import { Refusal } from '@paraph/domain';
import type { Visitor } from '../http/caller.ts';
import { advanceWorkflow } from '../workflows/advance-workflow.ts';
import { actEvidence, type Intent } from './act-evidence.ts';
import { atOpenDesk } from './at-desk.ts';
import { recipientActor, requireShown, type SigningDeps } from './signing-desk.ts';

/** Approves a review, with the reviewer's comment if they wrote one. */
export async function approveReview(
  deps: SigningDeps,
  linkId: string,
  command: { shownHash: string; comment?: string | null; intent?: Intent; visitor: Visitor },
): Promise<void> {
  await atOpenDesk(deps, linkId, async (tx, desk) => {
    if (desk.action.type !== 'review') {
      throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'You are asked to sign this, not to review it.');
    }
    requireShown(desk, command.shownHash);
    await advanceWorkflow(tx, deps, {
      workflowId: desk.link.workflow_id,
      command: { verb: 'act', actionId: desk.action.id, comment: command.comment?.trim() || null },
      actor: recipientActor(desk, command.visitor),
      detail: actEvidence(desk, command.intent),
    });
  });
}
