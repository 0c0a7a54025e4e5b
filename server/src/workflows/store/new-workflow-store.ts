import {
  assertPresent,
  type Draft,
  type EventName,
  FIELD_LABELS,
  type FieldStyle,
  type FieldType,
  type NewFollower,
  NO_RULES,
  type PlacedField,
  type PlannedField,
  type PlannedRecipient,
  planSteps,
  USUAL_FONT_STYLE,
} from '@paraph/domain';
import { type Insertable, type InsertObject, type Selectable, sql } from 'kysely';
import { livingUser } from '../../accounts/api.ts';
import type { DocumentContents, PageSize, SourceFacts } from '../../database/column-types.ts';
import type { Reads, Tx } from '../../database/database.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import { type AnnexRow, COLUMNS, type Tables, type WorkflowRow } from '../../database/rows.generated.ts';
import { listenerExists } from '../../developers/listeners.ts';
import { insertFileRows, type NewFileRow } from '../../files/store-file.ts';
import { storableJson } from '../../platform/json.ts';
import { insertRevisions } from '../../revisions/api.ts';
import type { formRow } from '../../revisions/prepare-form.ts';
import { reminderDefaultOf } from '../../workspaces/api.ts';
import { byId, type PlannedRecord, type WorkflowRecord, type WorkflowRows } from './workflow-record.ts';

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
  annexes: readonly PlannedAnnex[];
}

/** An annex that is inserted together with its file. */
type PlannedAnnex = Omit<Selectable<AnnexRow>, 'file_id' | 'id' | 'workflow_id'> & { file: NewFileRow };

/** A document that is inserted together with its file, its fields and, if it has one already, its form. */
export interface PlannedDocument extends Omit<NewDocument, 'position' | 'originalFileId' | 'sourceFileId'> {
  file: NewFileRow;
  /** Of what it was made of. */
  sourceFile: NewFileRow | null;
  fields: readonly PlannedField[];
  form?: ReturnType<typeof formRow>;
}

/** A workflow without rows, and what its documents consist of. */
export interface PlannedWorkflow {
  record: PlannedRecord;
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
  const always = { choice_group: null, choice_required: null, choice_slot: null };
  const waiting = { ...always, status: 'not_started' as const, comment: null, acted_at: null };
  const unasked = { asked_at: null, reminded_at: null, reminder_due_at: null, reminders_sent: 0 };
  const { documents, annexes } = workflow;
  const withSource = documents.filter(({ sourceFile }) => sourceFile !== null);
  const record: PlannedRecord = {
    workflow: headOf(workflow),
    documents: documents.map((document, position) => {
      const { name, pages, contents, storageKey, source } = document;
      const fromSource = withSource.indexOf(document);
      const sourceId = fromSource < 0 ? null : documents.length + fromSource + 1;
      const files = { original_file_id: position + 1, thumb_file_id: null, sealed_file_id: null };
      const row = { id: position + 1, position, name, pages: [...pages], contents, storage_key: storageKey };
      return { ...owned, ...files, source_file_id: sourceId, source, ...row };
    }),
    recipients: plan.recipients.map(({ emailKey, anchorTag, ...contact }, position) => {
      const keys = { id: position + 1, position, email_key: emailKey, anchor_tag: anchorTag };
      const unknown = { time_zone: null, mail_problem: null };
      return { ...owned, ...contact, ...keys, ...unknown, identification_chosen: false };
    }),
    roles,
    steps: plan.steps.map(({ type }, index) => {
      const order = { id: index + 1, step_order: index + 1 };
      return { ...owned, ...order, type, status: 'not_started', expires_at: null };
    }),
    actions: planned.map(({ recipient, type, stepId }, index) => {
      const refs = { step_id: stepId, role_id: index + 1, recipient_id: recipient + 1 };
      return { ...owned, ...refs, ...waiting, ...unasked, id: index + 1, type, transaction: null };
    }),
    fields: planFields(workflow.documents, signings),
    followers: (workflow.draft.followers ?? []).map((follower, position) => {
      const followed = plan.recipients.findIndex(({ emailKey }) => emailKey === follower.ofKey);
      const recipientId = followed < 0 ? null : followed + 1;
      return {
        ...followerRow(follower, { ...owned, position, recipient_id: recipientId }),
        id: position + 1,
      };
    }),
    annexes: annexes.map(({ file: _file, ...annex }, index) => {
      const fileId = documents.length + withSource.length + index + 1;
      return { ...owned, ...annex, id: index + 1, file_id: fileId };
    }),
  };
  const sources = withSource.flatMap(({ sourceFile }) => sourceFile ?? []);
  const files = [...documents.map(({ file }) => file), ...sources, ...annexes.map(({ file }) => file)];
  return { record, files, forms: documents.map(({ form }) => form) };
}

