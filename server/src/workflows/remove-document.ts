import { Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import { forgetFiles } from '../files/forget-files.ts';
import type { Caller } from '../http/caller.ts';
import { requireDraft } from './add-document.ts';
import { lockWorkflow } from './advance-workflow.ts';
import type { DraftCommand } from './change-draft.ts';
import { deleteDocumentRow, fileIdsOf } from './document-store.ts';
import { actorOf } from './event-actor.ts';
import { authorizeWorkflow } from './read-workflow.ts';
import { recordWorkflowEvents } from './record-workflow-events.ts';

/**
 * Takes a document out of a draft, with its fields and its file. The last one stays: there would be nothing to sign.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT`
 */
export async function removeDocument(
  deps: Deps,
  caller: Caller,
  { documentId, visitor, ...address }: DraftCommand & { documentId: number },
): Promise<void> {
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...address });
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, address.workflowId);
    requireDraft(record);
    const document = record.documents.find(({ id }) => id === documentId);
    if (!document) throw new Refusal('NOT_FOUND', 'There is no such document in this workflow.');
    if (record.documents.length === 1) {
      throw new Refusal(
        'WORKFLOW_STATUS_CONFLICT',
        'A workflow needs at least one document; add another one first.',
      );
    }
    await deleteDocumentRow(tx, documentId);
    await forgetFiles(tx, fileIdsOf(document));
    const actor = await actorOf(tx, caller, visitor);
    const detail = { documentId, name: document.name };
    await recordWorkflowEvents(tx, deps, {
      workflowId: address.workflowId,
      events: [{ name: 'document.removed', actor, detail }],
    });
  });
}
