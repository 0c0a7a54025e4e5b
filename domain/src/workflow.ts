import { type Chosen, groupOf } from './choice.ts';
import type { EventName } from './event.ts';
import { requireIndependentWitnesses } from './independence.ts';
import { assertNever, Refusal } from './refusal.ts';

export const WORKFLOW_TYPES = ['simple', 'advanced', 'qualified'] as const;
export type WorkflowType = (typeof WORKFLOW_TYPES)[number];

export const WORKFLOW_STATUSES = [
  'not_started',
  'started',
  'approved',
  'to_be_archived',
  'signed',
  'declined',
  'canceled',
  'expired',
  'blocked',
] as const;
export type WorkflowStatus = (typeof WORKFLOW_STATUSES)[number];

/** Steps, roles and actions are of one of two kinds (interface.md §4). */
export const ACTION_TYPES = ['sign', 'review'] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

/** `released`: enough others of the group have acted. Integrators read `not_started` instead (interface.md §4). */
export type ActionStatus = 'not_started' | 'started' | 'signed' | 'approved' | 'declined' | 'released';

export interface ActionState extends Chosen {
  id: number;
  recipientId: number;
  type: ActionType;
  status: ActionStatus;
  comment: string | null;
  actedAt: Date | null;
  /** The recipient of the step whose witness they are, after whom they sign; absent for who is none. */
  witnessOf?: number | null;
}

export interface StepState {
  id: number;
  order: number;
  type: ActionType;
  status: ActionStatus;
  actions: readonly ActionState[];
}

export interface WorkflowState {
  status: WorkflowStatus;
  oldStatus: WorkflowStatus | null;
  startedAt: Date | null;
  expiresAt: Date;
  endedAt: Date | null;
  blockedCause: string | null;
  steps: readonly StepState[];
}

/** The commands to an existing workflow. */
export type WorkflowCommand =
  | { verb: 'start' }
  | { verb: 'act'; actionId: number; comment: string | null }
  /** A signature that version 0.2.0 stored without its timestamp has it now. */
  | { verb: 'timestamped' }
  | { verb: 'decline'; actionId: number; comment: string }
  | { verb: 'cancel' }
  | { verb: 'expire' }
  | { verb: 'seal' }
  | { verb: 'archive' }
  | { verb: 'block'; cause: string }
  | { verb: 'retry' };
export type WorkflowVerb = WorkflowCommand['verb'];

/** One event; with `actionId` if it concerns a single action. */
export interface WorkflowEvent {
  name: EventName;
  actionId: number | null;
}

export interface Decision {
  next: WorkflowState;
  events: readonly WorkflowEvent[];
}

/**
 * The one transition table (interface.md §4): from each status, which verbs are allowed and where they lead.
 * `act` and `timestamped` stay in `started` until the last action of the last step is done; then they lead to
 * `approved`. A workflow that version 0.2.0 blocked while a signature lacked its timestamp is still in the hands of
 * people: `retry` leads back to `started`, and it may be canceled.
 */
export const TRANSITIONS: Readonly<
  Record<WorkflowStatus, Readonly<Partial<Record<WorkflowVerb, WorkflowStatus>>>>
> = {
  not_started: { start: 'started', cancel: 'canceled', expire: 'expired' },
  started: {
    act: 'started',
    timestamped: 'started',
    decline: 'declined',
    cancel: 'canceled',
    expire: 'expired',
    block: 'blocked',
  },
  approved: { seal: 'to_be_archived', block: 'blocked' },
  to_be_archived: { archive: 'signed', block: 'blocked' },
  blocked: { retry: 'approved' },
  signed: {},
  declined: {},
  canceled: {},
  expired: {},
};

/** The final statuses. */
export const FINAL_STATUSES: readonly WorkflowStatus[] = WORKFLOW_STATUSES.filter(
  (status) => Object.keys(TRANSITIONS[status]).length === 0,
);

export function isFinal(status: WorkflowStatus): boolean {
  return FINAL_STATUSES.includes(status);
}

/** Whether the workflow has ended or was never started, so that no one waits for it (interface.md §5.4). */
export function isDeletable(status: WorkflowStatus): boolean {
  return status === 'not_started' || isFinal(status);
}

/** Whether it ended without being signed, so that it can be corrected and sent again. */
export function isCorrectable(status: WorkflowStatus): boolean {
  return isFinal(status) && status !== 'signed';
}

/** Blocked before the last person acted, by version 0.2.0: a signature did not get its timestamp. */
function isSuspended({ status, oldStatus }: Pick<WorkflowState, 'status' | 'oldStatus'>): boolean {
  return status === 'blocked' && oldStatus === 'started';
}

/** Whether the sender may stop the workflow for good. */
export function mayCancel(workflow: Pick<WorkflowState, 'status' | 'oldStatus'>): boolean {
  return mayTransit(workflow.status, 'cancel') || isSuspended(workflow);
}

/** Whether the verb is allowed in this status. */
export function mayTransit(status: WorkflowStatus, verb: WorkflowVerb): boolean {
  return TRANSITIONS[status][verb] !== undefined;
}

