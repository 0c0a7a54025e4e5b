import {
  assertPresent,
  type Draft,
  type EventName,
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
import { type Selectable, sql } from 'kysely';
import { livingUser } from '../../accounts/api.ts';
import { type EndpointFilter, listenerExists } from '../../developers/listeners.ts';
import { filesInsertion, filesToInsert, type NewFileRow } from '../../files/store-file.ts';
import type { Reads, Tx } from '../../platform/database.ts';
import { type JsonRow, toJson } from '../../platform/json-rows.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import type { FieldStyle, FoundInDocument, PageSize, WorkflowRow } from '../../platform/tables.ts';
import { type FormsToInsert, formsInsertion, formsToInsert } from '../../revisions/api.ts';
import type { formRow } from '../../revisions/prepare-form.ts';
import { type LoadedRow, toRecord, type WorkflowRecord } from './workflow-store.ts';

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

/** A workflow without rows: its record, in which ids count from 1 in each list, and what its documents consist of. */
export interface PlannedWorkflow {
  record: WorkflowRecord;
  files: readonly NewFileRow[];
  forms: readonly (ReturnType<typeof formRow> | undefined)[];
}

const NO_ID = 0;

export function planWorkflow(workflow: NewWorkflow): PlannedWorkflow {
  const plan = planSteps(workflow.draft.steps);
  const planned = plan.steps.flatMap(({ actions }, index) =>
    actions.map((action) => ({ ...action, stepId: index + 1 })),
  );
  const owned = { workflow_id: NO_ID };
  const roles = planned.map(({ recipient, type, color }, index) => {
    return { ...owned, id: index + 1, recipient_id: recipient + 1, type, color };
  });
  const signings = roles.flatMap(({ id, type, recipient_id: recipientId }) => {
    const recipient = assertPresent(plan.recipients[recipientId - 1], 'a planned recipient');
    return type === 'sign' ? [{ roleId: id, recipient }] : [];
  });
  const waiting = { status: 'not_started' as const, comment: null, acted_at: null, reminded_at: null };
  const record: WorkflowRecord = {
    workflow: headOf(workflow),
    documents: workflow.documents.map(({ name, pages, found, storageKey }, position) => {
      const files = { original_file_id: position + 1, thumb_file_id: null, sealed_file_id: null };
      const row = { id: position + 1, position, name, pages: [...pages], found, storage_key: storageKey };
      return { ...owned, ...files, ...row };
    }),
    recipients: plan.recipients.map(({ emailKey, anchorTag, ...given }, position) => {
      return { ...owned, ...given, id: position + 1, position, email_key: emailKey, anchor_tag: anchorTag };
    }),
    roles,
    steps: plan.steps.map(({ type }, index) => {
      const order = { id: index + 1, step_order: index + 1 };
      return { ...owned, ...order, type, status: 'not_started', expires_at: null };
    }),
    actions: planned.map(({ recipient, type, stepId }, index) => {
      const refs = { step_id: stepId, role_id: index + 1, recipient_id: recipient + 1 };
      return { ...owned, ...refs, ...waiting, id: index + 1, type, transaction: null };
    }),
    fields: planFields(workflow.documents, signings),
  };
  const { documents } = workflow;
  return { record, files: documents.map(({ file }) => file), forms: documents.map(({ form }) => form) };
}

function headOf(workflow: NewWorkflow): WorkflowRecord['workflow'] {
  const { draft, source, ...given } = workflow;
  return {
    id: NO_ID,
    envelope_id: given.envelopeId,
    organization_id: given.organizationId,
    workspace_id: given.workspaceId,
    creator_id: given.creatorId,
    name: draft.name,
    title: null,
    type: draft.type,
    status: 'not_started',
    old_status: null,
    created_at: given.createdAt,
    expires_at: given.expiresAt,
    started_at: null,
    scheduled_start_at: given.scheduledStartAt,
    ended_at: null,
    sender_name: draft.senderName ?? given.senderName,
    sender_message: draft.senderMessage,
    source_type: source.type,
    source_value: source.value,
    metadata: draft.metadata,
    preferences: draft.preferences,
    blocked_cause: null,
    sent_by_key: given.sentByKey ?? null,
  };
}

function planFields(
  documents: readonly PlannedDocument[],
  signings: readonly { roleId: number; recipient: PlannedRecipient }[],
): WorkflowRecord['fields'] {
  const fields = documents.flatMap((document, index) =>
    document.fields.flatMap((field) => {
      const signing = signings[field.signing];
      return signing ? [newField(field, { documentId: index + 1, ...signing })] : [];
    }),
  );
  return fields.map((field, position) => {
    const { documentId, style, rules } = field;
    return { ...fieldRow(field, NO_ID), id: position + 1, document_id: documentId, position, style, rules };
  });
}

/** Returns its id. */
export async function insertWorkflow(tx: Tx, workflow: NewWorkflow): Promise<number> {
  const { record } = await insertPlanned(tx, planWorkflow(workflow), []);
  return record.workflow.id;
}

const HEAD =
  'envelope_id, organization_id, workspace_id, name, title, type, status, old_status, created_at, expires_at, started_at, ' +
  'scheduled_start_at, ended_at, sender_name, sender_message, source_type, source_value, metadata, preferences, ' +
  'blocked_cause, sent_by_key';
const RECIPIENT = 'position, name, email, email_key, anchor_tag, phone, language, identification';
const DOCUMENT = 'position, name, pages, storage_key, found';
const FIELD =
  'position, type, label, required, read_only, page, pos_x, pos_y, width, height, style, rules, pdf_field_name, value';

/**
 * Inserts a workflow as its record says, by one statement, and returns the record as loading it would, and whether an
 * endpoint wants to know of one of the events. Ids are assigned in the order of the rows, so that sorting by them
 * restores the plan's order.
 */
export async function insertPlanned(
  tx: Tx,
  { record, files, forms }: PlannedWorkflow,
  events: readonly EventName[],
): Promise<{ record: WorkflowRecord; isHeard: boolean }> {
  const { workflow } = record;
  const [inserted] = await insertRecord(tx, {
    workflow: toJson(workflow),
    recipients: toJson(record.recipients),
    steps: toJson(record.steps),
    roles: toJson(record.roles),
    actions: toJson(record.actions),
    documents: toJson(record.documents),
    fields: toJson(record.fields),
    files: filesToInsert(files),
    ...formsToInsert(forms),
    ...{ creatorId: workflow.creator_id, organizationId: workflow.organization_id, events },
  });
  const { workflow: head, isHeard, ...parts } = assertPresent(inserted, 'an inserted workflow');
  return { record: toRecord({ ...head, ...parts }), isHeard };
}

/** Rows as JSON. */
interface InsertedRecord
  extends Record<Exclude<keyof WorkflowRecord, 'ledger'> | 'files', string>,
    FormsToInsert,
    EndpointFilter {
  creatorId: number;
}

const insertRecord = prepareStatement(
  'insert-workflow',
  (_statements, given: InsertedRecord) =>
    sql<InsertedParts>`with new_workflow as (
      insert into workflows (creator_id, ${sql.raw(HEAD)})
      select ${livingUser(given.creatorId)}, ${sql.raw(HEAD)}
      from jsonb_populate_record(null::workflows, ${given.workflow}::jsonb)
      returning id, to_json(workflows) as row
    ), new_recipients as (
      insert into recipients (workflow_id, ${sql.raw(RECIPIENT)})
      select new_workflow.id, ${named(RECIPIENT)}
      from new_workflow, jsonb_populate_recordset(null::recipients, ${given.recipients}::jsonb) as given
      order by position returning id, workflow_id, position, to_json(recipients) as row
    ), new_steps as (
      insert into steps (workflow_id, step_order, type, status)
      select new_workflow.id, step_order, given.type, given.status
      from new_workflow, jsonb_populate_recordset(null::steps, ${given.steps}::jsonb) as given
      order by step_order returning id, step_order, to_json(steps) as row
    ), new_roles as (
      insert into recipient_roles (workflow_id, recipient_id, type, color)
      select new_recipients.workflow_id, new_recipients.id, type, color
      from jsonb_populate_recordset(null::recipient_roles, ${given.roles}::jsonb) as given
      join new_recipients on position = given.recipient_id - 1
      order by given.id returning id, workflow_id, recipient_id, to_json(recipient_roles) as row
    ), roles as (
      select id, recipient_id, workflow_id, row_number() over (order by id) as place from new_roles
    ), new_actions as (
      insert into actions (workflow_id, step_id, role_id, recipient_id, type, status)
      select roles.workflow_id, new_steps.id, roles.id, roles.recipient_id, given.type, given.status
      from jsonb_populate_recordset(null::actions, ${given.actions}::jsonb) as given
      join new_steps on step_order = given.step_id join roles on place = given.role_id
      order by given.id returning to_json(actions) as row
    ), new_files as (${filesInsertion(given.files)}), placed_files as (
      select id, row_number() over (order by id) as place from new_files
    ), new_documents as (
      insert into documents (workflow_id, original_file_id, ${sql.raw(DOCUMENT)})
      select new_workflow.id, placed_files.id, ${named(DOCUMENT)}
      from new_workflow, jsonb_populate_recordset(null::documents, ${given.documents}::jsonb) as given
      join placed_files on place = given.original_file_id
      order by position returning id, position, to_json(documents) as row
    ), new_forms as (${formsInsertion(given, sql`new_documents`)}), new_fields as (
      insert into fields (workflow_id, document_id, role_id, ${sql.raw(FIELD)})
      select roles.workflow_id, new_documents.id, roles.id, ${named(FIELD)}
      from jsonb_populate_recordset(null::fields, ${given.fields}::jsonb) as given
      join new_documents on new_documents.position = given.document_id - 1 join roles on place = given.role_id
      order by given.position returning to_json(fields) as row
    )
    select new_workflow.row as workflow, ${allOf('new_documents')} as documents,
      ${allOf('new_recipients')} as recipients, ${allOf('new_roles')} as roles, ${allOf('new_steps')} as steps,
      ${allOf('new_actions')} as actions, ${allOf('new_fields')} as fields, ${listenerExists(given)} as "isHeard"
    from new_workflow`,
);

type InsertedParts = Omit<LoadedRow, keyof WorkflowRow> & {
  workflow: JsonRow<Selectable<WorkflowRow>>;
  isHeard: boolean;
};

/** Where another part of the statement has columns of the same names. */
function named(names: string) {
  return sql.raw(names.replaceAll(/\w+/g, 'given.$&'));
}

function allOf(part: string) {
  return sql`(select coalesce(json_agg(${sql.raw(part)}.row), '[]') from ${sql.raw(part)})`;
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
