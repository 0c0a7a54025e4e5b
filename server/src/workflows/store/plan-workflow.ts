import {
  assertPresent,
  type Draft,
  FIELD_LABELS,
  type FieldStyle,
  type FieldType,
  moveCondition,
  type NewFollower,
  NO_RULES,
  type PlacedField,
  type PlannedField,
  type PlannedRecipient,
  planSteps,
  USUAL_FONT_STYLE,
} from '@paraph/domain';
import type { Selectable } from 'kysely';
import type { DocumentContents, PageSize, SourceFacts } from '../../database/column-types.ts';
import type { AnnexRow, WorkflowRow } from '../../database/rows.generated.ts';
import type { NewFileRow } from '../../files/store-file.ts';
import type { formRow } from '../../revisions/prepare-form.ts';
import type { PlannedRecord, WorkflowRecord } from './workflow-record.ts';

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
  /** Tags of its workspace. */
  tagIds?: readonly number[] | undefined;
  /** Where anchor tags name documents: renames them once these are inserted. */
  moveAnchorTag?: (tag: string | null, documentIds: ReadonlyMap<number, number>) => string | null;
}

export const NO_ID = 0;

export function planWorkflow(workflow: NewWorkflow): PlannedWorkflow {
  const plan = planSteps(workflow.draft.steps);
  const planned = plan.steps.flatMap(({ actions }, index) =>
    actions.map((action) => ({ ...action, stepId: index + 1, signer: actions[action.witnessOf ?? -1] })),
  );
  const owned = { workflow_id: NO_ID };
  const roles = planned.map(({ recipient, type, color }, index) => {
    return { ...owned, id: index + 1, recipient_id: recipient + 1, type, color };
  });
  const signings = roles.flatMap(({ id, type, recipient_id: recipientId }) => {
    const recipient = assertPresent(plan.recipients[recipientId - 1], 'a planned recipient');
    return type === 'sign' ? [{ roleId: id, recipient }] : [];
  });
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
    recipients: plan.recipients.map(plannedRecipient),
    roles,
    steps: plan.steps.map(plannedStep),
    actions: planned.map(({ recipient, type, stepId, signer }, index) => {
      const place = { id: index + 1, stepId, roleId: index + 1, recipientId: recipient + 1, type };
      const witness = signer ? signer.recipient + 1 : null;
      return { ...plannedAction(place), ...witnessColumns(witness, plan.recipients[recipient]) };
    }),
    fields: planFields(workflow.documents, signings),
    followers: plannedFollowers(workflow.draft.followers, plan.recipients),
    annexes: annexes.map(({ file: _file, ...annex }, index) => {
      const fileId = documents.length + withSource.length + index + 1;
      return { ...owned, ...annex, id: index + 1, file_id: fileId };
    }),
  };
  const sources = withSource.flatMap(({ sourceFile }) => sourceFile ?? []);
  const files = [...documents.map(({ file }) => file), ...sources, ...annexes.map(({ file }) => file)];
  return { record, files, forms: documents.map(({ form }) => form) };
}

export function plannedRecipient(
  { name, email, emailKey, anchorTag, phone, language, identification }: PlannedRecipient,
  position: number,
): PlannedRecord['recipients'][number] {
  const contact = { name, email, email_key: emailKey, anchor_tag: anchorTag, phone, language };
  const unknown = { time_zone: null, mail_problem: null, identification_chosen: false };
  return { workflow_id: NO_ID, id: position + 1, position, ...contact, identification, ...unknown };
}

export function plannedFollowers(
  followers: readonly NewFollower[] | undefined,
  people: readonly { emailKey: string }[],
): PlannedRecord['followers'] {
  return (followers ?? []).map((follower, position) => {
    const followed = people.findIndex(({ emailKey }) => emailKey === follower.ofKey);
    const at = { workflow_id: NO_ID, position, recipient_id: followed < 0 ? null : followed + 1 };
    return { ...followerRow(follower, at), id: position + 1 };
  });
}

export function plannedStep(
  { type }: { type: 'sign' | 'review' },
  index: number,
): PlannedRecord['steps'][number] {
  const order = { id: index + 1, step_order: index + 1 };
  return { workflow_id: NO_ID, ...order, type, status: 'not_started', expires_at: null };
}

interface ActionPlace {
  id: number;
  stepId: number;
  roleId: number;
  recipientId: number;
  type: 'sign' | 'review';
}

export function plannedAction({
  stepId,
  roleId,
  recipientId,
  ...own
}: ActionPlace): PlannedRecord['actions'][number] {
  const refs = { workflow_id: NO_ID, step_id: stepId, role_id: roleId, recipient_id: recipientId };
  const always = { choice_group: null, choice_required: null, choice_slot: null, ...witnessColumns(null) };
  const waiting = { ...always, status: 'not_started' as const, comment: null, acted_at: null };
  const unasked = { asked_at: null, reminded_at: null, reminder_due_at: null, reminders_sent: 0 };
  return { ...refs, ...waiting, ...unasked, ...own, transaction: null };
}

/** Beside which signer a witness stands; one without an address is named by that signer. */
export function witnessColumns(
  signerId: number | null,
  person?: { email: string },
): { witness_of: number | null; witness_asked: boolean } {
  return { witness_of: signerId, witness_asked: person?.email === '' };
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

/** Planned fields behind others. Their conditions name one another by the ids that these fields have in `added`. */
export function withNewFields<Field extends Omit<WorkflowRecord['fields'][number], 'id' | 'workflow_id'>>(
  fields: readonly Field[],
  added: readonly NewField[],
): (Field | WorkflowRecord['fields'][number])[] {
  const after = nextPosition(fields);
  const firstId = fields.length + 1;
  const moved = new Map(added.flatMap(({ id }, index) => (id === null ? [] : [[id, firstId + index]])));
  const rows = added.map((field, index) => {
    const rules = field.rules.showIf === null ? field.rules : moveCondition(field.rules, moved);
    const row = fieldRow({ ...field, rules }, { workflow_id: NO_ID, position: after + index });
    return { id: firstId + index, ...row };
  });
  return [...fields, ...rows];
}

/** Behind all of these. */
export function nextPosition(rows: readonly { position: number }[]): number {
  return Math.max(-1, ...rows.map(({ position }) => position)) + 1;
}

/** The row of a follower who was told nothing yet, without an id. */
export function followerRow(
  { name, email, emailKey, language, when }: NewFollower,
  at: { workflow_id: number; position: number; recipient_id: number | null },
) {
  const nothing = { opened_at: null, stopped_at: null, mail_problem: null };
  return { ...at, name, email, email_key: emailKey, language, copied_when: when, ...nothing };
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
  return type === 'email' && email !== '' ? email : null;
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