/**
 * Decides what a command does to a workflow: the whole next state and the events to record.
 * Pure.
 *
 * @throws Refusal `WORKFLOW_STATUS_CONFLICT` when the status, the step's turn or the clock forbids it,
 *   `NOT_FOUND` for an action that is not part of the workflow.
 * @example
 * const { next, events } = decide(workflow, { verb: 'act', actionId: 7, comment: null }, clock.now());
 */
export function decide(workflow: WorkflowState, command: WorkflowCommand, now: Date): Decision {
  const isCanceled = command.verb === 'cancel' && mayCancel(workflow);
  const target = isCanceled ? 'canceled' : TRANSITIONS[workflow.status][command.verb];
  if (target === undefined) throw conflict(workflow.status, command.verb);
  switch (command.verb) {
    case 'start':
      return start(workflow, now);
    case 'act':
      return act(workflow, command, now);
    case 'timestamped':
      return passOn(workflow, now);
    case 'decline':
      return decline(workflow, command, now);
    case 'expire':
      if (now < workflow.expiresAt) {
        throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'The deadline of this workflow has not passed yet.');
      }
      if (isStepDone(workflow)) {
        throw new Refusal(
          'WORKFLOW_STATUS_CONFLICT',
          'All recipients of this step have signed in time; a timestamp is still missing.',
        );
      }
      return moved(workflow, { status: target, now, name: 'workflow.expired' });
    case 'cancel':
      return withCause(moved(workflow, { status: target, now, name: 'workflow.canceled' }), null);
    case 'seal':
      return moved(workflow, { status: target, now, name: 'workflow.sealed' });
    case 'archive':
      return moved(workflow, { status: target, now, name: 'workflow.signed' });
    case 'block':
      return withCause(moved(workflow, { status: target, now, name: 'workflow.blocked' }), command.cause);
    case 'retry':
      return withCause(
        moved(workflow, {
          status: isSuspended(workflow) ? 'started' : target,
          now,
          name: 'workflow.retried',
        }),
        null,
      );
    default:
      return assertNever(command);
  }
}

/** The open step; null before the start and after the last one. */
function currentStep(workflow: Pick<WorkflowState, 'steps'>): StepState | null {
  return workflow.steps.find((step) => step.status === 'started') ?? null;
}

function start(workflow: WorkflowState, now: Date): Decision {
  if (workflow.steps.length === 0) {
    throw new Refusal(
      'WORKFLOW_STATUS_CONFLICT',
      'This workflow has no steps yet; add one before starting it.',
    );
  }
  if (now >= workflow.expiresAt) {
    throw new Refusal(
      'WORKFLOW_STATUS_CONFLICT',
      'The deadline has passed; set a later one before starting.',
    );
  }
  const actions = workflow.steps.flatMap((step) => step.actions);
  if (actions.some(({ witnessOf }) => witnessOf != null)) requireIndependentWitnesses(actions);
  const { next, events } = moved(workflow, { status: 'started', now, name: 'workflow.started' });
  const opened = openStep(next.steps, 0);
  return { next: { ...next, startedAt: now, steps: opened.steps }, events: [...events, ...opened.events] };
}

function act(
  workflow: WorkflowState,
  command: { actionId: number; comment: string | null },
  now: Date,
): Decision {
  const { step, action } = requireOpenAction(workflow, command.actionId, now);
  const done: ActionState = {
    ...action,
    status: action.type === 'sign' ? 'signed' : 'approved',
    comment: command.comment,
    actedAt: now,
  };
  const event: WorkflowEvent = {
    name: action.type === 'sign' ? 'action.signed' : 'action.approved',
    actionId: action.id,
  };
  const released = new Set(releasedBy(step, done).map(({ id }) => id));
  const witnesses = step.actions.filter(({ witnessOf }) => witnessOf === action.recipientId);
  const actions = step.actions.map((each) => {
    if (each.id === done.id) return done;
    if (witnesses.includes(each)) return { ...each, status: 'started' as const };
    return released.has(each.id) ? { ...each, status: 'released' as const } : each;
  });
  const steps = workflow.steps.map((each) => (each.id === step.id ? { ...step, actions } : each));
  const { next, events } = passOn({ ...workflow, steps }, now);
  const releases = [...released].map((id): WorkflowEvent => ({ name: 'action.released', actionId: id }));
  const turns = witnesses.map(({ id }): WorkflowEvent => ({ name: 'action.started', actionId: id }));
  return { next, events: [event, ...releases, ...turns, ...events] };
}

const hasDone = ({ status }: ActionState) => status === 'signed' || status === 'approved';

/** Who of a group is not needed any more once this one has acted. */
function releasedBy(step: Pick<StepState, 'actions'>, action: ActionState): ActionState[] {
  const others = groupOf(step.actions, action).filter(({ id }) => id !== action.id);
  if (!action.choice || others.filter(hasDone).length + 1 < action.choice.required) return [];
  return others.filter(({ status }) => status === 'started');
}