function headOf(workflow: NewWorkflow): PlannedRecord['workflow'] {
  const { draft, source, ...head } = workflow;
  return {
    id: NO_ID,
    envelope_id: head.envelopeId,
    organization_id: head.organizationId,
    workspace_id: head.workspaceId,
    creator_id: head.creatorId,
    name: draft.name,
    type: draft.type,
    status: 'not_started',
    old_status: null,
    created_at: head.createdAt,
    expires_at: head.expiresAt,
    started_at: null,
    scheduled_start_at: head.scheduledStartAt,
    ended_at: null,
    sender_name: draft.senderName ?? head.senderName,
    sender_message: draft.senderMessage,
    source_type: source.type,
    source_value: source.value,
    metadata: draft.metadata,
    preferences: draft.preferences,
    blocked_cause: null,
    sent_by_key: head.sentByKey ?? null,
  };
}

function planFields(
  documents: readonly PlannedDocument[],
  signings: readonly { roleId: number; recipient: PlannedRecipient }[],
): WorkflowRecord['fields'] {
  const fields = documents.flatMap((document, index) =>
    document.fields.flatMap(({ signing, ...field }) => {
      const owner = signings[signing];
      return owner ? [newField(field, { documentId: index + 1, ...owner })] : [];
    }),
  );
  return fields.map((field, position) => ({
    id: position + 1,
    ...fieldRow(field, { workflow_id: NO_ID, position }),
  }));
}

/** The row of a follower who was told nothing yet, without an id. */
export function followerRow(
  { name, email, emailKey, language, when }: NewFollower,
  at: { workflow_id: number; position: number; recipient_id: number | null },
) {
  const nothing = { opened_at: null, stopped_at: null, mail_problem: null };
  return { ...at, name, email, email_key: emailKey, language, copied_when: when, ...nothing };
}

/** Returns its id. */
export async function insertWorkflow(tx: Tx, workflow: NewWorkflow): Promise<number> {
  const { record } = await insertPlanned(tx, planWorkflow(workflow), []);
  return record.workflow.id;
}

/**
 * Inserts a workflow as it was planned, and returns the record as it is stored, and whether an endpoint wants to know
 * of one of the events. The creator is locked until the workflow is there.
 */
export async function insertPlanned(
  tx: Tx,
  { record: planned, files, forms }: PlannedWorkflow,
  events: readonly EventName[],
): Promise<{ record: WorkflowRecord; hasListener: boolean; reminderDefault: string | null }> {
  const { hasListener, reminderDefault, ...workflow } = await insertHead(tx, planned.workflow, events);
  const owned = { workflow_id: workflow.id };
  const recipients = await insertRecipients(tx, withoutIds(planned.recipients, owned));
  const steps = await insertSteps(tx, withoutIds(planned.steps, owned));
  const newRoles = withoutIds(planned.roles, owned).map((row) => {
    return { ...row, recipient_id: idAt(recipients, row.recipient_id) };
  });
  const roles = await insertRoles(tx, newRoles);
  const newActions = withoutIds(planned.actions, owned).map((row) => {
    const refs = { step_id: idAt(steps, row.step_id), role_id: idAt(roles, row.role_id) };
    return { ...row, ...refs, recipient_id: idAt(recipients, row.recipient_id), transaction: null };
  });
  const actions = await insertActions(tx, newActions);
  const stored = await insertFileRows(tx, files);
  const newDocuments = withoutIds(planned.documents, owned).map((row) => {
    const json = { pages: storableJson(row.pages), contents: storableJson(row.contents) };
    const source = row.source && storableJson(row.source);
    const sourceId = row.source_file_id && idAt(stored, row.source_file_id);
    const ids = { original_file_id: idAt(stored, row.original_file_id), source_file_id: sourceId };
    return { ...row, ...json, ...ids, source };
  });
  const documents = await insertDocuments(tx, newDocuments);
  const newFields = withoutIds(planned.fields, owned).map((row) => {
    const refs = { document_id: idAt(documents, row.document_id), role_id: idAt(roles, row.role_id) };
    return { ...row, ...refs, style: storableJson(row.style), rules: storableJson(row.rules) };
  });
  const fields = await insertFields(tx, newFields);
  const followers = await insertFollowers(
    tx,
    withoutIds(planned.followers, owned).map((row) => {
      return { ...row, recipient_id: row.recipient_id && idAt(recipients, row.recipient_id) };
    }),
  );
  const annexes = await insertAnnexes(
    tx,
    withoutIds(planned.annexes, owned).map((row) => ({ ...row, file_id: idAt(stored, row.file_id) })),
  );
  const revisions = forms.flatMap((form, index) =>
    form ? [{ ...form, document_id: idAt(documents, index + 1) }] : [],
  );
  await insertRevisions(tx, revisions);
  const record = { workflow, recipients, steps, roles, actions, documents, fields, followers, annexes };
  return { record, hasListener, reminderDefault };
}

async function insertHead(
  tx: Tx,
  { id: _planned, creator_id: creatorId, ...head }: PlannedRecord['workflow'],
  events: readonly EventName[],
): Promise<WorkflowRecord['workflow'] & { hasListener: boolean; reminderDefault: string | null }> {
  const row = {
    ...head,
    metadata: storableJson(head.metadata),
    preferences: storableJson(head.preferences),
    sent_by_key: head.sent_by_key ? storableJson(head.sent_by_key) : null,
  };
  const [inserted] = await insertHeadRow(tx, row, {
    creatorId,
    organizationId: head.organization_id,
    events,
  });
  return assertPresent(inserted, 'an inserted workflow');
}

