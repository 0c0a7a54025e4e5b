import { Refusal } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database.ts';
import type { EventActor } from '../../platform/tables.ts';
import type { WorkflowRecord } from '../reading/read-workflow.ts';
import { loadWorkflow } from '../store/workflow-store.ts';
import { advanceWorkflow, lockWorkflow } from './advance-workflow.ts';
import { findMissingPlaces, saveMissingPlaces } from './place-fields.ts';

/**
 * Starts a draft; the caller has authorized it. Signers without a signature field get one first, so that every signer
 * has one.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `WORKFLOW_STATUS_CONFLICT`, `DOCUMENT_NOT_ACCEPTED` if there is no place
 */
export async function startDraft(
  deps: Deps,
  workflowId: number,
  actorIn: (tx: Tx) => Promise<EventActor>,
): Promise<WorkflowRecord> {
  const before = await loadWorkflow(deps.database, workflowId);
  const places = before?.workflow.status === 'not_started' ? await findMissingPlaces(deps, before) : null;
  return deps.database.transaction().execute(async (tx) => {
    const actor = await actorIn(tx);
    if (before && places) {
      const record = await lockWorkflow(tx, workflowId);
      if (signatureOf(record) !== signatureOf(before)) {
        throw new Refusal(
          'WORKFLOW_STATUS_CONFLICT',
          'This draft was changed in this very moment; start it again.',
        );
      }
      await saveMissingPlaces(tx, deps, { record, places, actor });
    }
    return advanceWorkflow(tx, deps, { workflowId, command: { verb: 'start' }, actor });
  });
}

/** What the places were found for. */
function signatureOf({ workflow, documents, fields, actions }: WorkflowRecord): string {
  return JSON.stringify([
    workflow.status,
    documents.map(({ id, original_file_id: fileId }) => [id, fileId]),
    fields.map(({ id }) => id),
    actions.map(({ id }) => id),
  ]);
}
