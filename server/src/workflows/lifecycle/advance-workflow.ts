import {
  chooseIdentification,
  type Decision,
  decide,
  isUnnamed,
  type LevelFacts,
  PREFERENCES,
  Refusal,
  requireIdentifications,
  requireLevel,
  requirePasskeys,
  sealEventOf,
  type WorkflowCommand,
  type WorkflowEvent,
  type WorkflowState,
} from '@paraph/domain';
import { countSending, type Sender } from '../../accounts/sender.ts';
import type { EventActor } from '../../database/column-types.ts';
import type { Tx } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { countStart } from '../../http/organization-quotas.ts';
import { listPasskeyHolders } from '../../passkeys/api.ts';
import { readReminderDefault } from '../../workspaces/api.ts';
import { readLevelFactsFor } from '../../workspaces/levels.ts';
import { insertPlanned, listEarlierSigners } from '../store/new-workflow-store.ts';
import type { PlannedWorkflow } from '../store/plan-workflow.ts';
import { loadWorkflow } from '../store/workflow-reading-store.ts';
import type { PlannedRecord, WorkflowRecord } from '../store/workflow-record.ts';
import {
  applyReminderDefault,
  lockWorkflowRow,
  saveChosenIdentification,
  saveState,
  settleReminders,
  toState,
  withAsked,
  withDueTimes,
  withState,
} from '../store/workflow-store.ts';
import { notifiedAmong, recordWorkflowEvents, type WorkflowEventRecord } from './record-workflow-events.ts';

export interface Advance {
  workflowId: number;
  command: WorkflowCommand;
  /** Decided after it, and saved and recorded together with it. */
  more?: readonly WorkflowCommand[];
  actor: EventActor | null;
  /** Details of the events, by event name. */
  detail?: Readonly<Record<string, unknown>>;
  /** What happened before in the same transaction, and is recorded with it. */
  earlier?: readonly WorkflowEventRecord[];
}

type LockedAdvance = Omit<Advance, 'workflowId'> & { record: WorkflowRecord };

/**
 * The only way to change the status of a workflow: locks its row, decides, saves, records events. Runs in the caller's
 * transaction, so that the change, its events and their jobs are committed together or not at all.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` if the rules forbid it; `WORKFLOW_NOT_FOUND`; `VALIDATION_ERROR` for the
 *   start with an unsupported level
 */
export async function advanceWorkflow(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  advance: Advance,
): Promise<WorkflowRecord> {
  return advanceLocked(tx, deps, { ...advance, record: await lockWorkflow(tx, advance.workflowId) });
}

/** The same for a record that was loaded after its row was locked in this transaction. */
export async function advanceLocked(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { record: locked, command, more = [], actor, detail = {}, earlier = [] }: LockedAdvance,
): Promise<WorkflowRecord> {
  const record = command.verb === 'start' ? await saveStart(tx, deps, locked) : locked;
  const now = deps.clock.now();
  const before = toState(record);
  const { workflow } = record;
  const { next, events: decided } = decideNamed(workflow, before, [command, ...more], now);
  // Fixed at the start: shown to recipients, even if the sender renames the workflow in lists.
  const title = command.verb === 'start' ? workflow.name : workflow.title;
  const sentByKey = command.verb === 'start' ? senderKeyOf(workflow, actor) : workflow.sent_by_key;
  const notified = notifiedAmong([...earlier, ...decided]);
  const listening = { organizationId: workflow.organization_id, events: notified };
  const state = { before, after: next, title, sentByKey, now, listening };
  const { hasListener, wantsSignatureMails } = await saveState(tx, workflow.id, state);
  const decidedEvents = decided.map((each) => ({
    name: each.name,
    actor,
    detail: { ...detailOf(record, each.actionId), ...startOf(workflow, each), ...detail },
    isUnmailed: each.name === 'action.signed' && !wantsSignatureMails,
  }));
  const fixed = { ...record, workflow: { ...workflow, title, sent_by_key: sentByKey } };
  const saved = withAsked(record.actions, withState(fixed, next), now);
  await settleReminders(tx, saved, now);
  const events = [...earlier, ...decidedEvents];
  await recordWorkflowEvents(tx, deps, { workflowId: workflow.id, record: saved, hasListener, events });
  return saved;
}

