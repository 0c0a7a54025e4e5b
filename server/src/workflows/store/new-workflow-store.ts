import {
  assertPresent,
  type Draft,
  FIELD_LABELS,
  type FieldRules,
  type FieldType,
  moveCondition,
  NO_RULES,
  type PlannedField,
  type PlannedRecipient,
  planSteps,
  USUAL_FONT_STYLE,
} from '@paraph/domain';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import type { FieldStyle, FoundInDocument, PageSize, WorkflowRow } from '../../platform/tables.ts';

export interface NewWorkflow {
  envelopeId: string;
  organizationId: number;
  workspaceId: number;
  creatorId: number;
  senderName: string;
  sentByKey?: { name: string; maker: string } | null;
  source: { type: WorkflowRow['source_type']; value: string | null };
  draft: Draft;
  createdAt: Date;
  expiresAt: Date;
  scheduledStartAt: Date | null;
  documents: readonly (Omit<NewDocument, 'position'> & { fields: readonly PlannedField[] })[];
}

/** Inserts a workflow with documents, recipients, steps and fields; returns its id and those of its documents. */
export async function insertWorkflow(
  tx: Tx,
  workflow: NewWorkflow,
): Promise<{ workflowId: number; documentIds: number[] }> {
  const id = await insertHead(tx, workflow);
  const signings = workflow.draft.steps.length > 0 ? await insertPeople(tx, id, workflow) : [];
  const documentIds: number[] = [];
  let after = 0;
  for (const [position, { fields, ...document }] of workflow.documents.entries()) {
    const documentId = await insertDocument(tx, id, { ...document, position });
    const rows = fields.flatMap((field) => {
      const signing = signings[field.signing];
      return signing ? [newField(field, { documentId, ...signing })] : [];
    });
    await insertFields(tx, { workflowId: id, after }, rows);
    after += rows.length;
    documentIds.push(documentId);
  }
  return { workflowId: id, documentIds };
}

