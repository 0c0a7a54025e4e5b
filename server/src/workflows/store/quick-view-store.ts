import { type Expression, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { type PictureRow, pictureOfAddress } from '../../accounts/api.ts';
import { fileSizeOf } from '../../files/read-file-facts.ts';
import type { Reads } from '../../platform/database.ts';
import { selectPart, timeOf } from '../../platform/json-rows.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import { latestSizeOf } from '../../revisions/api.ts';
import { type AccessRow, accessRowOf } from '../../workspaces/api.ts';
import type { DocumentSizes } from './view-data-store.ts';
import {
  ACTION,
  DOCUMENT,
  QUICK_TIMES,
  QUICK_WORKFLOW,
  type QuickRecord,
  RECIPIENT,
  ROLE,
  STEP,
} from './viewed-columns.ts';
import type { WorkflowReference } from './visible-workflow-store.ts';
import { byId, byPosition } from './workflow-store.ts';

// What programs ask most often has a statement of its own, with the columns that the answer shows and no more.

/** The same, with what it shows of other rooms' rows. */
export interface QuickFound extends QuickRecord {
  documents: (QuickRecord['documents'][number] & DocumentSizes)[];
  recipients: (QuickRecord['recipients'][number] & { user: PictureRow | null })[];
}

export interface QuickRow {
  found: QuickFound;
  creatorId: number;
  /** The place of the user in its workspace: whether they may see the workflow is for the caller to decide. */
  access: AccessRow | null;
}

export async function findQuickly(
  reads: Reads,
  reference: WorkflowReference,
  userId: number,
): Promise<QuickRow | null> {
  const [row] = await (typeof reference === 'number'
    ? selectById(reads, reference, userId)
    : selectByEnvelopeId(reads, reference, userId));
  return toQuickRow(row?.quick ?? null);
}

function toQuickRow(row: QuickJson | null): QuickRow | null {
  if (row === null) return null;
  const { documents, recipients, roles, steps, actions, access, creator_id: creatorId, ...rest } = row;
  const workflow = {
    ...rest,
    created_at: timeOf(rest.created_at),
    expires_at: timeOf(rest.expires_at),
    started_at: timeOf(rest.started_at),
  };
  const found = {
    workflow,
    documents: documents.sort(byPosition),
    recipients: recipients.sort(byPosition),
    roles: roles.sort(byId),
    steps: steps
      .sort((a, b) => a.step_order - b.step_order)
      .map((step) => ({ ...step, expires_at: timeOf(step.expires_at) })),
    actions: actions.sort(byId),
  };
  return { found, creatorId, access };
}

const selectById = prepareStatement('quick-workflow', (statements, id: number, userId: number) =>
  statements.selectNoFrom(quickOf(hasId(id), userIdOf(userId)).as('quick')),
);

const selectByEnvelopeId = prepareStatement('quick-envelope', (statements, id: string, userId: number) =>
  statements.selectNoFrom(quickOf(hasEnvelopeId(id), userIdOf(userId)).as('quick')),
);

const hasId = (id: unknown) => sql<boolean>`workflows.id = ${id}`;
const hasEnvelopeId = (id: unknown) => sql<boolean>`workflows.envelope_id = ${id}`;
const userIdOf = (userId: number) => sql<number>`${userId}::bigint`;

type QuickJson = NonNullable<ReturnType<typeof quickOf>['expressionType']>;

function quickOf(isNamed: Expression<boolean>, userId: Expression<number | null>) {
  return jsonObjectFrom(
    selectPart('workflows')
      .select(QUICK_WORKFLOW)
      .select(QUICK_TIMES)
      .select(({ ref }) => [
        'creator_id',
        documents().as('documents'),
        recipients().as('recipients'),
        roles().as('roles'),
        steps().as('steps'),
        actions().as('actions'),
        accessRowOf(ref('workflows.workspace_id'), userId).as('access'),
      ])
      .where(isNamed),
  );
}

/** Of the statement of which these are parts. */
const ID = sql.ref<number>('workflows.id');

function documents() {
  return jsonArrayFrom(
    selectPart('documents')
      .select(DOCUMENT)
      .select(({ ref }) => [
        fileSizeOf(ref('original_file_id')).as('originalSize'),
        fileSizeOf(ref('sealed_file_id')).as('sealedSize'),
        latestSizeOf(ref('documents.id')).as('latestSize'),
      ])
      .where('workflow_id', '=', ID),
  );
}

function recipients() {
  return jsonArrayFrom(
    selectPart('recipients')
      .select(RECIPIENT)
      .select(({ ref }) => pictureOfAddress(ref('recipients.email_key')).as('user'))
      .where('workflow_id', '=', ID),
  );
}

function roles() {
  return jsonArrayFrom(selectPart('recipient_roles').select(ROLE).where('workflow_id', '=', ID));
}

function steps() {
  return jsonArrayFrom(selectPart('steps').select(STEP).where('workflow_id', '=', ID));
}

function actions() {
  return jsonArrayFrom(selectPart('actions').select(ACTION).where('workflow_id', '=', ID));
}
