import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { takeWorkflow } from './advance-workflow.ts';
import type { JudgeCallback } from './judge-callback.ts';
import { type FormCommand, readyDraft, saveDraft } from './make-draft.ts';
import type { WorkflowRecord } from './read-workflow.ts';

/**
 * The quick form, but nothing is sent: the workflow waits to be started, by a call or by its date (interface.md §5.4).
 *
 * @throws Refusal as `readyDraft` does
 */
export async function createEnvelope(
  deps: Deps & { judgeCallback: JudgeCallback },
  caller: Caller,
  { visitor, ...form }: FormCommand,
): Promise<WorkflowRecord> {
  const ready = await readyDraft(deps, caller, { ...form, mayWait: true });
  return deps.database.transaction().execute(async (tx) => {
    const { workflowId } = await saveDraft(tx, deps, { ready, caller, visitor });
    return takeWorkflow(tx, workflowId);
  });
}
