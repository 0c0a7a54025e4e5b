import type { Deps } from '../deps.ts';
import { forgetFiles } from '../files/forget-files.ts';
import { takeWorkflow } from './advance-workflow.ts';
import { fileIdsOf } from './document-store.ts';
import { deleteWorkflowRow } from './workflow-store.ts';

/** Takes back a draft that was made in the same call, which then went wrong: all or nothing. */
export async function discardDraft(deps: Pick<Deps, 'database'>, workflowId: number): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const { workflow, documents } = await takeWorkflow(tx, workflowId);
    if (workflow.status !== 'not_started') return;
    await deleteWorkflowRow(tx, workflowId);
    await forgetFiles(tx, documents.flatMap(fileIdsOf));
  });
}
