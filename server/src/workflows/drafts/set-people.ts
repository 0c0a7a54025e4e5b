import {
  assertPresent,
  isUnnamed,
  type MatchedPerson,
  matchPeople,
  type PersonRequest,
  planAnchoredFields,
  readNewSteps,
  readStepsOfPeople,
  type StepOfPeopleRequest,
  type StepRequest,
} from '@paraph/domain';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import { detectFields, signingRoles } from '../lifecycle/place-fields.ts';
import { renumberSlots } from '../lifecycle/save-slots.ts';
import type { WorkflowCall, WorkflowRecord } from '../reading/read-workflow.ts';
import { choiceColumns } from '../store/choice-slots.ts';
import { deleteFieldsOfRoles } from '../store/document-store.ts';
import {
  deleteSteps,
  insertFields,
  insertStep,
  removePeople,
  savePeople,
  saveRole,
} from '../store/draft-store.ts';
import { nextPosition } from '../store/plan-workflow.ts';
import { changeDraft } from './change-draft.ts';

/**
 * Sets the recipients of a draft and their roles. Recipients that are not named are removed, with their fields and
 * roles. Text anchors with a recipient's tag become their fields. A refusal names every problem.
 */
export async function setRoles(
  deps: Deps,
  caller: Caller,
  { recipients, ...command }: WorkflowCall & { recipients: readonly PersonRequest[] },
): Promise<WorkflowRecord> {
  return changeDraft(deps, { caller, command, changed: ['recipients'] }, async (tx, before) => {
    await saveRecipients(tx, before, recipients);
    await renumberSlots(tx, before.workflow.id);
    await addAnchoredFields(tx, before);
  });
}

/** Replaces the recipients of a draft and their roles; returns the role ids of each, in order. */
async function saveRecipients(
  tx: Tx,
  before: WorkflowRecord,
  recipients: readonly PersonRequest[],
): Promise<{ recipientId: number; roleIds: number[] }[]> {
  const people = matchPeople(recipients, formerPeople(before));
  await removeUnnamed(tx, before, people);
  const ids = await savePeople(tx, before.workflow.id, people);
  const saved = [];
  for (const [index, { roles }] of people.entries()) {
    const recipientId = assertPresent(ids[index], 'the id of a saved recipient');
    const roleIds = [];
    for (const { id, type, color } of roles) {
      const row = { workflow_id: before.workflow.id, recipient_id: recipientId, type, color };
      roleIds.push(await saveRole(tx, id, row));
    }
    saved.push({ recipientId, roleIds });
  }
  return saved;
}

function formerPeople({ recipients, roles, actions }: WorkflowRecord) {
  return recipients.map((recipient) => ({
    id: recipient.id,
    emailKey: recipient.email_key,
    isUnnamed: isUnnamed(recipient),
    phone: recipient.phone,
    language: recipient.language,
    identification: recipient.identification,
    roles: roles
      .filter((role) => role.recipient_id === recipient.id)
      .map(({ id, type }) => ({ id, type, isInStep: actions.some((action) => action.role_id === id) })),
  }));
}

async function removeUnnamed(
  tx: Tx,
  { workflow, recipients, roles }: WorkflowRecord,
  people: readonly MatchedPerson[],
): Promise<void> {
  const named = new Set(people.map(({ id }) => id));
  const namedRoles = new Set(people.flatMap((person) => person.roles.map(({ id }) => id)));
  await removePeople(tx, workflow.id, {
    recipientIds: recipients.map(({ id }) => id).filter((id) => !named.has(id)),
    roleIds: roles.map(({ id }) => id).filter((id) => !namedRoles.has(id)),
  });
}

