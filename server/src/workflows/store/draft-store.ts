import {
  askedWitness,
  type Changeable,
  type MatchedPerson,
  type NewFollower,
  type Replacement,
} from '@paraph/domain';
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { RemoteTransaction } from '../../database/column-types.ts';
import { hidden, listOf } from '../../database/columns.ts';
import type { Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import type { ActionRow, FieldRow, FollowerRow, RecipientRoleRow } from '../../database/rows.generated.ts';
import { fromSeconds } from '../../platform/clock.ts';
import { insertFollowers, saveConditions } from './new-workflow-store.ts';
import { fieldRow, followerRow, type NewField } from './plan-workflow.ts';

export async function saveChange(tx: Tx, id: number, change: Changeable): Promise<void> {
  const { name, type, senderMessage, senderName, scheduledStartSeconds: startAt } = change;
  const startsAt = startAt === null ? null : fromSeconds(startAt);
  await tx
    .updateTable('workflows')
    .set({ name, type, sender_message: senderMessage, sender_name: senderName })
    .set({ workspace_id: change.workspaceId, scheduled_start_at: startsAt })
    .set({ expires_at: fromSeconds(change.expiresAtSeconds), metadata: JSON.stringify(change.metadata) })
    .where('id', '=', id)
    .execute();
}

/** A start that failed is not tried again by itself. */
export async function clearScheduledStart(tx: Tx, id: number): Promise<void> {
  await tx.updateTable('workflows').set({ scheduled_start_at: null }).where('id', '=', id).execute();
}

/** Deletes recipients, roles, their actions and fields from a draft, and steps without actions. */
export async function removePeople(
  tx: Tx,
  workflowId: number,
  { recipientIds, roleIds }: { recipientIds: readonly number[]; roleIds: readonly number[] },
): Promise<void> {
  if (roleIds.length > 0) {
    await tx.deleteFrom('fields').where('role_id', 'in', roleIds).execute();
    await tx.deleteFrom('actions').where('role_id', 'in', roleIds).execute();
    await removeIdleWitnesses(tx, workflowId);
    await tx.deleteFrom('recipient_roles').where('id', 'in', roleIds).execute();
    await removeEmptySteps(tx, workflowId);
  }
  if (recipientIds.length > 0) {
    await tx.deleteFrom('recipients').where('id', 'in', recipientIds).execute();
  }
}

/** A witness without their signer has nothing to do in the step. */
async function removeIdleWitnesses(tx: Tx, workflowId: number): Promise<void> {
  await sql`delete from actions where workflow_id = ${workflowId} and witness_of is not null
    and not exists (
      select from actions as signing
      where signing.step_id = actions.step_id and signing.recipient_id = actions.witness_of
    )`.execute(tx);
}

/** Renumbers the remaining steps from 1. */
async function removeEmptySteps(tx: Tx, workflowId: number): Promise<void> {
  await sql`delete from steps where workflow_id = ${workflowId}
    and not exists (select from actions where actions.step_id = steps.id)`.execute(tx);
  const steps = tx.selectFrom('steps').select(['id', 'step_order']).where('workflow_id', '=', workflowId);
  for (const [index, step] of (await steps.orderBy('step_order').execute()).entries()) {
    const order = { step_order: index + 1 };
    if (step.step_order !== order.step_order)
      await tx.updateTable('steps').set(order).where('id', '=', step.id).execute();
  }
}

/** Saves the recipients of a draft; returns their ids, in the same order. */
export async function savePeople(
  tx: Tx,
  workflowId: number,
  people: readonly MatchedPerson[],
): Promise<number[]> {
  const former = people.map(({ id }) => id).filter((id) => id !== null);
  // Two recipients may have swapped addresses, so all old ones are cleared first.
  for (const id of former) {
    const cleared = { email_key: `#${id}` };
    await tx.updateTable('recipients').set(cleared).where('id', '=', id).execute();
  }
  const ids: number[] = [];
  for (const [position, person] of people.entries()) {
    const { name, email, emailKey, anchorTag, phone, language, identification } = person;
    const contact = { name, email, email_key: emailKey, phone, language };
    const row = { position, ...contact, anchor_tag: anchorTag, identification };
    if (person.id !== null) {
      await tx.updateTable('recipients').set(row).where('id', '=', person.id).execute();
      ids.push(person.id);
      continue;
    }
    const { id } = await tx
      .insertInto('recipients')
      .values({ workflow_id: workflowId, ...row })
      .returning('id')
      .executeTakeFirstOrThrow();
    ids.push(id);
  }
  return ids;
}

/**
 * Replaces the followers of a workflow. Who is named again by their address keeps their row, and so their link; returns
 * the ids of those who are new.
 */
export async function saveFollowers(
  tx: Tx,
  { workflow: { id: workflowId }, recipients, followers: before }: FollowedRows,
  followers: readonly NewFollower[],
): Promise<number[]> {
  const idOf = new Map(before.map(({ id, email_key: key }) => [key, id]));
  const named = new Set(followers.map(({ emailKey }) => emailKey));
  const gone = before.filter(({ email_key: key }) => !named.has(key));
  if (gone.length > 0) await tx.deleteFrom('followers').where('id', 'in', listOf(gone, 'id')).execute();
  const added = [];
  for (const [position, follower] of followers.entries()) {
    const recipient = recipients.find(({ email_key: key }) => key === follower.ofKey);
    const at = { workflow_id: workflowId, position, recipient_id: recipient?.id ?? null };
    const { name, email, language, when, emailKey } = follower;
    const id = idOf.get(emailKey);
    if (id === undefined) added.push(followerRow(follower, at));
    else {
      const change = { ...at, name, email, language, copied_when: when };
      await tx.updateTable('followers').set(change).where('id', '=', id).execute();
    }
  }
  return listOf(await insertFollowers(tx, added), 'id');
}

interface FollowedRows {
  workflow: { id: number };
  recipients: readonly { id: number; email_key: string }[];
  followers: readonly { id: number; email_key: string }[];
}

/** What changes with what a follower does, and with what becomes of the mails to them. */
export async function updateFollower(
  tx: Tx,
  id: number,
  change: Updateable<Pick<FollowerRow, 'mail_problem' | 'opened_at' | 'stopped_at'>>,
): Promise<void> {
  await tx.updateTable('followers').set(change).where('id', '=', id).execute();
}

/** Returns the role's id. */
export async function saveRole(
  tx: Tx,
  id: number | null,
  row: Insertable<RecipientRoleRow>,
): Promise<number> {
  if (id !== null) {
    const { type, color } = row;
    await tx.updateTable('recipient_roles').set({ type, color }).where('id', '=', id).execute();
    return id;
  }
  return (await tx.insertInto('recipient_roles').values(row).returning('id').executeTakeFirstOrThrow()).id;
}

/** Deletes all steps of a draft, with their actions. */
export async function deleteSteps(tx: Tx, workflowId: number): Promise<void> {
  await tx.deleteFrom('actions').where('workflow_id', '=', workflowId).execute();
  await tx.deleteFrom('steps').where('workflow_id', '=', workflowId).execute();
}

type ChoiceColumns = Pick<Selectable<ActionRow>, 'choice_group' | 'choice_required' | 'choice_slot'>;
type BesideColumns = ChoiceColumns & Pick<Selectable<ActionRow>, 'witness_asked' | 'witness_of'>;

interface NewStep {
  order: number;
  type: 'sign' | 'review';
  roles: readonly ({ id: number; recipientId: number } & Partial<BesideColumns>)[];
}

/** In which group an action is, and which of its slots it holds. */
export async function saveChoice(tx: Tx, actionId: number, columns: Partial<ChoiceColumns>): Promise<void> {
  await tx.updateTable('actions').set(columns).where('id', '=', actionId).execute();
}

/** Where a field is, and by which key; not what it says. */
export async function saveFieldPlace(tx: Tx, field: Selectable<FieldRow>): Promise<void> {
  const { id, position, document_id, page, pos_x, pos_y, width, height, pdf_field_name } = field;
  const place = { position, document_id, page, pos_x, pos_y, width, height, pdf_field_name };
  const json = { style: JSON.stringify(field.style), rules: JSON.stringify(field.rules) };
  await tx
    .updateTable('fields')
    .set({ ...place, ...json })
    .where('id', '=', id)
    .execute();
}

export async function insertStep(tx: Tx, workflowId: number, { order, type, roles }: NewStep): Promise<void> {
  const waiting = { workflow_id: workflowId, type, status: 'not_started' as const };
  const { id: stepId } = await tx
    .insertInto('steps')
    .values({ ...waiting, step_order: order })
    .returning('id')
    .executeTakeFirstOrThrow();
  const rows = roles.map(({ id, recipientId, ...role }) => {
    const { choice_group = null, choice_required = null, choice_slot = null } = role;
    const { witness_of = null, witness_asked = false } = role;
    const beside = { choice_group, choice_required, choice_slot, witness_of, witness_asked };
    return { ...waiting, ...beside, step_id: stepId, role_id: id, recipient_id: recipientId };
  });
  await tx.insertInto('actions').values(rows).execute();
}

export async function updateRecipient(
  tx: Tx,
  id: number,
  person: Replacement & { isIdentificationChosen: boolean },
): Promise<void> {
  const { name, email, emailKey, phone, language, identification, isIdentificationChosen } = person;
  await tx
    .updateTable('recipients')
    .set({ name, email, email_key: emailKey, phone, language })
    .set({ identification, identification_chosen: isIdentificationChosen })
    // Of the former person.
    .set(person.isOther ? { time_zone: null, mail_problem: null } : {})
    .where('id', '=', id)
    .execute();
}

/** Names the witness after their signer, until that one has named them. */
export async function callAskedWitness(tx: Tx, signerId: number, signer: Replacement): Promise<void> {
  const { name, addressKey } = askedWitness(signer);
  const asked = tx.selectFrom('actions').select('recipient_id').where('witness_of', '=', signerId);
  await tx
    .updateTable('recipients')
    .set({ name, email_key: addressKey })
    .where('id', 'in', asked.where('witness_asked', '=', true))
    .where('email', '=', '')
    .execute();
}

/** Keeps which transaction of a provider made the signature of an action. */
export async function setActionTransaction(
  tx: Tx,
  actionId: number,
  transaction: RemoteTransaction,
): Promise<void> {
  const text = JSON.stringify(transaction);
  await sql`update actions set transaction = ${text}::jsonb where id = ${actionId}`.execute(tx);
}

/** Appends fields to those of a workflow, in their order. */
export async function insertFields(
  tx: Tx,
  { workflowId, after }: { workflowId: number; after: number },
  fields: readonly NewField[],
): Promise<void> {
  if (fields.length === 0) return;
  const rows = fields.map((field, index) => {
    const row = fieldRow(field, { workflow_id: workflowId, position: after + index });
    return { ...row, style: JSON.stringify(row.style), rules: JSON.stringify(row.rules) };
  });
  const inserted = await tx.insertInto('fields').values(rows).returning('id').execute();
  // Identity values are assigned in the order of the rows.
  const ids = inserted.map(({ id }) => id).sort((a, b) => a - b);
  await saveConditions(tx, fields, ids);
}

export async function deleteFieldRows(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.deleteFrom('fields').where('id', 'in', ids).execute();
}

/** Fields of a form that the document does not bring along any more become fields of their own. */
export async function loosenFormFields(
  tx: Tx,
  { documentId, names }: { documentId: number; names: readonly string[] },
): Promise<void> {
  await sql`update fields set pdf_field_name = null
    where document_id = ${documentId} and not pdf_field_name = any(${[...names]}::text[])`.execute(tx);
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
