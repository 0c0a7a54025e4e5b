import type { Deps } from '../deps.ts';
import { forgetFiles } from '../files/forget-files.ts';
import { lockWorkflow } from './advance-workflow.ts';
import { fileIdsOf } from './document-store.ts';
import { SERVICE } from './event-actor.ts';
import { leaveTombstone } from './leave-tombstone.ts';
import { deleteWorkflowRow } from './workflow-store.ts';

/** Takes back a draft that was made in the same call, which then went wrong: all or nothing. */
export async function discardDraft(
  deps: Pick<Deps, 'clock' | 'database' | 'vault'>,
  workflowId: number,
): Promise<void> {
  await deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    if (record.workflow.status !== 'not_started') return;
    await leaveTombstone(tx, deps, { record, actor: SERVICE, reason: 'not_started' });
    await deleteWorkflowRow(tx, workflowId);
    await forgetFiles(tx, record.documents.flatMap(fileIdsOf));
  });
}
