import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { advanceWorkflow } from './advance-workflow.ts';
import type { CheckCallbackUrl } from './callback-preferences.ts';
import { type FormCommand, insertEnvelope, prepareEnvelope } from './prepare-envelope.ts';

/**
 * Sends a PDF to be signed: creates the workflow with its document, recipients, steps and fields, starts it and has
 * the first step's people invited, all or nothing (interface.md §5.1).
 *
 * @returns the 40-character envelope id
 * @throws Refusal as `prepareEnvelope` does
 */
export async function createQuickEnvelope(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  { visitor, ...form }: FormCommand,
): Promise<{ id: string }> {
  const prepared = await prepareEnvelope(deps, caller, { ...form, mayWait: false });
  return deps.database.transaction().execute(async (tx) => {
    const { workflowId, envelopeId, actor } = await insertEnvelope(tx, deps, { prepared, caller, visitor });
    await advanceWorkflow(tx, deps, { workflowId, command: { verb: 'start' }, actor });
    return { id: envelopeId };
  });
}
