import type { WorkflowStatus } from '@paraph/domain';
import type { Expression, Selectable } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { type JsonRow, selectPart } from '../../database/json-rows.ts';
import type {
  ActionRow,
  DocumentRow,
  FieldRow,
  RecipientRow,
  StepRow,
} from '../../database/rows.generated.ts';
import { type FileJson, fileRowOf } from '../../files/read-file-facts.ts';

// What one recipient needs of a workflow, as parts of a statement: a few parts of a plan instead of fifty.

/** An action of a recipient, with what decides whether they may act, and what the trail says of them. */
export type RecipientAction = JsonRow<
  Pick<Selectable<ActionRow>, 'acted_at' | 'id' | 'recipient_id' | 'role_id' | 'status' | 'step_id'> &
    Pick<Selectable<StepRow>, 'step_order'> &
    Pick<Selectable<RecipientRow>, 'email' | 'name'>
> & { workflow_status: WorkflowStatus; workflow_expires_at: string };

/** All actions of a recipient, in no order. */
export function recipientActionsOf(recipientId: Expression<number>) {
  return jsonArrayFrom(
    selectPart('actions')
      .innerJoin('steps', 'steps.id', 'actions.step_id')
      .innerJoin('recipients', 'recipients.id', 'actions.recipient_id')
      .innerJoin('workflows', 'workflows.id', 'actions.workflow_id')
      .select(['actions.id', 'actions.recipient_id', 'actions.role_id', 'actions.step_id'])
      .select(['actions.status', 'actions.acted_at', 'steps.step_order'])
      .select(['recipients.name', 'recipients.email', 'workflows.status as workflow_status'])
      .select('workflows.expires_at as workflow_expires_at')
      .where('actions.recipient_id', '=', recipientId),
  );
}

const ANSWERED_COLUMNS = ['id', 'role_id', 'type', 'required', 'read_only', 'rules', 'value'] as const;

/** A field, as the rules for its value need it. */
export type RecipientField = Pick<Selectable<FieldRow>, (typeof ANSWERED_COLUMNS)[number]>;

/** The fields of all roles that a recipient has, in no order. */
export function recipientFieldsOf(recipientId: Expression<number>) {
  return jsonArrayFrom(
    selectPart('fields')
      .select(ANSWERED_COLUMNS)
      .where(
        'fields.role_id',
        'in',
        selectPart('actions').select('actions.role_id').where('actions.recipient_id', '=', recipientId),
      ),
  );
}

/** A document with its files: that as it was uploaded, and the sealed one, if there is one. */
export interface ReadableDocument {
  name: string;
  original: FileJson | null;
  sealed: FileJson | null;
}

/** The document of a workflow that has this id; null if it has none. */
export function readableDocumentOf(workflowId: Expression<number>, documentId: number) {
  return jsonObjectFrom(
    selectPart('documents')
      .select(({ ref }) => [
        'documents.name',
        fileRowOf(ref('documents.original_file_id')).as('original'),
        fileRowOf(ref('documents.sealed_file_id')).as('sealed'),
      ])
      .where('documents.id', '=', documentId)
      .where('documents.workflow_id', '=', workflowId),
  );
}

/** A document whose first page is to be shown. */
export interface PicturedDocument
  extends Pick<Selectable<DocumentRow>, 'id' | 'original_file_id' | 'thumb_file_id' | 'workflow_id'> {
  /** Whether a person has acted, so that its pages may look different from those that were uploaded. */
  hasActed: boolean;
}

/** The document of a workflow that has this id; null if it has none. */
export function picturedDocumentOf(workflowId: Expression<number>, documentId: number) {
  return jsonObjectFrom(
    selectPart('documents')
      .select(['documents.id', 'documents.workflow_id', 'original_file_id', 'thumb_file_id'])
      .select(({ exists, selectFrom }) =>
        exists(
          selectFrom('actions')
            .select('actions.id')
            .whereRef('actions.workflow_id', '=', 'documents.workflow_id')
            .where('actions.acted_at', 'is not', null),
        )
          .$castTo<boolean>()
          .as('hasActed'),
      )
      .where('documents.id', '=', documentId)
      .where('documents.workflow_id', '=', workflowId),
  );
}