/** Placeholders with a new or changed tag get the fields of the documents' anchors. */
async function addAnchoredFields(tx: Tx, before: WorkflowRecord): Promise<void> {
  const record = await lockWorkflow(tx, before.workflow.id);
  const tagBefore = new Map(before.recipients.map(({ id, anchor_tag: tag }) => [id, tag]));
  const signings = signingRoles(record).filter(
    ({ recipient }) => recipient.anchor_tag !== (tagBefore.get(recipient.id) ?? null),
  );
  const roleIds = signings.map(({ roleId }) => roleId);
  await deleteFieldsOfRoles(tx, roleIds);
  const fields = record.documents.flatMap(({ id: documentId, contents }) =>
    detectFields(planAnchoredFields, signings, { documentId, contents }),
  );
  const after = nextPosition(record.fields);
  await insertFields(tx, { workflowId: record.workflow.id, after }, fields);
}

/**
 * Replaces recipients and steps of a draft in one change. A recipient who is named again, by id or address, keeps the
 * fields of the roles that remain. A refusal names every problem.
 */
export async function setSteps(
  deps: Deps,
  caller: Caller,
  { steps: request, ...command }: WorkflowCall & { steps: readonly StepOfPeopleRequest[] },
): Promise<WorkflowRecord> {
  return changeDraft(deps, { caller, command, changed: ['recipients', 'steps'] }, async (tx, before) => {
    const workflowId = before.workflow.id;
    const tags = new Map(before.recipients.map((row) => [row.id, row.anchor_tag]));
    const { people, steps } = readStepsOfPeople(request, new Set(tags.keys()));
    const tagged = people.map((person) => ({
      ...person,
      anchorTag: typeof person.id === 'number' ? (tags.get(person.id) ?? null) : null,
    }));
    // Removes the steps first, so that roles can be assigned to others.
    await deleteSteps(tx, workflowId);
    const saved = await saveRecipients(tx, { ...before, actions: [] }, tagged);
    for (const [index, { type, members }] of steps.entries()) {
      const choices = choiceColumns(members.map(({ choice }) => choice));
      const roles = members.flatMap(({ person, role }, position) => {
        const { recipientId, roleIds } = assertPresent(saved[person], 'a saved recipient');
        const signer = members[members[position]?.witnessOf ?? -1];
        const witness = {
          witness_of: (signer && saved[signer.person]?.recipientId) ?? null,
          witness_asked: people[person]?.email === '',
        };
        return roleIds
          .slice(role, role + 1)
          .map((id) => ({ id, recipientId, ...choices[position], ...witness }));
      });
      await insertStep(tx, workflowId, { order: index + 1, type, roles });
      await deleteFieldsOfRoles(tx, slotlessAmong(roles));
    }
  });
}

/** Appends steps to those of a draft. A refusal names every problem. */
export async function addSteps(
  deps: Deps,
  caller: Caller,
  { steps, ...command }: WorkflowCall & { steps: readonly StepRequest[] },
): Promise<WorkflowRecord> {
  return changeDraft(deps, { caller, command, changed: ['steps'] }, async (tx, record) => {
    const roles = record.roles.map((role) => ({
      id: role.id,
      recipientId: role.recipient_id,
      type: role.type,
      isInStep: record.actions.some((action) => action.role_id === role.id),
    }));
    const stepCount = record.steps.length;
    const added = readNewSteps(steps, { roles, stepCount });
    for (const [index, step] of added.entries()) {
      const choices = choiceColumns(step.roles.map(({ choice }) => choice));
      const stepRoles = step.roles.map((role, position) => {
        const signer = step.roles[role.witnessOf ?? -1];
        const isAsked = record.recipients.some((each) => each.id === role.recipientId && isUnnamed(each));
        const witness = { witness_of: signer?.recipientId ?? null, witness_asked: isAsked };
        return { ...role, ...choices[position], ...witness };
      });
      await insertStep(tx, record.workflow.id, { order: stepCount + index + 1, ...step, roles: stepRoles });
      await deleteFieldsOfRoles(tx, slotlessAmong(stepRoles));
    }
  });
}

/** Those of a group who hold none of its slots: their fields are set for the others. */
function slotlessAmong(
  roles: readonly { id: number; choice_group?: string | null; choice_slot?: number | null }[],
): number[] {
  const slotless = roles.filter(
    ({ choice_group: group, choice_slot: slot }) => group != null && slot == null,
  );
  return slotless.map(({ id }) => id);
}
