import { remainingChoices } from '@paraph/domain';
import type { Tx } from '../../database/database.ts';
import { checkSlots, choiceColumns, fieldsOf, membersOf } from '../store/choice-slots.ts';
import { insertFields, saveChoice, saveFieldPlace } from '../store/draft-store.ts';
import { prefilled } from '../store/new-workflow-store.ts';
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
  const groups = record.actions.filter(({ choice_slot: slot }) => slot === 1);
  if (groups.length === 0) return record;
  checkSlots(record);
  const workflowId = record.workflow.id;
  let after = Math.max(-1, ...record.fields.map(({ position }) => position)) + 1;
  for (const first of groups) {
    const owner = record.recipients.find(({ id }) => id === first.recipient_id);
    const fields = fieldsOf(record, first);
    for (const member of membersOf(record.actions, first).filter((each) => each.choice_slot === null)) {
      const person = record.recipients.find(({ id }) => id === member.recipient_id);
      if (!person || !owner) continue;
      const copies = fields.map((row) => {
        const field = placedFieldOf(row);
        const isPrefilled = row.value !== null && row.value === prefilled(row.type, owner);
        const value = isPrefilled ? prefilled(row.type, person) : row.value;
        // A key names one field; it comes with the slot.
        return { ...field, roleId: member.role_id, value, rules: { ...field.rules, key: null } };
      });
      await insertFields(tx, { workflowId, after }, copies);
      after += copies.length;
    }
  }
  return (await loadWorkflow(tx, workflowId)) ?? record;
}

/** Saves what `withSlotTaken` has exchanged. The caller has locked the workflow's row. */
export async function saveSlotTaken(tx: Tx, before: Slotted, after: Slotted): Promise<void> {
  const former = new Set<unknown>([...before.actions, ...before.fields]);
  for (const { id, choice_slot } of after.actions.filter((each) => !former.has(each)))
    await saveChoice(tx, id, { choice_slot });
  for (const field of after.fields.filter((each) => !former.has(each))) await saveFieldPlace(tx, field);
}

type Slotted = Pick<WorkflowRecord, 'actions' | 'fields'>;
