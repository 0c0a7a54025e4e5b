import type { Selectable } from 'kysely';
import type {
  ActionRow,
  DocumentRow,
  FieldRow,
  RecipientRoleRow,
  RecipientRow,
  StepRow,
  WorkflowRow,
} from '../../platform/tables.ts';

// The columns that views show and no more: entering and leaving the parts of a statement, and writing JSON, cost
// PostgreSQL more than finding the rows.

export const QUICK_WORKFLOW = ['id', 'envelope_id', 'name', 'type', 'status', 'metadata'] as const;
export const QUICK_TIMES = ['created_at', 'expires_at', 'started_at'] as const;
export const WORKFLOW = [
  ...QUICK_WORKFLOW,
  ...(['workspace_id', 'organization_id', 'creator_id', 'old_status'] as const),
  ...(['sender_name', 'sender_message'] as const),
] as const;
export const TIMES = [...QUICK_TIMES, 'scheduled_start_at'] as const;
export const DOCUMENT = [
  ...(['id', 'position', 'name', 'storage_key', 'original_file_id', 'sealed_file_id'] as const),
] as const;
export const RECIPIENT = [
  ...(['id', 'position', 'name', 'email', 'email_key'] as const),
  ...(['phone', 'language', 'identification'] as const),
] as const;
export const ROLE = ['id', 'recipient_id', 'type', 'color'] as const;
export const STEP = ['id', 'step_order', 'type', 'status', 'expires_at'] as const;
export const ACTION = [
  ...(['id', 'step_id', 'role_id', 'recipient_id'] as const),
  ...(['type', 'status', 'comment', 'transaction'] as const),
] as const;
export const PLAIN_FIELD = [
  ...([
    'id',
    'position',
    'type',
    'label',
    'document_id',
    'role_id',
    'page',
    'value',
    'pdf_field_name',
  ] as const),
  ...(['pos_x', 'pos_y', 'width', 'height', 'style', 'required', 'read_only'] as const),
] as const;

type Columns<Row, Names extends readonly unknown[]> = Pick<
  Selectable<Row>,
  Names[number] & keyof Selectable<Row>
>;

/** What of a workflow the quick family shows. */
export interface QuickRecord {
  workflow: Columns<WorkflowRow, typeof QUICK_WORKFLOW> & Columns<WorkflowRow, typeof QUICK_TIMES>;
  documents: Columns<DocumentRow, typeof DOCUMENT>[];
  recipients: Columns<RecipientRow, typeof RECIPIENT>[];
  roles: Columns<RecipientRoleRow, typeof ROLE>[];
  steps: Columns<StepRow, typeof STEP>[];
  actions: Columns<ActionRow, typeof ACTION>[];
}

/** What the other families show. */
export interface ViewedRecord extends QuickRecord {
  workflow: Columns<WorkflowRow, typeof WORKFLOW> & Columns<WorkflowRow, typeof TIMES>;
  fields: Columns<FieldRow, readonly [...typeof PLAIN_FIELD, 'rules']>[];
}
