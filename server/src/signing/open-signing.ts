import type { Visitor } from '../http/caller.ts';
import { recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import { recipientActor, type SigningDeps, withSigningSession } from './signing-session.ts';

/** Keeps that a person, and not a mail scanner, opened the page: the first touch of it, from each device. */
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
