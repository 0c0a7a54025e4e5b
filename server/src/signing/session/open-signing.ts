import type { Visitor } from '../../http/caller.ts';
import type { Tx } from '../../platform/database.ts';
import { recordWorkflowEvents } from '../../workflows/lifecycle/record-workflow-events.ts';
import { loadSigningAccess, type SigningAccess } from './signing-access.ts';
import { recipientActor, type SigningDeps, withLocked } from './signing-session.ts';

/** Records that a person opened the page, not a mail scanner: called on the first interaction per device. */
export async function openSigning(deps: SigningDeps, linkId: string, visitor: Visitor): Promise<void> {
  await withLocked(deps, { linkId, load: loadSigningAccess }, (tx, access) =>
    recordOpened(tx, deps, { access, visitor }),
  );
}

/** `isHandedOver`: the device got no mail, but an address from the one before. */
export async function recordOpened(
  tx: Tx,
  deps: SigningDeps,
  {
    access,
    visitor,
    isHandedOver,
  }: {
    access: SigningAccess;
    visitor: Visitor;
    isHandedOver?: true;
  },
): Promise<void> {
  const detail = {
    actionId: access.action.id,
    recipientName: access.recipient.name,
    state: access.state,
    ...(isHandedOver ? { isHandedOver } : {}),
  };
  await recordWorkflowEvents(tx, deps, {
    workflowId: access.link.workflow_id,
    ledger: access.ledger,
    events: [{ name: 'link.opened', actor: recipientActor(access, visitor), detail }],
  });
}
