import { type Choice, NO_RULES, Refusal, slotsOf } from '@paraph/domain';
import type { WorkflowRecord } from './workflow-record.ts';

// One of several (interface.md §4). The fields of a group are set once for each of its slots, for the first of its
// people. At the start the others get fields of their own, in the image of the first slot, so that nobody sees what
// another one types. Who acts takes a slot: they and who held it exchange the places of their fields, under the lock of
// the workflow. The form of the document knows places alone, so it is the same for all of them.

type Actions = Pick<WorkflowRecord, 'actions'>;
type Action = WorkflowRecord['actions'][number];
type Field = WorkflowRecord['fields'][number];
type Taking = Pick<WorkflowRecord, 'actions' | 'fields'>;

/** All of the group of an action, itself among them, in the order in which they were named. */
export function membersOf<A extends Pick<Action, 'choice_group' | 'id' | 'step_id'>>(
  actions: readonly A[],
  { choice_group: group, step_id: stepId }: Pick<Action, 'choice_group' | 'step_id'>,
): A[] {
  if (group === null) return [];
  const members = actions.filter((each) => each.step_id === stepId && each.choice_group === group);
  return members.sort((a, b) => a.id - b.id);
}

/** Whether fields of the role are in no form: it is one of a group, and holds none of its slots. */
export function isSlotless({ actions }: Actions, roleId: number): boolean {
  return actions.some(
    (each) => each.role_id === roleId && each.choice_group !== null && each.choice_slot === null,
  );
}

/** The groups and slots of a draft as its steps have them now, of actions in the order of the request. */
export function choiceColumns(choices: readonly (Choice | null | undefined)[]) {
  const actions = choices.map((choice) => ({ choice: choice ?? null }));
  const slots = slotsOf(actions);
  return actions.map(({ choice }, index) => ({
    choice_group: choice?.group ?? null,
    choice_required: choice?.required ?? null,
    choice_slot: slots[index] ?? null,
  }));
}

/** The fields of an action, in their order, which is the same for all of a group. */
export function fieldsOf(
  { fields }: Pick<WorkflowRecord, 'fields'>,
  { role_id: roleId }: Pick<Action, 'role_id'>,
) {
  return fields.filter((field) => field.role_id === roleId).sort((a, b) => a.position - b.position);
}

/** @throws Refusal as above: who takes a slot must have for each of its fields one of the same kind */
export function checkSlots(record: Pick<WorkflowRecord, 'actions' | 'fields'>): void {
  for (const first of record.actions.filter(({ choice_slot: slot }) => slot === 1)) {
    const fields = fieldsOf(record, first);
    if (fields.some(({ type, read_only: isReadOnly }) => isReadOnly && (type === 'name' || type === 'email')))
      throw unlikeSlots(first, 'A name or address that its people may not change cannot be theirs');
    for (const other of membersOf(record.actions, first).filter((each) => (each.choice_slot ?? 1) > 1)) {
      if (shapeOf(fields) !== shapeOf(fieldsOf(record, other)))
        throw unlikeSlots(first, 'Each of its places needs the same fields, in the same order');
    }
  }
}

function unlikeSlots({ choice_group: group }: Action, why: string): Refusal {
  const sentence = `${why}: change the fields of the group "${group}".`;
  return new Refusal('VALIDATION_ERROR', sentence, { violations: { fields: sentence } });
}

/** The fields as the sender set them: those of the slots, for the first people of each group again. */
export function slotFields({ actions, fields }: Taking): Field[] {
  return fields.flatMap((field) => {
    const action = actions.find(({ role_id: roleId }) => roleId === field.role_id);
    if (!action || action.choice_group === null) return [field];
    const { choice_slot: slot } = action;
    const first = slot === null ? null : membersOf(actions, action)[slot - 1];
    return first ? [{ ...field, role_id: first.role_id }] : [];
  });
}

/** What must be alike, conditions by the position of the other field. */
function shapeOf(fields: readonly Field[]): string {
  const indexes = new Map(fields.map(({ id }, index) => [id, index]));
  return JSON.stringify(
    fields.map(({ type, required, read_only: isReadOnly, rules, value }) => {
      const { key: _key, ...rest } = { ...NO_RULES, ...rules };
      const numbered = JSON.stringify(rest, (name, each) => (name === 'fieldId' ? indexes.get(each) : each));
      return [type, required, isReadOnly, numbered, isReadOnly ? value : null];
    }),
  );
}

/**
 * The workflow as it is once this action has taken a slot: its own, else the first that nobody has signed in. The same
 * rows for who reviews, is in no group, or has a slot.
 */
export function withSlotTaken<Rows extends Taking>(rows: Rows, action: Pick<Action, 'id'>): Rows {
  const taker = rows.actions.find(({ id }) => id === action.id);
  if (taker?.type !== 'sign' || taker.choice_group === null || taker.choice_slot !== null) return rows;
  const holders = membersOf(rows.actions, taker).filter((each) => each.choice_slot !== null);
  const free = holders.filter(({ status }) => status !== 'signed' && status !== 'approved');
  const [holder] = free.sort((a, b) => (a.choice_slot ?? 0) - (b.choice_slot ?? 0));
  if (!holder) return rows;
  const slots = new Map([
    [taker.id, holder.choice_slot],
    [holder.id, null],
  ]);
  const [mine, theirs] = [fieldsOf(rows, taker), fieldsOf(rows, holder)];
  const moved = new Map<number, Field>();
  for (const [index, one] of mine.entries()) {
    const other = theirs[index];
    if (!other) continue;
    moved.set(one.id, placedAs(one, other));
    moved.set(other.id, placedAs(other, one));
  }
  return {
    ...rows,
    actions: rows.actions.map((each) => {
      const slot = slots.get(each.id);
      return slot === undefined ? each : { ...each, choice_slot: slot };
    }),
    fields: rows.fields.map((field) => moved.get(field.id) ?? field).sort((a, b) => a.position - b.position),
  };
}

/** At the place of another one, with its key: what it says stays whose it is. */
function placedAs(field: Field, other: Field): Field {
  const { position, document_id, page, pos_x, pos_y, width, height, pdf_field_name, style } = other;
  const place = { position, document_id, page, pos_x, pos_y, width, height, pdf_field_name, style };
  return { ...field, ...place, rules: { ...field.rules, key: other.rules.key ?? null } };
}

/** Ids of the fields that nobody will fill in any more once the action is done: of who is released, or has declined. */
export function spareFields(
  { actions, fields }: Taking,
  done: Pick<Action, 'id'> & { isDeclined?: true },
): number[] {
  const action = actions.find(({ id }) => id === done.id);
  if (!action || action.choice_group === null) return [];
  const members = membersOf(actions, action);
  const acted = members.filter(({ status }) => status === 'signed').length + (done.isDeclined ? 0 : 1);
  const isFull = acted >= (action.choice_required ?? 1);
  const spare = members.filter(
    (each) =>
      each.choice_slot === null &&
      (isFull || each.status === 'declined' || (done.isDeclined && each.id === action.id)),
  );
  const roles = new Set(spare.map(({ role_id: id }) => id));
  return fields.filter((field) => roles.has(field.role_id)).map(({ id }) => id);
}
