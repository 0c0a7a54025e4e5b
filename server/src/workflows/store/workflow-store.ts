import {
  assertPresent,
  FINAL_STATUSES,
  type Identification,
  NO_REMINDERS,
  nextReminder,
  PREFERENCES,
  remindersOf,
  type StepState,
  type WorkflowState,
  type WorkflowStatus,
} from '@paraph/domain';
import { type Expression, type QueryCreator, type Selectable, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { wantsSignatureMails } from '../../accounts/api.ts';
import { hidden, listOf } from '../../database/columns.ts';
import { countRows, type Reads, type Tx } from '../../database/database.ts';
import { type JsonRow, selectClause } from '../../database/json-rows.ts';
import { prepareStatement } from '../../database/prepared-statements.ts';
import type {
  ActionRow,
  FieldRow,
  RecipientRow,
  StepRow,
  Tables,
  WorkflowRow,
} from '../../database/rows.generated.ts';
import { type EndpointFilter, listenerExists, listenersOf } from '../../developers/listeners.ts';
import type { PlannedRecord } from './workflow-record.ts';

/** Locks the workflow's row until the end of the transaction, which serializes changes of a workflow. */
export async function lockWorkflowRow(tx: Tx, id: number): Promise<boolean> {
  return (await lockById(tx, id)).length > 0;
}

/** What locks it, for a statement that finds the workflow by something of it. */
export function selectToLock(statements: QueryCreator<Tables>, id: number | Expression<number>) {
  return statements.selectFrom('workflows').where('id', '=', id).forUpdate();
}

const lockById = prepareStatement('lock-workflow', (each, id: number) => selectToLock(each, id).select('id'));

type StateRows = Pick<PlannedRecord, 'workflow' | 'steps' | 'actions'>;

/** Of how many of its step an action is one; null for who must act. */
export function choiceOf({ choice_group: group, choice_required: required }: OneAction) {
  return group === null || required === null ? null : { group, required };
}

/** The record as the rules see it. */
export function toState({ workflow, steps, actions }: StateRows): WorkflowState {
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
          .map((row) => {
            const { id, recipient_id: recipientId, type, status, comment, acted_at: actedAt } = row;
            const beside = { choice: choiceOf(row), witnessOf: row.witness_of };
            return { id, recipientId, type, status, comment, actedAt, ...beside };
          }),
      }),
    ),
  };
}

