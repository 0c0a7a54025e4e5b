import type { Deps } from '../deps.ts';
import type { Caller, Visitor } from '../http/caller.ts';
import type { Tx } from '../platform/database.ts';
import { requireDraft } from './add-document.ts';
import { lockWorkflow } from './advance-workflow.ts';
import { actorOf } from './event-actor.ts';
import { authorizeWorkflow, type WorkflowAddress, type WorkflowRecord } from './read-workflow.ts';
import { recordWorkflowEvents } from './record-workflow-events.ts';

export type DraftCommand = WorkflowAddress & { visitor: Visitor };

/**
 * Changes a draft in one transaction: checked, locked, changed, recorded. `parts` says in the trail what was changed.
 *
 * @throws Refusal `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`, `WORKFLOW_STATUS_CONFLICT`
 */
export async function changeDraft(
  deps: Deps,
  { caller, command, parts }: { caller: Caller; command: DraftCommand; parts: readonly string[] },
  change: (tx: Tx, record: WorkflowRecord) => Promise<void>,
): Promise<WorkflowRecord> {
  const { workflowId, visitor } = command;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...command });
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    requireDraft(record);
    await change(tx, record);
    await recordChange(tx, deps, { workflowId, caller, visitor, parts });
    return lockWorkflow(tx, workflowId);
  });
}

/** Keeps in the trail who changed which parts. */
export async function recordChange(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  about: {
    workflowId: number;
    caller: Caller;
    visitor: Visitor;
    parts: readonly string[];
    /** Old and new values, where they are kept. */
    values?: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  if (about.parts.length === 0) return;
  const actor = await actorOf(tx, about.caller, about.visitor);
  await recordWorkflowEvents(tx, deps, {
    workflowId: about.workflowId,
    events: [{ name: 'workflow.changed', actor, detail: { parts: about.parts.join(', '), ...about.values } }],
  });
}
