import { invalid } from '@paraph/domain';
import type { Visitor } from '../../http/caller.ts';
import { advanceLocked } from '../../workflows/lifecycle/advance-workflow.ts';
import { recipientActor, type SigningDeps, withOpenSigningSession } from '../session/signing-session.ts';

/** Declines to sign or approve, with a reason for the sender; ends the workflow. */
export async function declineSigning(
  deps: SigningDeps,
  linkId: string,
  command: { reason: string; visitor: Visitor },
): Promise<void> {
  const reason = command.reason.trim();
  if (reason === '')
    throw invalid({ reason: 'Say in a few words why you decline; the sender will read it.' });
  await withOpenSigningSession(deps, linkId, async (tx, session) => {
    await advanceLocked(tx, deps, {
      record: session.facts,
      command: { verb: 'decline', actionId: session.action.id, comment: reason },
      actor: recipientActor(session, command.visitor),
      detail: { reason },
    });
  });
}