/** The record after the state is saved: the same as loading it again. */
export function withState<Rows extends StateRows>(record: Rows, state: WorkflowState): Rows {
  const steps = new Map(state.steps.map((step) => [step.id, step]));
  const actions = new Map(state.steps.flatMap((step) => step.actions).map((action) => [action.id, action]));
  const { status, oldStatus, startedAt, endedAt, blockedCause } = state;
  const times = { started_at: startedAt, ended_at: endedAt };
  const moved = { status, old_status: oldStatus, ...times, blocked_cause: blockedCause };
  return {
    ...record,
    workflow: { ...record.workflow, ...moved },
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
  now: Date;
  /** Whether an endpoint wants to know is answered by the same statement, which saves another one. */
  listening: EndpointFilter;
}

/** What the statement that saves a decision answers besides. */
export interface SavedState {
  /** Whether an endpoint wants to know. */
  hasListener: boolean;
  /** Whether the sender is told of each signature. */
  wantsSignatureMails: boolean;
}

/** Writes what a decision changed, and only that, by one statement. */
export async function saveState(
  tx: Tx,
  id: number,
  { before, after, title, sentByKey, now, listening }: StateChange,
): Promise<SavedState> {
  const steps = after.steps.filter(({ status }, at) => status !== before.steps[at]?.status);
  const former = new Set(before.steps.flatMap((step) => step.actions));
  const actions = after.steps.flatMap((step) => step.actions).filter((action) => !former.has(action));
  const { status, oldStatus, startedAt, endedAt, blockedCause } = after;
  const [saved] = await updateState(tx, {
    ...{ id, status, oldStatus, startedAt, endedAt, blockedCause, title },
    sentByKey: sentByKey && JSON.stringify(sentByKey),
    steps: listOf(steps, 'id'),
    stepStatuses: listOf(steps, 'status'),
    actions: listOf(actions, 'id'),
    actionStatuses: listOf(actions, 'status'),
    comments: listOf(actions, 'comment'),
    actedAt: listOf(actions, 'actedAt'),
    now,
    ...listening,
  });
  return assertPresent(saved, 'the workflow of a decision');
}

/** Says that it was changed now: what people see of it, but not its state, which `saveState` says itself. */
export async function saveChanged(tx: Tx, id: number, now: Date): Promise<void> {
  await tx.updateTable('workflows').set({ changed_at: now }).where('id', '=', id).execute();
}

export async function saveFiled(tx: Tx, id: number, at: Date | null): Promise<void> {
  await tx.updateTable('workflows').set({ filed_at: at }).where('id', '=', id).execute();
}

export async function listTagIds(reads: Reads, workflowId: number): Promise<number[]> {
  const rows = reads.selectFrom('workflow_tags').select('tag_id').where('workflow_id', '=', workflowId);
  return (await rows.orderBy('tag_id').execute()).map(({ tag_id: id }) => id);
}

export async function saveCancelReason(tx: Tx, id: number, reason: string): Promise<void> {
  await tx.updateTable('workflows').set({ cancel_reason: reason }).where('id', '=', id).execute();
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
  now: Date;
}

const updateState = prepareStatement('save-state', (_statements, update: StateUpdate) => updateOf(update));

function updateOf({ id, organizationId, events, ...to }: StateUpdate) {
  return sql<SavedState>`with changed_steps as (
    update steps set status = changed.status
    from unnest(${hidden(to.steps, 'bigint')}, ${hidden(to.stepStatuses, 'text')}) as changed(id, status)
    where steps.id = changed.id
  ), changed_actions as (
    update actions set status = changed.status, comment = changed.comment, acted_at = changed.acted_at,
      asked_at = case when changed.status = 'started' then ${to.now}::timestamptz else actions.asked_at end
    from unnest(
      ${hidden(to.actions, 'bigint')}, ${hidden(to.actionStatuses, 'text')},
      ${hidden(to.comments, 'text')}, ${hidden(to.actedAt, 'timestamptz')}
    ) as changed(id, status, comment, acted_at)
    where actions.id = changed.id
  )
  update workflows set
    status = ${to.status}, old_status = ${to.oldStatus}, started_at = ${to.startedAt},
    ended_at = ${to.endedAt}, blocked_cause = ${to.blockedCause}, title = ${to.title},
    sent_by_key = ${to.sentByKey}, changed_at = ${to.now}
  where id = ${id} returning ${listenerExists({ organizationId, events })} as "hasListener",
    ${wantsSignatureMails(sql.ref('workflows.creator_id'))} as "wantsSignatureMails"`;
}

// Each open action has the time of its next automatic reminder in its row, moved in the transaction of the act that
// moves it: the start, an answer, a reminder, another person, a deadline, a preference, a mail that came back. The job
// (send-due-reminders.ts) decides anew under the lock of the workflow, so that a time left behind does nothing.

type AskedRows = Pick<PlannedRecord, 'workflow' | 'recipients' | 'actions'>;
type OneAction = PlannedRecord['actions'][number];

/** When the next automatic reminder of an action is due; null where none is. */
export function dueOf({ workflow, recipients }: AskedRows, action: OneAction, now: Date): Date | null {
  const recipient = recipients.find(({ id }) => id === action.recipient_id);
  const askedAt = action.asked_at ?? workflow.started_at;
  if (workflow.status !== 'started' || action.status !== 'started' || !recipient || !askedAt) return null;
  // What the mail server refused, it would refuse again: the sender corrects the address.
  if (recipient.mail_problem !== null) return null;
  const plan = remindersOf(workflow.preferences);
  const { reminded_at: remindedAt, reminders_sent: sent } = action;
  const times = { askedAt, remindedAt, sent, expiresAt: workflow.expires_at };
  return plan && nextReminder({ plan, ...times, timeZone: recipient.time_zone ?? 'UTC' }, now);
}

/** Those whose turn has come are asked now, which `saveState` says of their rows. */
export function withAsked<Rows extends AskedRows>(
  before: AskedRows['actions'],
  after: Rows,
  now: Date,
): Rows {
  const open = new Set(before.filter(({ status }) => status === 'started').map(({ id }) => id));
  const actions = after.actions.map((action) =>
    action.status === 'started' && !open.has(action.id) ? { ...action, asked_at: now } : action,
  );
  return { ...after, actions };
}

/** The same for a workflow without rows, with the times of its reminders. */
export function withDueTimes<Rows extends AskedRows>(record: Rows, now: Date): Rows {
  const actions = record.actions.map((each) => ({ ...each, reminder_due_at: dueOf(record, each, now) }));
  return { ...record, actions };
}

/** Moves the times of reminders to where the record, as it is stored now, has them. The caller has locked its row. */
export async function settleReminders(tx: Tx, record: AskedRows, now: Date): Promise<void> {
  const changes = record.actions.flatMap((action) => {
    const dueAt = dueOf(record, action, now);
    return dueAt?.getTime() === action.reminder_due_at?.getTime() ? [] : [{ id: action.id, dueAt }];
  });
  if (changes.length > 0) await saveDueTimes(tx, changes);
}

/** What workspace or organization say counts from the start on, for a workflow that does not say it. */
export async function applyReminderDefault<Rows extends PlannedRecord>(
  tx: Tx,
  record: Rows,
  value: string | null,
): Promise<Rows> {
  const { id, preferences } = record.workflow;
  if (value === null || value === NO_REMINDERS || PREFERENCES.reminders in preferences) return record;
  const changed = { ...preferences, [PREFERENCES.reminders]: value };
  await savePreferences(tx, id, changed);
  return { ...record, workflow: { ...record.workflow, preferences: changed } };
}

export async function saveDueTimes(
  tx: Tx,
  changes: readonly { id: number; dueAt: Date | null }[],
): Promise<void> {
  await sql`update actions set reminder_due_at = changed.due_at
    from unnest(${hidden(listOf(changes, 'id'), 'bigint')}, ${hidden(listOf(changes, 'dueAt'), 'timestamptz')})
      as changed(id, due_at)
    where actions.id = changed.id`.execute(tx);
}

export async function savePreferences(
  tx: Tx,
  id: number,
  preferences: Readonly<Record<string, string>>,
): Promise<void> {
  const text = JSON.stringify(preferences);
  await tx.updateTable('workflows').set({ preferences: text }).where('id', '=', id).execute();
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

/** The ids of the actions of a recipient, as a clause of a statement. */
export function actionIdsOf(recipientId: Expression<number>) {
  return selectClause('actions').select('actions.id').where('actions.recipient_id', '=', recipientId);
}

/** An action of a recipient, with what decides whether they may act, and what the trail says of them. */
export type RecipientAction = JsonRow<
  Pick<Selectable<ActionRow>, 'acted_at' | 'id' | 'recipient_id' | 'role_id' | 'status' | 'step_id'> &
    Pick<Selectable<StepRow>, 'step_order'> &
    Pick<Selectable<RecipientRow>, 'email' | 'name'>
> & { workflow_status: WorkflowStatus; workflow_expires_at: string };

/** All actions of a recipient, in no order: with few columns, so that the plan of the statement is short. */
export function recipientActionsOf(recipientId: Expression<number>) {
  return jsonArrayFrom(
    selectClause('actions')
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

/** The fields of all roles that a recipient has, in no order; as a clause of a statement. */
export function recipientFieldsOf(recipientId: Expression<number>) {
  const roles = selectClause('actions').select('actions.role_id').where('recipient_id', '=', recipientId);
  return jsonArrayFrom(selectClause('fields').select(ANSWERED_COLUMNS).where('fields.role_id', 'in', roles));
}

export async function findIdByEnvelopeId(reads: Reads, envelopeId: string): Promise<number | null> {
  const row = reads.selectFrom('workflows').select('id').where('envelope_id', '=', envelopeId);
  return (await row.executeTakeFirst())?.id ?? null;
}

export async function findWorkflowSummary(
  reads: Reads,
  id: number,
): Promise<Pick<Selectable<WorkflowRow>, 'creator_id' | 'source_type' | 'status' | 'workspace_id'> | null> {
  const columns = ['workspace_id', 'creator_id', 'source_type', 'status'] as const;
  const row = await reads.selectFrom('workflows').select(columns).where('id', '=', id).executeTakeFirst();
  return row ?? null;
}

/** Everything that belongs to it is deleted with it, in every room. */
export async function deleteWorkflowRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('workflows').where('id', '=', id).execute();
}

/** What determines who is notified of a workflow, and of what kind it is. */
export async function findNotificationFacts(reads: Reads, id: number) {
  const facts = reads.selectFrom('workflows').select(['preferences', 'organization_id', 'source_type']);
  return facts.where('id', '=', id).executeTakeFirst();
}

/** Where a workflow sends its notifications, as a clause of a statement. */
export function callbackFactsOf(workflowId: Expression<number>) {
  return jsonObjectFrom(
    selectClause('workflows')
      .select(['workflows.envelope_id as envelopeId', 'workflows.preferences'])
      .where('workflows.id', '=', workflowId),
  );
}

/** The workflows among these that have ended: signed, declined, canceled or expired. */
export async function listEndedIds(reads: Reads, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const listed = reads
    .selectFrom('workflows')
    .select('id')
    .where('id', 'in', [...new Set(ids)]);
  const rows = await listed.where('status', 'in', FINAL_STATUSES).execute();
  return new Set(rows.map((row) => row.id));
}

/** How many workflows of a workspace have not ended. */
export async function countUnfinished(tx: Tx, workspaceId: number): Promise<number> {
  return countRows(
    tx,
    sql`from workflows where workspace_id = ${workspaceId} and status <> all(${[...FINAL_STATUSES]}::text[])`,
  );
}

/** Moves up to `limit` workflows of a workspace to another one; returns their ids. */
export async function moveSome(
  tx: Tx,
  { from, to, limit }: { from: number; to: number; limit: number },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`update workflows set workspace_id = ${to}
    where id in (select id from workflows where workspace_id = ${from} order by id limit ${limit})
    returning id`.execute(tx);
  return rows.map(({ id }) => id);
}

/**
 * Where a workflow's events may be sent, as a statement or a clause of one: its own callback (null), and the enabled
 * endpoints of its organization.
 */
export function notificationTargetsOf(workflowId: number) {
  const organization = selectClause('workflows').select('organization_id').where('id', '=', workflowId);
  return sql`
    select null::bigint as endpoint_id, preferences ->> ${sql.lit(PREFERENCES.callbackUrl)} as url,
      '{}'::text[] as events, null::timestamptz as listens_since
      from workflows where id = ${workflowId} and preferences ->> ${sql.lit(PREFERENCES.callbackUrl)} <> ''
    union all ${listenersOf(organization.$asScalar())}`;
}

export const WORKFLOW_TAGS = { table: 'workflow_tags', owner: 'workflow_id' };
