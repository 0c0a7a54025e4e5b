import { listOf } from '../../database/columns.ts';
import type { Reads } from '../../database/database.ts';
import type { Visitor } from '../../http/caller.ts';
import { recordWorkflowEvents } from '../../workflows/lifecycle/record-workflow-events.ts';
import { findWorkflowFacts } from '../../workflows/reading/find-workflow-facts.ts';
import { recipientActor, type SigningDeps, withOpenSigningSession } from '../session/signing-session.ts';
import { listOwnedFileIds } from './answer-store.ts';

export { findSignerOfFile } from './answer-store.ts';

/** The files of all signature images and attachments of a workflow. */
export async function listSignerFiles(reads: Reads, workflowId: number): Promise<number[]> {
  const facts = await findWorkflowFacts(reads, workflowId);
  return listOwnedFileIds(reads, listOf(facts?.recipients ?? [], 'id'));
}

interface InfectedFile {
  /** Where the recipient sent it: the label of a field, or the kind of a signature image. */
  field: string;
  fieldId: number | null;
  /** What the scanner has recognized. */
  finding: string;
  visitor: Visitor;
}

/** Records that the scanner has recognized something in a file of a recipient; nothing of the file is stored. */
export async function recordInfected(
  deps: SigningDeps,
  linkId: string,
  { field, fieldId, finding, visitor }: InfectedFile,
): Promise<void> {
  await withOpenSigningSession(deps, linkId, async (tx, session) => {
    const { recipient, action, link, facts } = session;
    const cause = `${recipient.name}, ${field}: ${finding}`;
    const detail = { actionId: action.id, recipientName: recipient.name, fieldId, field, finding, cause };
    await recordWorkflowEvents(tx, deps, {
      workflowId: link.workflow_id,
      record: facts,
      events: [{ name: 'file.refused', actor: recipientActor(session, visitor), detail }],
    });
  });
}
