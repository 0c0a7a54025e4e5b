import type { Visitor } from '../http/caller.ts';
import { recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { recipientActor, type SigningDeps, withSigningSession } from './signing-session.ts';

/** Records that a person opened the page, not a mail scanner: called on the first interaction per device. */
export async function openSigning(deps: SigningDeps, linkId: string, visitor: Visitor): Promise<void> {
  await withSigningSession(deps, linkId, async (tx, session) => {
    const detail = {
      actionId: session.action.id,
      recipientName: session.recipient.name,
      state: session.state,
    };
    await recordWorkflowEvents(tx, deps, {
      workflowId: session.link.workflow_id,
      events: [{ name: 'link.opened', actor: recipientActor(session, visitor), detail }],
    });
  });
}
