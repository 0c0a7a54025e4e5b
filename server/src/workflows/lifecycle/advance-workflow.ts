import {
  decide,
  Refusal,
  requireAvailableLevel,
  type WorkflowCommand,
  type WorkflowEvent,
} from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Tx } from '../../platform/database.ts';
import type { EventActor } from '../../platform/tables.ts';
import {
  loadWorkflow,
  lockWorkflowRow,
  saveState,
  toState,
  type WorkflowRecord,
  withState,
} from '../store/workflow-store.ts';
import { recordWorkflowEvents } from './record-workflow-events.ts';

export interface Advance {
  workflowId: number;
  command: WorkflowCommand;
  actor: EventActor | null;
  /** What the events say beyond their names, by event name. */
  detail?: Readonly<Record<string, unknown>>;
}

/**
 * The only way a workflow changes its status: take its row, decide, save, record what happened. Everything in the
 * caller's transaction, so that the change, its events and the jobs that follow exist together or not at all.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` when the rules say no; `WORKFLOW_NOT_FOUND`; `VALIDATION_ERROR` for the
 *   start of a level that the instance cannot keep.
 */
export async function advanceWorkflow(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  advance: Advance,
): Promise<WorkflowRecord> {
  const { workflowId, command, actor, detail = {} } = advance;
  const record = await lockWorkflow(tx, workflowId);
  if (command.verb === 'start') requireAvailableLevel(record.workflow.type);
  const before = toState(record);
  const { next, events: decided } = decide(before, command, deps.clock.now());
  const { workflow } = record;
  // From now on it is what people are shown, whatever the list calls it later.
  const title = command.verb === 'start' ? workflow.name : workflow.title;
  const sentByKey = command.verb === 'start' ? senderKeyOf(workflow, actor) : workflow.sent_by_key;
  await saveState(tx, workflowId, { before, after: next, title, sentByKey });
  const events = decided.map((each) => ({
    name: each.name,
    actor,
    detail: { ...detailOf(record, each), ...startOf(workflow, each), ...detail },
  }));
  await recordWorkflowEvents(tx, deps, { workflowId, events });
  return withState({ ...record, workflow: { ...workflow, title, sent_by_key: sentByKey } }, next);
}

/** Locks and loads a workflow for a change of what belongs to it. */
export async function lockWorkflow(tx: Tx, workflowId: number): Promise<WorkflowRecord> {
  const found = await lockWorkflowRow(tx, workflowId);
  const record = found ? await loadWorkflow(tx, workflowId) : null;
  if (!record) throw new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow.');
  return record;
}

/** Who starts it sends it; a draft that its date starts was sent by whoever made it. */
function senderKeyOf(workflow: WorkflowRecord['workflow'], actor: EventActor | null) {
  return actor?.kind === 'user' ? (actor.byKey ?? null) : workflow.sent_by_key;
}

/** What the start fixes, kept in the trail. */
function startOf(workflow: WorkflowRecord['workflow'], { name }: WorkflowEvent): Record<string, unknown> {
  if (name !== 'workflow.started') return {};
  return { title: workflow.name, type: workflow.type, message: workflow.sender_message };
}

function detailOf(record: WorkflowRecord, { actionId }: WorkflowEvent): Record<string, unknown> {
  const action = record.actions.find((each) => each.id === actionId);
  if (!action) return {};
  const recipient = record.recipients.find((each) => each.id === action.recipient_id);
  return {
    actionId,
    recipientId: action.recipient_id,
    recipientName: recipient?.name ?? null,
    recipientEmail: recipient?.email ?? null,
    type: action.type,
  };
}
