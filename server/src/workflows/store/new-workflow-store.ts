import {
  assertPresent,
  type Draft,
  type EventName,
  FIELD_LABELS,
  type FieldRules,
  type FieldType,
  NO_RULES,
  type PlannedField,
  type PlannedRecipient,
  planSteps,
  USUAL_FONT_STYLE,
} from '@paraph/domain';
import { sql } from 'kysely';
import { livingUser } from '../../accounts/api.ts';
import { type EndpointFilter, listenerExists } from '../../developers/listeners.ts';
import { filesInsertion, filesToInsert, type NewFileRow } from '../../files/store-file.ts';
import type { Reads, Tx } from '../../platform/database.ts';
import { toJson, wellFormed } from '../../platform/json-rows.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import type { FieldStyle, FoundInDocument, PageSize, WorkflowRow } from '../../platform/tables.ts';
import { insertRevisions } from '../../revisions/api.ts';
import type { formRow } from '../../revisions/prepare-form.ts';
import type { WorkflowRecord } from './workflow-record.ts';

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
      const keys = { id: position + 1, position, email_key: emailKey, anchor_tag: anchorTag };
      return { ...owned, ...given, ...keys, identification_chosen: false };
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
  'id, creator_id, envelope_id, organization_id, workspace_id, name, title, type, status, old_status, created_at, ' +
  'expires_at, started_at, scheduled_start_at, ended_at, sender_name, sender_message, source_type, source_value, ' +
  'metadata, preferences, blocked_cause, sent_by_key';
const RECIPIENT =
  'id, workflow_id, position, name, email, email_key, anchor_tag, phone, language, identification, ' +
  'identification_chosen';
const STEP = 'id, workflow_id, step_order, type, status';
const ROLE = 'id, workflow_id, recipient_id, type, color';
const ACTION = 'id, workflow_id, step_id, role_id, recipient_id, type, status';
const DOCUMENT = 'id, workflow_id, original_file_id, position, name, pages, storage_key, found';
const FIELD =
  'id, workflow_id, document_id, role_id, position, type, label, required, read_only, page, pos_x, pos_y, width, ' +
  'height, style, rules, pdf_field_name, value';

/**
 * Inserts a workflow as its record says, and returns the record as loading it would, and whether an endpoint wants to
 * know of one of the events. Its ids are taken first: no row must be joined with those inserted before it, and none is
 * read back.
 */
export async function insertPlanned(
  tx: Tx,
  { record, files, forms }: PlannedWorkflow,
  events: readonly EventName[],
): Promise<{ record: WorkflowRecord; isHeard: boolean }> {
  const { creator_id: creatorId, organization_id: organizationId } = record.workflow;
  const counts = Object.fromEntries(
    PARTS.map((part) => [part, (part === 'files' ? files : record[part]).length]),
  ) as Record<Part, number>;
  const most = Math.max(1, ...Object.values(counts));
  const [taken] = await takeIds(tx, { ...counts, most, creatorId, organizationId, events });
  const { isHeard, ...ids } = assertPresent(taken, 'the ids of a new workflow');
  const inserted = wellFormed(withIds(record, ids));
  const fileIds = files.map((_file, index) => takenAt(ids.parts, 'files', index + 1));
  await insertRecord(tx, {
    workflow: toJson([inserted.workflow]),
    recipients: toJson(inserted.recipients),
    steps: toJson(inserted.steps),
    roles: toJson(inserted.roles),
    actions: toJson(inserted.actions),
    files: filesToInsert(files, fileIds),
    documents: toJson(inserted.documents),
    fields: toJson(inserted.fields),
  });
  const revisions = forms.flatMap((form, index) =>
    form ? [{ ...form, document_id: takenAt(ids.parts, 'documents', index + 1) }] : [],
  );
  await insertRevisions(tx, revisions);
  return { record: inserted, isHeard };
}

/** The parts of a workflow that have ids, with the tables that they are in. */
const TABLES = {
  recipients: 'recipients',
  roles: 'recipient_roles',
  steps: 'steps',
  actions: 'actions',
  files: 'files',
  documents: 'documents',
  fields: 'fields',
} as const;
type Part = keyof typeof TABLES;
const PARTS = Object.keys(TABLES) as Part[];

interface IdsToTake extends Record<Part, number>, EndpointFilter {
  creatorId: number;
  most: number;
}

