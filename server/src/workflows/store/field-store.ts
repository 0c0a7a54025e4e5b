import { assertPresent, moveCondition } from '@paraph/domain';
import { sql } from 'kysely';
import { hidden, listOf } from '../../database/columns.ts';
import type { Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import { fieldRow, type NewField } from './new-workflow-store.ts';

/** Appends fields to those of a workflow, in the given order. */
export async function insertFields(
  tx: Tx,
  { workflowId, after }: { workflowId: number; after: number },
  fields: readonly NewField[],
): Promise<void> {
  if (fields.length === 0) return;
  const rows = fields.map((field, index) => ({
    ...fieldRow(field, workflowId),
    document_id: field.documentId,
    position: after + index,
  }));
  const inserted = await tx.insertInto('fields').values(rows).returning('id').execute();
  // Identity values are assigned in the order of the rows.
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  await setConditions(tx, fields, ids);
}

/** Conditions name fields by ids, which exist only now. */
async function setConditions(tx: Tx, fields: readonly NewField[], ids: readonly number[]): Promise<void> {
  const idOf = (index: number) => assertPresent(ids[index], 'the id of an inserted field');
  const moved = new Map(fields.flatMap(({ id }, index) => (id === null ? [] : [[id, idOf(index)] as const])));
  for (const [index, { rules }] of fields.entries()) {
    if (rules.showIf === null) continue;
    await tx
      .updateTable('fields')
      .set({ rules: JSON.stringify(moveCondition(rules, moved)) })
      .where('id', '=', idOf(index))
      .execute();
  }
}

/** Sets the values of fields. Requires the lock on the workflow's row and validated values. */
export async function setFieldValues(
  tx: Tx,
  fields: readonly { id: number; value: string | null }[],
): Promise<void> {
  if (fields.length === 0) return;
  await updateValues(tx, listOf(fields, 'id'), listOf(fields, 'value'));
}

const updateValues = prepareStatement(
  'field-values',
  (_statements, ids: number[], values: (string | null)[]) =>
    sql`update fields set value = changed.value
      from unnest(${hidden(ids, 'bigint')}, ${hidden(values, 'text')}) as changed(id, value)
      where fields.id = changed.id`,
);