/** Whether the others of a group are enough without this one. */
function leavesEnough(step: StepState, action: ActionState): boolean {
  if (!action.choice) return false;
  const others = groupOf(step.actions, action).filter(
    (each) => each.id !== action.id && (each.status === 'started' || hasDone(each)),
  );
  return others.length >= action.choice.required;
}

/** Closes the open step if all its actions are done, and opens the next one; after the last, approves. */
function passOn(workflow: WorkflowState, now: Date): Decision {
  const step = currentStep(workflow);
  if (!step || step.actions.length === 0 || step.actions.some(({ status }) => status === 'started'))
    return { next: workflow, events: [] };
  const status = step.type === 'sign' ? 'signed' : 'approved';
  const steps = workflow.steps.map((each) => (each.id === step.id ? ({ ...step, status } as const) : each));
  const following = steps.findIndex((each) => each.status === 'not_started');
  if (following < 0)
    return moved({ ...workflow, steps }, { status: 'approved', now, name: 'workflow.approved' });
  const opened = openStep(steps, following);
  return { next: { ...workflow, steps: opened.steps }, events: opened.events };
}

/** Whether all recipients of the open step have acted: a signature of version 0.2.0 still lacks its timestamp. */
function isStepDone(workflow: WorkflowState): boolean {
  const step = currentStep(workflow);
  return step?.actions.every(({ status }) => status !== 'started') ?? false;
}

function decline(
  workflow: WorkflowState,
  command: { actionId: number; comment: string },
  now: Date,
): Decision {
  const { step, action } = requireOpenAction(workflow, command.actionId, now);
  const refused: ActionState = { ...action, status: 'declined', comment: command.comment, actedAt: now };
  const isLeftToOthers = leavesEnough(step, action);
  const steps = workflow.steps.map((each) =>
    each.id === step.id
      ? {
          ...each,
          status: isLeftToOthers ? each.status : ('declined' as const),
          actions: each.actions.map((one) => (one.id === refused.id ? refused : one)),
        }
      : each,
  );
  const event: WorkflowEvent = { name: 'action.declined', actionId: action.id };
  if (isLeftToOthers) return { next: { ...workflow, steps }, events: [event] };
  const { next, events } = moved(
    { ...workflow, steps },
    { status: 'declined', now, name: 'workflow.declined' },
  );
  return { next, events: [event, ...events] };
}

const STEP_BEFORE = 'the step before is not done';

/** Finds the action and requires that it may be done now. */
function requireOpenAction(
  workflow: WorkflowState,
  actionId: number,
  now: Date,
): { step: StepState; action: ActionState } {
  const step = workflow.steps.find((each) => each.actions.some((action) => action.id === actionId));
  const action = step?.actions.find((each) => each.id === actionId);
  if (!step || !action) throw new Refusal('NOT_FOUND', 'There is no such action in this workflow.');
  if (now >= workflow.expiresAt) {
    throw new Refusal('WORKFLOW_STATUS_CONFLICT', 'The deadline of this workflow has passed.');
  }
  if (action.status === 'not_started') {
    const before = step.status === 'started' ? 'the person whom you witness has not signed' : STEP_BEFORE;
    throw new Refusal('WORKFLOW_STATUS_CONFLICT', `It is not your turn yet: ${before}.`);
  }
  if (action.status === 'released') {
    throw new Refusal(
      'WORKFLOW_STATUS_CONFLICT',
      'Another person has acted in your place; nothing is left for you to do.',
    );
  }
  if (action.status !== 'started') {
    throw new Refusal(
      'WORKFLOW_STATUS_CONFLICT',
      'You have already answered, and an answer cannot be changed.',
    );
  }
  return { step, action };
}

function openStep(
  steps: readonly StepState[],
  index: number,
): { steps: readonly StepState[]; events: readonly WorkflowEvent[] } {
  const events: WorkflowEvent[] = [];
  const opened = steps.map((step, at) => {
    if (at !== index) return step;
    const actions = step.actions.map((action) => {
      // A witness signs after their signer.
      if (action.witnessOf != null) return action;
      events.push({ name: 'action.started', actionId: action.id });
      return { ...action, status: 'started' as const };
    });
    return { ...step, status: 'started' as const, actions };
  });
  return { steps: opened, events };
}

interface Move {
  status: WorkflowStatus;
  now: Date;
  name: EventName;
}

function moved(workflow: WorkflowState, { status, now, name }: Move): Decision {
  return {
    next: { ...workflow, status, oldStatus: workflow.status, endedAt: isFinal(status) ? now : null },
    events: [{ name, actionId: null }],
  };
}

function withCause(decision: Decision, blockedCause: string | null): Decision {
  return { ...decision, next: { ...decision.next, blockedCause } };
}

function conflict(status: WorkflowStatus, verb: WorkflowVerb): Refusal {
  const state = status.replaceAll('_', ' ');
  const allowed = Object.keys(TRANSITIONS[status]);
  const remedy = allowed.length > 0 ? `What can be done now: ${allowed.join(', ')}.` : 'That is final.';
  return new Refusal(
    'WORKFLOW_STATUS_CONFLICT',
    `This workflow is ${state}, so it cannot ${verb}. ${remedy}`,
  );
}