interface TakenIds {
  workflow: number;
  creator: number;
  /** The first of each part, then the second: in ascending order. */
  parts: readonly Record<Part, number | null>[];
}

// The creator is locked until the workflow is there. The last `select` hides from the planner how many parts there are,
// or a plan for just as many would always seem cheaper.
const takeIds = prepareStatement(
  'take-workflow-ids',
  (_statements, given: IdsToTake) =>
    sql<TakenIds & { isHeard: boolean }>`select nextval('workflows_id_seq') as workflow,
      ${livingUser(given.creatorId)} as creator, ${listenerExists(given)} as "isHeard",
      (select json_agg(json_build_object(${sql.join(PARTS.map((part) => idOf(part, given[part])))}))
        from generate_series(1, (select ${given.most}::int)) as place) as parts`,
);

function idOf(part: Part, count: number) {
  const sequence = sql.lit(`${TABLES[part]}_id_seq`);
  return sql`${sql.lit(part)}, case when place <= ${count}::int then nextval(${sequence}) end`;
}

/** A planned record, whose ids count from 1 in each list, with those that were taken for it. */
function withIds(record: WorkflowRecord, { workflow: id, creator, parts }: TakenIds): WorkflowRecord {
  const owned = { workflow_id: id };
  const idAt = (part: Part, place: number) => takenAt(parts, part, place);
  return {
    workflow: { ...record.workflow, id, creator_id: creator },
    recipients: record.recipients.map((row) => ({ ...row, ...owned, id: idAt('recipients', row.id) })),
    roles: record.roles.map((row) => {
      const recipientId = idAt('recipients', row.recipient_id);
      return { ...row, ...owned, id: idAt('roles', row.id), recipient_id: recipientId };
    }),
    steps: record.steps.map((row) => ({ ...row, ...owned, id: idAt('steps', row.id) })),
    actions: record.actions.map((row) => ({
      ...{ ...row, ...owned, id: idAt('actions', row.id), step_id: idAt('steps', row.step_id) },
      ...{ role_id: idAt('roles', row.role_id), recipient_id: idAt('recipients', row.recipient_id) },
    })),
    documents: record.documents.map((row) => {
      const fileId = idAt('files', row.original_file_id);
      return { ...row, ...owned, id: idAt('documents', row.id), original_file_id: fileId };
    }),
    fields: record.fields.map((row) => ({
      ...{ ...row, ...owned, id: idAt('fields', row.id) },
      ...{ document_id: idAt('documents', row.document_id), role_id: idAt('roles', row.role_id) },
    })),
  };
}

function takenAt(parts: TakenIds['parts'], part: Part, place: number): number {
  return assertPresent(parts[place - 1]?.[part], 'an id that was taken');
}

const insertRecord = prepareStatement(
  'insert-workflow',
  (
    _statements,
    given: Record<'workflow' | Part, string>,
  ) => sql`with new_workflow as (${rowsOf('workflows', HEAD, given.workflow)}),
    new_recipients as (${rowsOf('recipients', RECIPIENT, given.recipients)}),
    new_steps as (${rowsOf('steps', STEP, given.steps)}),
    new_roles as (${rowsOf('recipient_roles', ROLE, given.roles)}),
    new_actions as (${rowsOf('actions', ACTION, given.actions)}),
    new_files as (${filesInsertion(given.files)}),
    new_documents as (${rowsOf('documents', DOCUMENT, given.documents)})
    ${rowsOf('fields', FIELD, given.fields)}`,
);

/** Rows with their ids, as part of a statement. */
function rowsOf(table: string, columns: string, rows: string) {
  return sql`insert into ${sql.table(table)} (${sql.raw(columns)}) overriding system value
    select ${sql.raw(columns)} from jsonb_populate_recordset(null::${sql.table(table)}, ${rows}::jsonb)`;
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

/** The row, but for its document and position. */
export function fieldRow(field: NewField, workflowId: number) {
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

/** Who of these has signed in a workflow of the organization before. */
export async function listEarlierSigners(
  reads: Reads,
  { organizationId, addresses }: { organizationId: number; addresses: readonly string[] },
): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct recipients.email_key as address from recipients
    join actions on actions.recipient_id = recipients.id and actions.status = 'signed'
    join workflows on workflows.id = recipients.workflow_id and workflows.organization_id = ${organizationId}
    where recipients.email_key = any(${[...addresses]}::text[])`.execute(reads);
  return rows.map(({ address }) => address);
}
