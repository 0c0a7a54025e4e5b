import { FINAL_STATUSES, type Identification, type StepState, type WorkflowState } from '@paraph/domain';
import { type Expression, type ExpressionBuilder, type QueryCreator, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { entryOfJson, type LedgerEntry, ledgerEntryOf } from '../../audit/ledger-entry.ts';
import { type EndpointFilter, listenerExists } from '../../developers/listeners.ts';
import { hidden, listOf } from '../../platform/array-parameters.ts';
import type { Reads, Tx } from '../../platform/database.ts';
import { type JsonRow, selectPart, timeOf } from '../../platform/json-rows.ts';
import { prepareStatement } from '../../platform/prepared-statements.ts';
import type {
  ActionRow,
  DocumentRow,
  FieldRow,
  RecipientRoleRow,
  RecipientRow,
  StepRow,
  Tables,
  WorkflowRow,
} from '../../platform/tables.ts';
import { type ViewDataRow, viewDataParts } from './view-data-store.ts';

/** The rows of a workflow and everything that belongs to it. */
export interface WorkflowRecord {
  workflow: Selectable<WorkflowRow>;
  documents: Selectable<DocumentRow>[];
  recipients: Selectable<RecipientRow>[];
  roles: Selectable<RecipientRoleRow>[];
  steps: Selectable<StepRow>[];
  actions: Selectable<ActionRow>[];
  fields: Selectable<FieldRow>[];
  /** Where its trail ended when the record was loaded; not of one that was planned or listed. */
  ledger?: LedgerEntry | null;
}

/** Locks the workflow's row until the end of the transaction, which serializes changes of a workflow. */
export async function lockWorkflowRow(tx: Tx, id: number): Promise<boolean> {
  return (await lockById(tx, id)).length > 0;
}

/** What locks it, for a statement that finds the workflow by something of it. */
export function selectToLock(statements: QueryCreator<Tables>, id: number | Expression<number>) {
  return statements.selectFrom('workflows').where('id', '=', id).forUpdate();
}

const lockById = prepareStatement('lock-workflow', (each, id: number) => selectToLock(each, id).select('id'));

export async function loadWorkflow(reads: Reads, id: number): Promise<WorkflowRecord | null> {
  const [row] = await selectRecord(reads, id);
  return row?.record ? toRecord(row.record) : null;
}

const selectRecord = prepareStatement('workflow-record', (statements, id: number) =>
  statements.selectNoFrom(
    jsonObjectFrom(
      selectPart('workflows')
        .selectAll('workflows')
        .select(workflowParts)
        .select(({ ref }) => ledgerEntryOf(ref('workflows.id')).as('ledger'))
        .where('workflows.id', '=', id),
    ).as('record'),
  ),
);

/** Loads many in the order of the given ids, by one statement. */
export async function loadWorkflows(reads: Reads, ids: readonly number[]): Promise<WorkflowRecord[]> {
  if (ids.length === 0) return [];
  const rows = await reads
    .selectFrom('workflows')
    .selectAll('workflows')
    .select(workflowParts)
    .where('id', 'in', [...ids])
    .execute();
  const records = new Map(rows.map((row) => [row.id, toRecord(row)]));
  return ids.flatMap((id) => records.get(id) ?? []);
}

/** The rows that belong to a workflow, in no order, as columns of a statement about it. */
export function workflowParts({ selectFrom }: ExpressionBuilder<Tables, 'workflows'>) {
  const id = sql.ref<number>('workflows.id');
  return [
    jsonArrayFrom(selectFrom('documents').selectAll('documents').where('workflow_id', '=', id)).as(
      'documents',
    ),
    jsonArrayFrom(selectFrom('recipients').selectAll('recipients').where('workflow_id', '=', id)).as(
      'recipients',
    ),
    jsonArrayFrom(
      selectFrom('recipient_roles').selectAll('recipient_roles').where('workflow_id', '=', id),
    ).as('roles'),
    jsonArrayFrom(selectFrom('steps').selectAll('steps').where('workflow_id', '=', id)).as('steps'),
    jsonArrayFrom(selectFrom('actions').selectAll('actions').where('workflow_id', '=', id)).as('actions'),
    jsonArrayFrom(selectFrom('fields').selectAll('fields').where('workflow_id', '=', id)).as('fields'),
  ] as const;
}

/** What a statement with `workflowParts` returns. */
export type LoadedRow = (JsonRow<Selectable<WorkflowRow>> | Selectable<WorkflowRow>) & {
  documents: JsonRow<Selectable<DocumentRow>>[];
  recipients: JsonRow<Selectable<RecipientRow>>[];
  roles: JsonRow<Selectable<RecipientRoleRow>>[];
  steps: JsonRow<Selectable<StepRow>>[];
  actions: JsonRow<Selectable<ActionRow>>[];
  fields: JsonRow<Selectable<FieldRow>>[];
  ledger?: JsonRow<LedgerEntry> | null;
};

export function toRecord(row: LoadedRow): WorkflowRecord {
  const { documents, recipients, roles, steps, actions, fields, ledger = null, ...workflow } = row;
  return {
    workflow: {
      ...workflow,
      created_at: timeOf(workflow.created_at),
      expires_at: timeOf(workflow.expires_at),
      started_at: timeOf(workflow.started_at),
      scheduled_start_at: timeOf(workflow.scheduled_start_at),
      ended_at: timeOf(workflow.ended_at),
    },
    documents: documents.sort(byPosition),
    recipients: recipients.sort(byPosition),
    roles: roles.sort(byId),
    steps: steps
      .sort((a, b) => a.step_order - b.step_order)
      .map((step) => ({ ...step, expires_at: timeOf(step.expires_at) })),
    actions: actions.sort(byId).map((action) => ({
      ...action,
      acted_at: timeOf(action.acted_at),
      reminded_at: timeOf(action.reminded_at),
    })),
    fields: fields.sort(byPosition),
    ledger: ledger && entryOfJson(ledger),
  };
}

// Rows that a statement wrote as JSON are sorted here: there, each sort is two more parts of its plan.
export const byPosition = (a: { position: number }, b: { position: number }) => a.position - b.position;
export const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;

/** The record as the rules see it. */
export function toState({ workflow, steps, actions }: WorkflowRecord): WorkflowState {
  return {
    status: workflow.status,
    oldStatus: workflow.old_status,
    startedAt: workflow.started_at,
    expiresAt: workflow.expires_at,
    endedAt: workflow.ended_at,
    blockedCause: workflow.blocked_cause,
    steps: steps.map(
      (step): StepState => ({
        id: step.id,
        order: step.step_order,
        type: step.type,
        status: step.status,
        actions: actions
          .filter((action) => action.step_id === step.id)
          .map((action) => ({
            id: action.id,
            recipientId: action.recipient_id,
            type: action.type,
            status: action.status,
            comment: action.comment,
            actedAt: action.acted_at,
          })),
      }),
    ),
  };
}

/** The record after the state is saved: the same as loading it again. */
export function withState(record: WorkflowRecord, state: WorkflowState): WorkflowRecord {
  const steps = new Map(state.steps.map((step) => [step.id, step]));
  const actions = new Map(state.steps.flatMap((step) => step.actions).map((action) => [action.id, action]));
  return {
    ...record,
    workflow: {
      ...record.workflow,
      status: state.status,
      old_status: state.oldStatus,
      started_at: state.startedAt,
      ended_at: state.endedAt,
      blocked_cause: state.blockedCause,
    },
    steps: record.steps.map((row) => ({ ...row, status: steps.get(row.id)?.status ?? row.status })),
    actions: record.actions.map((row) => {
      const { status, comment, actedAt } = actions.get(row.id) ?? { ...row, actedAt: row.acted_at };
      return { ...row, status, comment, acted_at: actedAt };
    }),
  };
}

interface StateChange {
  before: WorkflowState;
  after: WorkflowState;
  title: string | null;
  sentByKey: Selectable<WorkflowRow>['sent_by_key'];
  /** Whether an endpoint wants to know is answered by the same statement, which saves another one. */
  listening: EndpointFilter;
  /** Whether a view of the workflow will be needed: then what it shows besides is read by the same statement too. */
  isViewed: boolean;
}

interface SavedState {
  isHeard: boolean;
  /** Null unless it was asked for. */
  viewData: ViewDataRow | null;
}

/** Writes what a decision changed, and only that, by one statement; returns whether an endpoint wants to know. */
export async function saveState(
  tx: Tx,
  id: number,
  { before, after, title, sentByKey, listening, isViewed }: StateChange,
): Promise<SavedState> {
  const steps = after.steps.filter(({ status }, at) => status !== before.steps[at]?.status);
  const known = new Set(before.steps.flatMap((step) => step.actions));
  const actions = after.steps.flatMap((step) => step.actions).filter((action) => !known.has(action));
  const { status, oldStatus, startedAt, endedAt, blockedCause } = after;
  const update = {
    ...{ id, status, oldStatus, startedAt, endedAt, blockedCause, title },
    sentByKey: sentByKey && JSON.stringify(sentByKey),
    steps: listOf(steps, 'id'),
    stepStatuses: listOf(steps, 'status'),
    actions: listOf(actions, 'id'),
    actionStatuses: listOf(actions, 'status'),
    comments: listOf(actions, 'comment'),
    actedAt: listOf(actions, 'actedAt'),
    ...listening,
  };
  if (!isViewed) {
    const [saved] = await updateState(tx, update);
    return { isHeard: saved?.isHeard === true, viewData: null };
  }
  const [saved] = await updateAndView(tx, update);
  return { isHeard: saved?.isHeard === true, viewData: saved ?? null };
}

interface StateUpdate
  extends Pick<WorkflowState, 'status' | 'oldStatus' | 'startedAt' | 'endedAt' | 'blockedCause'>,
    EndpointFilter {
  id: number;
  title: string | null;
  sentByKey: string | null;
  steps: number[];
  stepStatuses: string[];
  actions: number[];
  actionStatuses: string[];
  comments: (string | null)[];
  actedAt: (Date | null)[];
}

const updateState = prepareStatement(
  'save-state',
  (_statements, update: StateUpdate) => sql<{ isHeard: boolean }>`${updateOf(update)}`,
);

const updateAndView = prepareStatement('save-state-viewed', (_statements, update: StateUpdate) => {
  const parts = viewDataParts((column) => sql<boolean>`${column} = ${update.id}`);
  return sql<{ isHeard: boolean } & ViewDataRow>`${updateOf(update)}, ${sql.join(parts)}`;
});

/** Up to its first column. */
function updateOf({ id, organizationId, events, ...to }: StateUpdate) {
  return sql`with changed_steps as (
    update steps set status = changed.status
    from unnest(${hidden(to.steps, 'bigint')}, ${hidden(to.stepStatuses, 'text')}) as changed(id, status)
    where steps.id = changed.id
  ), changed_actions as (
    update actions set status = changed.status, comment = changed.comment, acted_at = changed.acted_at
    from unnest(
      ${hidden(to.actions, 'bigint')}, ${hidden(to.actionStatuses, 'text')},
      ${hidden(to.comments, 'text')}, ${hidden(to.actedAt, 'timestamptz')}
    ) as changed(id, status, comment, acted_at)
    where actions.id = changed.id
  )
  update workflows set
    status = ${to.status}, old_status = ${to.oldStatus}, started_at = ${to.startedAt},
    ended_at = ${to.endedAt}, blocked_cause = ${to.blockedCause}, title = ${to.title},
    sent_by_key = ${to.sentByKey}
  where id = ${id} returning ${listenerExists({ organizationId, events })} as "isHeard"`;
}

/** Saves what the start chose. */
export async function saveChosenIdentification(
  tx: Tx,
  recipientId: number,
  identification: Identification | null,
): Promise<void> {
  const chosen = { identification, identification_chosen: true };
  await tx.updateTable('recipients').set(chosen).where('id', '=', recipientId).execute();
}

/** The actions of a recipient, as part of a statement. */
export function actionIdsOf(recipientId: Expression<number>) {
  return selectPart('actions').select('actions.id').where('actions.recipient_id', '=', recipientId);
}

export async function findIdByEnvelopeId(reads: Reads, envelopeId: string): Promise<number | null> {
  const row = await reads
    .selectFrom('workflows')
    .select('id')
    .where('envelope_id', '=', envelopeId)
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function findWorkflowSummary(
  reads: Reads,
  id: number,
): Promise<{ workspaceId: number; creatorId: number } | null> {
  const row = await reads
    .selectFrom('workflows')
    .select(['workspace_id', 'creator_id'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? { workspaceId: row.workspace_id, creatorId: row.creator_id } : null;
}

/** A page of the ids of all workflows, in ascending order. */
export async function listIdsAfter(
  reads: Reads,
  { after, limit }: { after: number; limit: number },
): Promise<number[]> {
  const rows = await reads
    .selectFrom('workflows')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.id);
}

/** Everything that belongs to it is deleted with it, in every room. */
export async function deleteWorkflowRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('workflows').where('id', '=', id).execute();
}

/** What determines who is notified of a workflow: its preferences and its organization. */
export async function findNotificationFacts(
  reads: Reads,
  workflowId: number,
): Promise<{ envelopeId: string; preferences: Record<string, string>; organizationId: number } | null> {
  const row = await reads
    .selectFrom('workflows')
    .select(['envelope_id as envelopeId', 'preferences', 'organization_id as organizationId'])
    .where('id', '=', workflowId)
    .executeTakeFirst();
  return row ?? null;
}

/** Where a workflow sends its notifications, as part of a statement. */
export function callbackFactsOf(workflowId: Expression<number>) {
  return jsonObjectFrom(
    selectPart('workflows')
      .select(['workflows.envelope_id as envelopeId', 'workflows.preferences'])
      .where('workflows.id', '=', workflowId),
  );
}

/** The workflows among these that have ended: signed, declined, canceled or expired. */
export async function listEndedIds(reads: Reads, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await reads
    .selectFrom('workflows')
    .select('id')
    .where('id', 'in', [...new Set(ids)])
    .where('status', 'in', [...FINAL_STATUSES])
    .execute();
  return new Set(rows.map((row) => row.id));
}

/** How many workflows of a workspace have not ended. */
export async function countUnfinished(tx: Tx, workspaceId: number): Promise<number> {
  const { total } = await tx
    .selectFrom('workflows')
    .select(sql<number>`count(*)`.as('total'))
    .where('workspace_id', '=', workspaceId)
    .where('status', 'not in', [...FINAL_STATUSES])
    .executeTakeFirstOrThrow();
  return total;
}

/** Moves up to `limit` workflows of a workspace to another one; returns their ids. */
export async function moveSome(
  tx: Tx,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<number[]> {
  const rows = await tx
    .updateTable('workflows')
    .set({ workspace_id: to })
    .where('id', 'in', (eb) =>
      eb.selectFrom('workflows').select('id').where('workspace_id', '=', from).orderBy('id').limit(limit),
    )
    .returning('id')
    .execute();
  return rows.map((row) => row.id);
}
