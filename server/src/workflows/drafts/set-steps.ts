import {
  assertPresent,
  readNewSteps,
  readStepsOfPeople,
  type StepOfPeopleRequest,
  type StepRequest,
} from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import type { WorkflowCall, WorkflowRecord } from '../reading/read-workflow.ts';
import { deleteSteps, insertStep } from '../store/draft-store.ts';
import { changeDraft } from './change-draft.ts';
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
  { steps: request, ...command }: WorkflowCall & { steps: readonly StepOfPeopleRequest[] },
): Promise<WorkflowRecord> {
  return changeDraft(deps, { caller, command, parts: ['recipients', 'steps'] }, async (tx, before) => {
    const workflowId = before.workflow.id;
    const known = new Set(before.recipients.map(({ id }) => id));
    const { people, steps } = readStepsOfPeople(request, known);
    const tags = new Map(before.recipients.map((row) => [row.id, row.anchor_tag]));
    const tagged = people.map((person) => ({
      ...person,
      anchorTag: typeof person.id === 'number' ? (tags.get(person.id) ?? null) : null,
    }));
    // Removes the steps first, so that roles can be assigned to others.
    await deleteSteps(tx, workflowId);
    const saved = await saveRecipients(tx, { ...before, actions: [] }, tagged);
    for (const [index, { type, members }] of steps.entries()) {
      const roles = members.flatMap(({ person, role }) => {
        const { recipientId, roleIds } = assertPresent(saved[person], 'a saved recipient');
        return roleIds.slice(role, role + 1).map((id) => ({ id, recipientId }));
      });
      await insertStep(tx, workflowId, { order: index + 1, type, roles });
    }
  });
}

/**
 * Appends steps to those of a draft.
 *
 * @throws Refusal `VALIDATION_ERROR` naming every problem, and those of `changeDraft`
 */
export async function addSteps(
  deps: Deps,
  caller: Caller,
  { steps, ...command }: WorkflowCall & { steps: readonly StepRequest[] },
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
