import { readNewSteps, type StepRequest } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { changeDraft, type DraftCommand } from './change-draft.ts';
import { insertStep } from './draft-store.ts';
import type { WorkflowRecord } from './read-workflow.ts';

/**
 * Adds steps to a draft, behind those it has.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, and those of `changeDraft`
 */
export async function addSteps(
  deps: Deps,
  caller: Caller,
  { steps, ...command }: DraftCommand & { steps: readonly StepRequest[] },
): Promise<WorkflowRecord> {
  return changeDraft(deps, { caller, command, parts: ['steps'] }, async (tx, record) => {
    const roles = record.roles.map((role) => ({
      id: role.id,
      recipientId: role.recipient_id,
      type: role.type,
      isInStep: record.actions.some((action) => action.role_id === role.id),
    }));
    const stepCount = record.steps.length;
    const added = readNewSteps(steps, { roles, stepCount });
    for (const [index, step] of added.entries()) {
      await insertStep(tx, record.workflow.id, { order: stepCount + index + 1, ...step });
    }
  });
}
