import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { lockWorkflow } from './advance-workflow.ts';
import type { CheckCallbackUrl } from './callback-preferences.ts';
import { type FormCommand, insertEnvelope, prepareEnvelope } from './prepare-envelope.ts';
import type { WorkflowRecord } from './read-workflow.ts';

/**
 * The quick form, but nothing is sent: the workflow waits to be started, by a call or by its date (interface.md §5.4).
 *
 * @throws Refusal as `prepareEnvelope` does
 */
export async function createEnvelope(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { visitor, ...form }: FormCommand,
): Promise<WorkflowRecord> {
  const prepared = await prepareEnvelope(deps, caller, { ...form, mayWait: true });
  return deps.database.transaction().execute(async (tx) => {
    const { workflowId } = await insertEnvelope(tx, deps, { prepared, caller, visitor });
    return lockWorkflow(tx, workflowId);
  });
}
