import type { Visitor } from '../http/caller.ts';
import { recordWorkflowEvents } from '../workflows/record-workflow-events.ts';
import { atDesk } from './at-desk.ts';
import { recipientActor, type SigningDeps } from './signing-desk.ts';

/** Keeps that a person, and not a mail scanner, opened the page: the first touch of it, from each device. */
export async function openSigning(deps: SigningDeps, linkId: string, visitor: Visitor): Promise<void> {
  await atDesk(deps, linkId, async (tx, desk) => {
    const detail = { actionId: desk.action.id, recipientName: desk.recipient.name, state: desk.state };
    await recordWorkflowEvents(tx, deps, {
      workflowId: desk.link.workflow_id,
      events: [{ name: 'link.opened', actor: recipientActor(desk, visitor), detail }],
    });
  });
}