async function insertHead(tx: Tx, workflow: NewWorkflow): Promise<number> {
  const { id } = await tx
    .insertInto('workflows')
    .values({
      envelope_id: workflow.envelopeId,
      organization_id: workflow.organizationId,
      workspace_id: workflow.workspaceId,
      creator_id: workflow.creatorId,
      name: workflow.draft.name,
      type: workflow.draft.type,
      status: 'not_started',
      old_status: null,
      created_at: workflow.createdAt,
      expires_at: workflow.expiresAt,
      started_at: null,
      scheduled_start_at: workflow.scheduledStartAt,
      ended_at: null,
      sender_name: workflow.draft.senderName ?? workflow.senderName,
      sender_message: workflow.draft.senderMessage,
      source_type: workflow.source.type,
      source_value: workflow.source.value,
      metadata: JSON.stringify(workflow.draft.metadata),
      preferences: JSON.stringify(workflow.draft.preferences),
      blocked_cause: null,
      sent_by_key: workflow.sentByKey ? JSON.stringify(workflow.sentByKey) : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

interface Signing {
  roleId: number;
  recipient: PlannedRecipient;
}

/**
 * Inserts recipients, steps, roles and actions by one statement; returns the signing roles, step by step. Ids are
 * assigned in the order of the rows, so that sorting by them restores the plan's order.
 */
async function insertPeople(tx: Tx, workflowId: number, { draft }: NewWorkflow): Promise<Signing[]> {
  const plan = planSteps(draft.steps);
  const planned = plan.steps.flatMap(({ actions }, index) =>
    actions.map((action) => ({ ...action, step: index + 1 })),
  );
  const recipientRows = jsonb(plan.recipients.map((each, place) => ({ ...each, place })));
  const stepRows = jsonb(plan.steps.map(({ type }, index) => ({ type, place: index + 1 })));
  const actionRows = jsonb(planned.map((each, place) => ({ ...each, place })));
  const { rows: roles } = await sql<{ id: number }>`with new_recipients as (
      insert into recipients (workflow_id, position, name, email, email_key, anchor_tag, phone, language,
        identification)
      select ${workflowId}::bigint, place, name, email, "emailKey", "anchorTag", phone, language,
        identification
      from jsonb_to_recordset(${recipientRows})
        as given(place int, name text, email text, "emailKey" text, "anchorTag" text, phone text, language text,
          identification text)
      order by place returning id, position
    ), new_steps as (
      insert into steps (workflow_id, step_order, type, status)
      select ${workflowId}::bigint, place, type, 'not_started'
      from jsonb_to_recordset(${stepRows})
        as given(place int, type text)
      order by place returning id, step_order
    ), planned as (
      select given.place, given.type, given.color, new_steps.id as step_id, new_recipients.id as recipient_id
      from jsonb_to_recordset(${actionRows})
        as given(place int, step int, recipient int, type text, color text)
      join new_steps on step_order = step join new_recipients on position = recipient
    ), new_roles as (
      insert into recipient_roles (workflow_id, recipient_id, type, color)
      select ${workflowId}::bigint, recipient_id, type, color from planned order by place returning id
    ), roles as (
      select id, row_number() over (order by id) - 1 as place from new_roles
    ), new_actions as (
      insert into actions (workflow_id, step_id, role_id, recipient_id, type, status)
      select ${workflowId}::bigint, step_id, roles.id, recipient_id, type, 'not_started'
      from planned join roles using (place) order by place
    )
    select id from roles order by id`.execute(tx);
  return planned.flatMap(({ type, recipient: index }, at) => {
    const [recipient, roleId] = [plan.recipients[index], roles[at]?.id];
    return type === 'sign' && recipient && roleId ? [{ roleId, recipient }] : [];
  });
}

function jsonb(value: unknown) {
  return sql`${JSON.stringify(value)}::jsonb`;
}

export const FIELD_STYLE: FieldStyle = {
  color: '#14213D',
  fontStyle: USUAL_FONT_STYLE,
  fontSize: 11,
  bold: false,
  italic: false,
  underline: false,
};

/** A planned field of a role, prefilled with known data of the recipient, who may correct it. */
export function newField(
  { type, page, posX, posY, width, height, pdfFieldName }: Omit<PlannedField, 'signing'>,
  owner: { documentId: number; roleId: number; recipient: { name: string; email: string } },
): NewField {
  return {
    id: null,
    documentId: owner.documentId,
    roleId: owner.roleId,
    type,
    label: FIELD_LABELS[type],
    required: type !== 'checkbox',
    readOnly: type === 'stamp',
    page,
    posX,
    posY,
    width,
    height,
    style: FIELD_STYLE,
    rules: NO_RULES,
    pdfFieldName,
    value: prefilled(type, owner.recipient),
  };
}

export function prefilled(type: FieldType, { name, email }: { name: string; email: string }): string | null {
  if (type === 'name') return name;
  return type === 'email' ? email : null;
}

export function isEnvelopeId(text: string): boolean {
  return /^[0-9]{8}[0-9a-f]{32}$/.test(text);
}

export interface NewDocument {
  position: number;
  name: string;
  pages: readonly PageSize[];
  found: FoundInDocument;
  originalFileId: number;
  storageKey: string;
}

export interface NewField {
  /** The id by which conditions of fields inserted with it name it; its row gets another. */
  id: number | null;
  documentId: number;
  roleId: number;
  type: FieldType;
  label: string;
  required: boolean;
  readOnly: boolean;
  page: number;
  posX: number;
  posY: number;
  width: number;
  height: number;
  style: FieldStyle;
  rules: FieldRules;
  pdfFieldName: string | null;
  value: string | null;
}

/** Returns the document's id. */
export async function insertDocument(tx: Tx, workflowId: number, document: NewDocument): Promise<number> {
  const { id } = await tx
    .insertInto('documents')
    .values({
      workflow_id: workflowId,
      position: document.position,
      name: document.name,
      pages: JSON.stringify(document.pages),
      original_file_id: document.originalFileId,
      thumb_file_id: null,
      sealed_file_id: null,
      storage_key: document.storageKey,
      found: JSON.stringify(document.found),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Appends fields to those of a workflow, in the given order. */
export async function insertFields(
  tx: Tx,
  { workflowId, after }: { workflowId: number; after: number },
  fields: readonly NewField[],
): Promise<void> {
  if (fields.length === 0) return;
  const rows = fields.map((field, index) => ({
    workflow_id: workflowId,
    document_id: field.documentId,
    role_id: field.roleId,
    position: after + index,
    type: field.type,
    label: field.label,
    required: field.required,
    read_only: field.readOnly,
    page: field.page,
    pos_x: field.posX,
    pos_y: field.posY,
    width: field.width,
    height: field.height,
    style: JSON.stringify(field.style),
    rules: JSON.stringify(field.rules),
    pdf_field_name: field.pdfFieldName,
    value: field.value,
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