interface NewStart {
  planned: PlannedWorkflow;
  /** Only `requireSender` makes one, so that no start can do without it. */
  sender: Sender;
  actor: EventActor;
  created: WorkflowEventRecord;
}

/**
 * Starts a workflow that has no rows yet, and inserts it as it is after the start: no other transaction sees it before.
 *
 * @throws Refusal as `advanceWorkflow` does
 */
export async function startNewWorkflow(
  tx: Tx,
  deps: Pick<Deps, 'clock' | 'config' | 'vault'>,
  { planned, sender, actor, created }: NewStart,
): Promise<WorkflowRecord> {
  const record = await applyLevel(tx, deps, planned.record);
  const { workflow } = record;
  const now = deps.clock.now();
  const { next, events: decided } = decideAll(toState(record), [{ verb: 'start' }], now);
  const fixed = { title: workflow.name, sent_by_key: senderKeyOf(workflow, actor) };
  const begun = withState({ ...record, workflow: { ...workflow, ...fixed } }, next);
  const started = withDueTimes(withAsked(record.actions, begun, now), now);
  const notified = notifiedAmong([created, ...decided]);
  const { reminderDefault, hasOwnQuota, ...inserted } = await insertPlanned(
    tx,
    { ...planned, record: started },
    notified,
  );
  await settleReminders(tx, await applyReminderDefault(tx, inserted.record, reminderDefault), now);
  const startedEvents = decided.map((event) => {
    // Planned ids count from 1, and rows are in the order of the plan.
    const actionId = event.actionId === null ? null : inserted.record.actions[event.actionId - 1]?.id;
    const detail = detailOf(inserted.record, actionId ?? null);
    return { name: event.name, actor, detail: { ...detail, ...startOf(workflow, event) } };
  });
  const { id: workflowId } = inserted.record.workflow;
  const events = [created, ...startedEvents];
  await recordWorkflowEvents(tx, deps, { ...inserted, workflowId, events });
  const mails = mailedOf(inserted.record);
  await countSending(tx, deps, { sender, envelopes: 1, mails });
  await countStart(tx, deps, { organizationId: workflow.organization_id, mails, hasOwnQuota });
  return inserted.record;
}

/** How many people a start sends mails to, at once or later. */
export function mailedOf({
  recipients,
  followers,
}: Pick<WorkflowRecord, 'followers' | 'recipients'>): number {
  return recipients.length + followers.length;
}

/** Decides as the rules do; a seal of the organization ends by events of its own. */
export function decideNamed(
  { source_type: type }: Pick<PlannedRecord['workflow'], 'source_type'>,
  ...[before, commands, now]: Parameters<typeof decideAll>
): Decision {
  const { next, events } = decideAll(before, commands, now);
  if (type !== 'seal') return { next, events };
  return { next, events: events.map((event) => ({ ...event, name: sealEventOf(event.name) })) };
}

function decideAll(before: WorkflowState, commands: readonly WorkflowCommand[], now: Date): Decision {
  const start: Decision = { next: before, events: [] };
  return commands.reduce(({ next: state, events }, command) => {
    const decision = decide(state, command, now);
    return { next: decision.next, events: [...events, ...decision.events] };
  }, start);
}

/** Locks and loads a workflow for a change of what belongs to it. */
export async function lockWorkflow(tx: Tx, workflowId: number): Promise<WorkflowRecord> {
  // A statement of its own: what loads it must see what those have done whose locks this one waited for.
  await lockWorkflowRow(tx, workflowId);
  const record = await loadWorkflow(tx, workflowId);
  if (!record) throw new Refusal('WORKFLOW_NOT_FOUND', 'There is no such workflow.');
  return record;
}

/** The sender is who starts it; for a scheduled start, who created it. */
function senderKeyOf(workflow: PlannedRecord['workflow'], actor: EventActor | null) {
  return actor?.kind === 'user' ? (actor.byKey ?? null) : (workflow.sent_by_key ?? null);
}

