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
import { livingUser } from '../../accounts/api.ts';
import { fileInsertion, type NewFileRow } from '../../files/store-file.ts';
import type { Reads, Tx } from '../../platform/database.ts';
import type { FieldStyle, FoundInDocument, PageSize, WorkflowRow } from '../../platform/tables.ts';
import { revisionInsertion } from '../../revisions/api.ts';
import type { formRow } from '../../revisions/prepare-form.ts';

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
  documents: readonly PlannedDocument[];
}

/** A document that is inserted together with its file, its fields and, if it has one already, its form. */
export interface PlannedDocument extends Omit<NewDocument, 'position' | 'originalFileId'> {
  file: NewFileRow;
  fields: readonly PlannedField[];
  form?: ReturnType<typeof formRow>;
}

/** Inserts a workflow with documents, recipients, steps and fields; returns its id. */
export async function insertWorkflow(tx: Tx, workflow: NewWorkflow): Promise<number> {
  const id = await insertHead(tx, workflow);
  const signings = workflow.draft.steps.length > 0 ? await insertPeople(tx, id, workflow) : [];
  let after = 0;
  for (const [position, document] of workflow.documents.entries()) {
    const fields = document.fields.flatMap((field) => {
      const signing = signings[field.signing];
      return signing ? [newField(field, { documentId: 0, ...signing })] : [];
    });
    await insertPlanned(tx, { workflowId: id, position, after }, { document, fields });
    after += fields.length;
  }
  return id;
}

async function insertHead(tx: Tx, workflow: NewWorkflow): Promise<number> {
  const { id } = await tx
    .insertInto('workflows')
    .values({
      envelope_id: workflow.envelopeId,
      organization_id: workflow.organizationId,
      workspace_id: workflow.workspaceId,
      creator_id: livingUser(workflow.creatorId),
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
    .values({ ...documentRow(workflowId, document), original_file_id: document.originalFileId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

function documentRow(workflowId: number, document: Omit<NewDocument, 'originalFileId'>) {
  return {
    workflow_id: workflowId,
    position: document.position,
    name: document.name,
    pages: JSON.stringify(document.pages),
    thumb_file_id: null,
    sealed_file_id: null,
    storage_key: document.storageKey,
    found: JSON.stringify(document.found),
  };
}

/** Inserts a document with its file, fields and form by one statement. */
async function insertPlanned(
  tx: Tx,
  at: { workflowId: number; position: number; after: number },
  { document, fields }: { document: PlannedDocument; fields: readonly NewField[] },
): Promise<void> {
  const { workflowId, position, after } = at;
  const { file, form, ...rest } = document;
  const newFileId = sql<number>`(select id from new_file)`;
  const newDocumentId = sql<number>`(select id from new_document)`;
  const row = { ...documentRow(workflowId, { ...rest, position }), original_file_id: newFileId };
  const statement = tx
    .with('new_file', (db) => fileInsertion(db, file))
    .with('new_document', (db) => db.insertInto('documents').values(row).returning('id'))
    .with('new_revision', (db) =>
      form
        ? revisionInsertion(db, [{ ...form, document_id: newDocumentId }]).returning('number')
        : db.selectNoFrom(sql<number>`0`.as('number')),
    );
  const rows = fields.map((field, index) => ({
    ...fieldRow(field, workflowId),
    document_id: newDocumentId,
    position: after + index,
  }));
  const withFields =
    rows.length === 0
      ? statement
      : statement.with('new_fields', (db) => db.insertInto('fields').values(rows).returning('id'));
  await withFields.selectFrom('new_document').select('id').executeTakeFirstOrThrow();
}

function fieldRow(field: NewField, workflowId: number) {
  return {
    workflow_id: workflowId,
    role_id: field.roleId,
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
  };
}

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

/** Who of these has signed in a workflow of the organization before. */
export async function listEarlierSigners(
  reads: Reads,
  { organizationId, addresses }: { organizationId: number; addresses: readonly string[] },
): Promise<string[]> {
  const rows = await reads
    .selectFrom('recipients')
    .innerJoin('actions', 'actions.recipient_id', 'recipients.id')
    .innerJoin('workflows', 'workflows.id', 'recipients.workflow_id')
    .select('recipients.email_key')
    .distinct()
    .where('recipients.email_key', 'in', [...addresses])
    .where('actions.status', '=', 'signed')
    .where('workflows.organization_id', '=', organizationId)
    .execute();
  return rows.map(({ email_key: address }) => address);
}
