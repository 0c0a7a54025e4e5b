import { remainingChoices } from '@paraph/domain';
import type { Tx } from '../../database/database.ts';
import { checkSlots, choiceColumns, fieldsOf, membersOf } from '../store/choice-slots.ts';
import { insertFields, saveChoice, saveFieldPlace } from '../store/draft-store.ts';
import { type NewField, nextPosition, prefilled } from '../store/plan-workflow.ts';
import { loadWorkflow } from '../store/workflow-reading-store.ts';
import { placedFieldOf, type WorkflowRecord } from '../store/workflow-record.ts';
import { choiceOf } from '../store/workflow-store.ts';

/** Numbers the slots of a draft anew after people were taken out of it. */
export async function renumberSlots(tx: Tx, workflowId: number): Promise<void> {
  const record = await loadWorkflow(tx, workflowId);
  for (const step of record?.steps ?? []) {
    const actions = (record?.actions ?? []).filter((action) => action.step_id === step.id);
    const columns = choiceColumns(remainingChoices(actions.map((each) => ({ choice: choiceOf(each) }))));
    for (const [index, action] of actions.entries()) {
      const next = columns[index];
      if (!next || (next.choice_group === action.choice_group && next.choice_slot === action.choice_slot))
        continue;
      await saveChoice(tx, action.id, next);
    }
  }
}

/**
 * Gives the fields of the first slot of each group to those who hold none. The caller has locked the workflow's row, and
 * starts it in the same transaction.
 *
 * @throws Refusal `VALIDATION_ERROR` where the slots of a group have different fields
 */
export async function copySlotFields(tx: Tx, record: WorkflowRecord): Promise<WorkflowRecord> {
  const copies = planSlotFields(record);
  const workflowId = record.workflow.id;
  let after = nextPosition(record.fields);
  for (const fields of copies) {
    await insertFields(tx, { workflowId, after }, fields);
    after += fields.length;
  }
  return copies.length === 0 ? record : ((await loadWorkflow(tx, workflowId)) ?? record);
}

/**
 * Those fields, for each of these people.
 *
 * @throws Refusal as `copySlotFields` does
 */
export function planSlotFields(
  record: Pick<WorkflowRecord, 'actions' | 'fields' | 'recipients'>,
): NewField[][] {
  const groups = record.actions.filter(({ choice_slot: slot }) => slot === 1);
  checkSlots(record);
  return groups.flatMap((first) => {
    const owner = record.recipients.find(({ id }) => id === first.recipient_id);
    const fields = fieldsOf(record, first);
    const members = membersOf(record.actions, first).filter((each) => each.choice_slot === null);
    return members.flatMap((member) => {
      const person = record.recipients.find(({ id }) => id === member.recipient_id);
      if (!person || !owner) return [];
      const copies = fields.map((row) => {
        const field = placedFieldOf(row);
        const isPrefilled = row.value !== null && row.value === prefilled(row.type, owner);
        const value = isPrefilled ? prefilled(row.type, person) : row.value;
        // A key names one field; it comes with the slot.
        return { ...field, roleId: member.role_id, value, rules: { ...field.rules, key: null } };
      });
      return [copies];
    });
  });
}

/** Saves what `withSlotTaken` has exchanged. The caller has locked the workflow's row. */
export async function saveSlotTaken(tx: Tx, before: Slotted, after: Slotted): Promise<void> {
  const former = new Set<unknown>([...before.actions, ...before.fields]);
  for (const { id, choice_slot } of after.actions.filter((each) => !former.has(each)))
    await saveChoice(tx, id, { choice_slot });
  for (const field of after.fields.filter((each) => !former.has(each))) await saveFieldPlace(tx, field);
}

type Slotted = Pick<WorkflowRecord, 'actions' | 'fields'>;
