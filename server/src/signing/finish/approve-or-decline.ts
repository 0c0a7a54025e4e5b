import { conflict, invalid } from '@paraph/domain';
import { removeBlobs } from '../../files/delete-files.ts';
import type { Visitor } from '../../http/caller.ts';
import { deleteFieldRows } from '../../workflows/api.ts';
import { advanceLocked } from '../../workflows/lifecycle/advance-workflow.ts';
import { spareFields } from '../../workflows/store/choice-slots.ts';
import { dropAttachments } from '../answers/attachments.ts';
import {
  recipientActor,
  requireShown,
  type SigningDeps,
  withOpenSigningSession,
} from '../session/signing-session.ts';
import { actEvidence, type Intent } from './act-evidence.ts';

/** Approves a review, with the reviewer's comment if they wrote one. */
export async function approveReview(
  deps: SigningDeps,
  linkId: string,
  command: { shownHash: string; comment?: string | null; intent?: Intent; visitor: Visitor },
): Promise<void> {
  await withOpenSigningSession(deps, linkId, async (tx, session) => {
    if (session.action.type !== 'review') {
      throw conflict('Your part is to sign this, not to review it.');
    }
    requireShown(session, command.shownHash);
    await advanceLocked(tx, deps, {
      record: session.facts,
      command: { verb: 'act', actionId: session.action.id, comment: command.comment?.trim() || null },
      actor: recipientActor(session, command.visitor),
      detail: actEvidence(session, command.intent),
    });
  });
}

/** Declines to sign or approve, with a reason for the sender; ends the workflow unless others of a group are enough. */
export async function declineSigning(
  deps: SigningDeps,
  linkId: string,
  command: { reason: string; visitor: Visitor },
): Promise<void> {
  const reason = command.reason.trim();
  if (reason === '')
    throw invalid({ reason: 'Say in a few words why you decline; the sender will read it.' });
  const dropped = await withOpenSigningSession(deps, linkId, async (tx, session) => {
    // As it is stored: who declines takes no place.
    const record = session.rows.facts;
    const { id } = session.action;
    const spare = spareFields(record, { id, isDeclined: true });
    const blobs = spare.length > 0 ? await dropAttachments(tx, spare) : [];
    await deleteFieldRows(tx, spare);
    await advanceLocked(tx, deps, {
      record: { ...record, fields: record.fields.filter((field) => !spare.includes(field.id)) },
      command: { verb: 'decline', actionId: session.action.id, comment: reason },
      actor: recipientActor(session, command.visitor),
      detail: { reason },
    });
    return blobs;
  });
  await removeBlobs(deps, dropped);
}
