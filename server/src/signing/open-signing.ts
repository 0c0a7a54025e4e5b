import type { Visitor } from '../http/caller.ts';
import type { Tx } from '../platform/database.ts';
import { recordWorkflowEvents } from '../workflows/lifecycle/record-workflow-events.ts';
import {
  recipientActor,
  type SigningDeps,
  type SigningSession,
  withSigningSession,
} from './signing-session.ts';

/** Records that a person opened the page, not a mail scanner: called on the first interaction per device. */
export async function openSigning(deps: SigningDeps, linkId: string, visitor: Visitor): Promise<void> {
  await withSigningSession(deps, linkId, (tx, session) => recordOpened(tx, deps, { session, visitor }));
}

/** `isHandedOver`: the device got no mail, but an address from the one before. */
export async function recordOpened(
  tx: Tx,
  deps: SigningDeps,
  { session, visitor, isHandedOver }: { session: SigningSession; visitor: Visitor; isHandedOver?: true },
): Promise<void> {
  const detail = {
    actionId: session.action.id,
    recipientName: session.recipient.name,
    state: session.state,
    ...(isHandedOver ? { isHandedOver } : {}),
  };
  await recordWorkflowEvents(tx, deps, {
    workflowId: session.link.workflow_id,
    events: [{ name: 'link.opened', actor: recipientActor(session, visitor), detail }],
  });
}