const insertHeadRow = prepareStatement(
  'insert-workflow',
  (
    statements,
    row: Omit<Insertable<WorkflowRow>, 'creator_id'>,
    { creatorId, ...listening }: { creatorId: number; organizationId: number; events: readonly EventName[] },
  ) =>
    statements
      .insertInto('workflows')
      .values({ ...row, creator_id: livingUser(creatorId) })
      .returning(COLUMNS.workflows)
      .returning(listenerExists(listening).as('hasListener'))
      .returning(({ ref }) => reminderDefaultOf(ref('workflows.workspace_id')).as('reminderDefault')),
);

type ChildTable = Exclude<keyof WorkflowRows, 'roles' | 'workflow'> | 'recipient_roles';

/** Inserts rows into one table and returns them in their order: identity values are assigned in it. */
function insertionInto<Table extends ChildTable>(table: Table) {
  const send = prepareStatement(
    `insert-${table}`,
    (statements, rows: readonly Insertable<Tables[Table]>[]) => {
      // The types of kysely do not follow a table that is a parameter.
      const values = [...rows] as unknown as InsertObject<Tables, ChildTable>[];
      return statements.insertInto<ChildTable>(table).values(values).returning(COLUMNS[table]);
    },
  );
  return async (tx: Tx, rows: readonly Insertable<Tables[Table]>[]) => {
    if (rows.length === 0) return [];
    return (await send(tx, rows)).sort(byId) as unknown as Selectable<Tables[Table]>[];
  };
}

const insertRecipients = insertionInto('recipients');
const insertSteps = insertionInto('steps');
const insertRoles = insertionInto('recipient_roles');
const insertActions = insertionInto('actions');
const insertDocuments = insertionInto('documents');
const insertFields = insertionInto('fields');
export const insertFollowers = insertionInto('followers');
const insertAnnexes = insertionInto('annexes');

function withoutIds<Row extends { id: number }, Owned>(
  rows: readonly Row[],
  owned: Owned,
): (Omit<Row, 'id'> & Owned)[] {
  return rows.map(({ id: _planned, ...row }) => ({ ...row, ...owned }));
}

/** The id of an inserted row: planned ids count from 1. */
function idAt(rows: readonly { id: number }[], planned: number): number {
  return assertPresent(rows[planned - 1], 'an inserted row').id;
}

export const FIELD_STYLE: FieldStyle = {
  color: '#14213D',
  fontStyle: USUAL_FONT_STYLE,
  fontSize: 11,
  bold: false,
  italic: false,
  underline: false,
};

/** A planned field of a role, prefilled with data of the recipient, who may correct it. */
export function newField(
  field: Omit<PlannedField, 'signing'>,
  owner: { documentId: number; roleId: number; recipient: { name: string; email: string } },
): NewField {
  const { key = null, value: given, ...place } = field;
  const { type } = place;
  const { documentId, roleId, recipient } = owner;
  const look = { label: FIELD_LABELS[type], style: FIELD_STYLE, rules: { ...NO_RULES, key } };
  const use = { required: type !== 'checkbox', readOnly: type === 'stamp' };
  const value = given ?? prefilled(type, recipient);
  return { ...place, ...look, ...use, value, id: null, documentId, roleId };
}

export function prefilled(type: FieldType, { name, email }: { name: string; email: string }): string | null {
  if (type === 'name') return name;
  return type === 'email' ? email : null;
}

export interface NewDocument {
  position: number;
  name: string;
  pages: readonly PageSize[];
  contents: DocumentContents;
  originalFileId: number;
  storageKey: string;
  /** What it was made of; null where it was sent as it is. */
  source: SourceFacts | null;
  sourceFileId: number | null;
}

/** The row of a document of a workflow or of a template, without its owner. */
export function documentColumns(document: NewDocument) {
  const { pages, contents, originalFileId, storageKey, source, sourceFileId, ...named } = document;
  const json = { pages: JSON.stringify(pages), contents: JSON.stringify(contents) };
  const files = { original_file_id: originalFileId, source_file_id: sourceFileId };
  return { ...named, ...json, ...files, source: source && JSON.stringify(source), storage_key: storageKey };
}

export interface NewField extends PlacedField {
  /** The id by which conditions of fields inserted with it name it; its row gets another. */
  id: number | null;
  pdfFieldName: string | null;
}

/** The row of a field, without an id. */
export function fieldRow(field: NewField, at: { workflow_id: number; position: number }) {
  const { type, label, required, page, width, height, style, rules, value } = field;
  const refs = { document_id: field.documentId, role_id: field.roleId, pdf_field_name: field.pdfFieldName };
  const placement = { page, pos_x: field.posX, pos_y: field.posY, width, height };
  const content = {
    type,
    label,
    required,
    read_only: field.readOnly,
    style,
    rules,
    value,
    sent_value: value,
  };
  return { ...at, ...refs, ...placement, ...content };
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
