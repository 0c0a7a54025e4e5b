import { readStepsOfPeople, type StepOfPeopleRequest } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { changeDraft, type DraftCommand } from './change-draft.ts';
import { deleteSteps, insertStep } from './draft-store.ts';
import type { WorkflowRecord } from './read-workflow.ts';
import { saveRecipients } from './set-roles.ts';

/**
 * Replaces recipients and steps of a draft in one change. A recipient who is named again, by id or address, keeps the
 * fields of the roles that remain.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, and those of `changeDraft`
 */
export async function setSteps(
  deps: Deps,
  caller: Caller,
  { steps: request, ...command }: DraftCommand & { steps: readonly StepOfPeopleRequest[] },
): Promise<WorkflowRecord> {
  return changeDraft(deps, { caller, command, parts: ['recipients', 'steps'] }, async (tx, before) => {
    const workflowId = before.workflow.id;
    const known = new Set(before.recipients.map(({ id }) => id));
    const { people, steps } = readStepsOfPeople(request, known);
    const tags = new Map(before.recipients.map((row) => [row.id, row.anchor_tag]));
    const tagged = people.map((person) => ({ ...person, anchorTag: tags.get(person.id ?? 0) ?? null }));
    // Without steps no role is bound to one, so that everybody may be given another.
    await deleteSteps(tx, workflowId);
    const saved = await saveRecipients(tx, { ...before, actions: [] }, tagged);
    for (const [index, { type, members }] of steps.entries()) {
      const roles = members.flatMap(({ person, role }) => {
        const { recipientId, roleIds } = saved[person] ?? { recipientId: 0, roleIds: [] };
        return roleIds.slice(role, role + 1).map((id) => ({ id, recipientId }));
      });
      await insertStep(tx, workflowId, { order: index + 1, type, roles });
    }
  });
}