/** The properties fixed at the start, for the trail. */
function startOf(workflow: PlannedRecord['workflow'], { name }: WorkflowEvent): Record<string, unknown> {
  if (name !== 'workflow.started') return {};
  return { title: workflow.name, type: workflow.type, message: workflow.sender_message };
}

/** What the trail says of the action that an event is about. */
export function detailOf(record: WorkflowRecord, actionId: number | null): Record<string, unknown> {
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

/**
 * Refuses a start whose level cannot be reached, and chooses the identification of each signer, which is stored,
 * so that a later change of settings asks for nothing else.
 *
 * @throws Refusal `VALIDATION_ERROR` with the violation `type`, or one for each signer who cannot be identified
 */
async function applyLevel<Rows extends PlannedRecord>(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  record: Rows,
): Promise<Rows> {
  const { type, organization_id: organizationId } = record.workflow;
  const facts = await readLevelFactsFor(deps, tx, { type, organizationId });
  requireLevel(type, facts);
  const recipients = record.recipients.map((recipient, index) => ({
    ...recipient,
    at: `recipients[${index}]`,
    isToBeNamed: isUnnamed(recipient),
    actions: actionsOf(record, recipient.id),
  }));
  requireIdentifications(type, { recipients, facts });
  if (type !== 'advanced') return record;
  await requirePasskeysOf(tx, { organizationId, recipients, facts });
  return { ...record, recipients: chooseEach(record, facts) };
}

/** What a start fixes in the rows of a draft. */
async function saveStart(tx: Tx, deps: Pick<Deps, 'config'>, record: WorkflowRecord) {
  const { workspace_id: workspaceId, preferences } = record.workflow;
  const isSaid = PREFERENCES.reminders in preferences || record.actions.length === 0;
  const value = isSaid ? null : await readReminderDefault(tx, workspaceId);
  return saveLevel(tx, deps, await applyReminderDefault(tx, record, value));
}

/** The same for a workflow with rows. */
async function saveLevel(
  tx: Tx,
  deps: Pick<Deps, 'config'>,
  record: WorkflowRecord,
): Promise<WorkflowRecord> {
  const applied = await applyLevel(tx, deps, record);
  for (const [index, { id, identification }] of applied.recipients.entries()) {
    if (identification !== record.recipients[index]?.identification)
      await saveChosenIdentification(tx, id, identification);
  }
  return applied;
}

interface AskedForPasskeys {
  organizationId: number;
  recipients: readonly { at: string; name: string; email_key: string; identification: string | null }[];
  facts: LevelFacts;
}

/**
 * Refuses signers who are asked for a passkey and have none. Whether a mailbox has one is told to organizations alone
 * for which its owner has signed.
 */
export async function requirePasskeysOf(
  tx: Tx,
  { organizationId, recipients, facts }: AskedForPasskeys,
): Promise<void> {
  const asked = recipients.filter(({ identification }) => identification === 'passkey');
  if (asked.length === 0) return;
  const addresses = asked.map(({ email_key: address }) => address);
  const holders = await listPasskeyHolders(tx, addresses);
  const earlier = await listEarlierSigners(tx, { organizationId, addresses });
  const signers = asked.map(({ at, name, email_key: address }) => {
    return { at, name, hasPasskey: holders.includes(address) && earlier.includes(address) };
  });
  requirePasskeys(signers, facts);
}

function chooseEach(record: PlannedRecord, facts: LevelFacts): WorkflowRecord['recipients'] {
  return record.recipients.map((recipient) => {
    const isSigner = actionsOf(record, recipient.id).includes('sign');
    if (!isSigner || recipient.identification !== null) return recipient;
    const identification = chooseIdentification('advanced', recipient, facts);
    return { ...recipient, identification, identification_chosen: true };
  });
}

/** What a recipient does in all steps. */
export function actionsOf({ actions }: Pick<WorkflowRecord, 'actions'>, recipientId: number) {
  return actions.filter((action) => action.recipient_id === recipientId).map(({ type }) => type);
}
