import type { Choice, FilledPerson, NewFollower, TemplateField } from '@paraph/domain';
import { choiceColumns } from '../store/choice-slots.ts';
import {
  NO_ID,
  plannedAction,
  plannedFollowers,
  plannedRecipient,
  plannedStep,
  prefilled,
  withNewFields,
  witnessColumns,
} from '../store/plan-workflow.ts';
import type { PlannedRecord } from '../store/workflow-record.ts';

/** People, steps and fields that were planned before; roles and documents by the plan's own ids. */
export interface PlannedEnvelope {
  people(documentIds: ReadonlyMap<number, number>): readonly FilledPerson[];
  steps: readonly {
    type: 'sign' | 'review';
    roleIds: readonly number[];
    /** Of those roles, in their order; absent where all of them must act. */
    choices?: readonly (Choice | null | undefined)[];
    /** For each of them the position of the signer whose witness they are; null for who is no witness. */
    witnesses?: readonly (number | null | undefined)[];
  }[];
  fields: readonly TemplateField[];
  /** In the order of the documents of the draft. */
  documentIds: readonly number[];
  /** Tags of its workspace. */
  tagIds?: readonly number[] | undefined;
  followers?: readonly NewFollower[] | undefined;
}

/** What of a record is not its head or of its files. */
export type PlannedRows = Pick<
  PlannedRecord,
  'actions' | 'fields' | 'followers' | 'recipients' | 'roles' | 'steps'
>;

/** The rows of a plan. */
export function planRows(planned: PlannedEnvelope): PlannedRows {
  const documentIds = new Map(planned.documentIds.map((id, index) => [id, index + 1]));
  const people = planned.people(documentIds);
  const roles = people
    .flatMap((person, index) => person.roles.map((role) => ({ ...role, person, recipientId: index + 1 })))
    .map((role, index) => ({ ...role, plannedId: role.id, id: index + 1 }));
  const roleOf = new Map(roles.map((role) => [role.plannedId, role]));
  const actions = planned.steps.flatMap(({ type, roleIds, choices = [], witnesses = [] }, index) => {
    const columns = choiceColumns(roleIds.map((_id, position) => choices[position]));
    return roleIds.flatMap((id, position) => {
      const role = roleOf.get(id);
      const signer = roleOf.get(roleIds[witnesses[position] ?? -1] ?? -1);
      if (!role) return [];
      const witness = witnessColumns(signer?.recipientId ?? null, role.person);
      return [{ role, type, stepId: index + 1, columns: { ...columns[position], ...witness } }];
    });
  });
  const fields = planned.fields.flatMap((field) => {
    const role = roleOf.get(field.roleId);
    const documentId = documentIds.get(field.documentId);
    if (!role || documentId === undefined) return [];
    return [
      { ...field, documentId, roleId: role.id, value: field.value ?? prefilled(field.type, role.person) },
    ];
  });
  return {
    recipients: people.map(plannedRecipient),
    roles: roles.map(({ id, recipientId, type, color }) => {
      return { workflow_id: NO_ID, id, recipient_id: recipientId, type, color };
    }),
    steps: planned.steps.map(plannedStep),
    actions: actions.map(({ role, type, stepId, columns }, index) => {
      const place = { id: index + 1, stepId, roleId: role.id, recipientId: role.recipientId, type };
      return { ...plannedAction(place), ...columns };
    }),
    fields: withNewFields([], fields),
    followers: plannedFollowers(planned.followers, people),
  };
}
