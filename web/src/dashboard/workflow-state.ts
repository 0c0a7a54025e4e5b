import {
  type ActionStatus,
  type FileContents,
  fileContentsOf,
  isFinal,
  LIMITS,
  may,
  mayTransit,
  mayWorkflow,
  type Permission,
  type WorkflowStatus,
} from '@paraph/domain';
import type { Action, Recipient, Step, TimelineEvent, Workflow, WorkflowDetail } from '../api/wire.ts';
import type { StateTone } from '../ui/state-badge.tsx';

export function toneOfWorkflow(status: WorkflowStatus): StateTone {
  switch (status) {
    case 'not_started':
      return 'draft';
    case 'started':
    case 'approved':
    case 'to_be_archived':
      return 'waiting';
    case 'signed':
      return 'done';
    default:
      return 'stopped';
  }
}

export function mayRetry(status: WorkflowStatus): boolean {
  return mayTransit(status, 'retry');
}

/** What the user's workspace role allows for this workflow. */
export type WorkflowRights = { mayEdit: boolean; mayDelete: boolean; mayDuplicate: boolean };

export function rightsOf(
  { permissions, userId }: { permissions: readonly Permission[]; userId: number },
  creatorId: number,
): WorkflowRights {
  const access = { userId, permissions: new Set(permissions) };
  return {
    mayEdit: mayWorkflow(access, 'edit', { creatorId }),
    mayDelete: mayWorkflow(access, 'delete', { creatorId }),
    mayDuplicate: may(access, 'create_workflow') && may(access, 'create_workflow_out_of_workflow'),
  };
}

const ENDS_OF_DELAYS: ReadonlySet<string> = new Set([
  'action.started',
  'action.signed',
  'signatures.timestamped',
  'workflow.approved',
  'workflow.retried',
]);

/** The cause of a delay of a seal: the newest one since the last answer or retry; null where there is none. */
export function delayOf(status: WorkflowStatus, timeline: readonly TimelineEvent[]): string | null {
  if (status !== 'started' && status !== 'approved') return null;
  const last = timeline.findLast(({ event }) => event === 'sealing.delayed' || ENDS_OF_DELAYS.has(event));
  return last?.event === 'sealing.delayed' ? last.detail : null;
}

const CHANGES_OF_DRAFTS: ReadonlySet<string> = new Set([
  'document.added',
  'document.removed',
  'annex.added',
  'annex.removed',
  'workflow.changed',
]);

/** Why the scheduled start of a draft failed; null where it did not, or where the draft was changed since. */
export function startFailureOf(status: WorkflowStatus, timeline: readonly TimelineEvent[]): string | null {
  if (status !== 'not_started') return null;
  const last = timeline.findLast(({ event }) => event === 'start.failed' || CHANGES_OF_DRAFTS.has(event));
  return last?.event === 'start.failed' ? last.detail : null;
}

/** Whether the workflow can still change, so that polling makes sense. */
export function mayStillChange({ status }: Pick<Workflow, 'status'>): boolean {
  return !isFinal(status);
}

/** Whether the deadline still applies. */
export function hasDeadline(status: WorkflowStatus): boolean {
  return mayTransit(status, 'expire');
}

/** What the documents of a workflow are now. */
export function contentsOf({
  status,
  steps,
  recipients,
}: Pick<Workflow, 'status' | 'steps' | 'recipients'>): FileContents {
  const names = new Map(recipients.map(({ id, name }) => [id, name]));
  const acts = inOrder(steps).flatMap(({ actions }) =>
    actions.map(({ type, status: result, recipientId }) => {
      return { type, status: result, name: names.get(recipientId) ?? '' };
    }),
  );
  return fileContentsOf(status, acts);
}

export type PersonState =
  | 'signed'
  | 'approved'
  | 'declined'
  | 'asked_to_sign'
  | 'asked_to_review'
  | 'later'
  | 'released'
  | 'not_asked';

export type PersonProgress = { recipient: Recipient; state: PersonState; tone: StateTone };

/** Each recipient once, in order of their first action, with the most relevant state. */
export function peopleOf(workflow: Pick<Workflow, 'status' | 'recipients' | 'steps'>): PersonProgress[] {
  const actions = inOrder(workflow.steps).flatMap(withDone);
  const isOver = isFinal(workflow.status);
  const turns = (recipient: Recipient) => actions.filter((action) => action.recipientId === recipient.id);
  const firstTurn = (recipient: Recipient) =>
    actions.findIndex((action) => action.recipientId === recipient.id);
  return [...workflow.recipients]
    .sort((one, other) => firstTurn(one) - firstTurn(other))
    .map((recipient) => {
      const state = stateOfPerson(turns(recipient), isOver);
      return { recipient, state, tone: TONE[state] };
    });
}

/** Whether enough of its people have acted. */
export function isStepDone({ status }: Pick<Step, 'status'>): boolean {
  return status === 'signed' || status === 'approved';
}

type DoneAction = Action & { isInDone: boolean };

function withDone(step: Step): DoneAction[] {
  return step.actions.map((action) => ({ ...action, isInDone: isStepDone(step) }));
}

/** Who has not acted in a step that is done was one of several, and is not needed. */
function isReleased({ status, isInDone }: Pick<DoneAction, 'status' | 'isInDone'>): boolean {
  return isInDone && status === 'not_started';
}

export function stateOfAction(
  { isInDone = false, ...action }: Pick<Action, 'type' | 'status'> & { isInDone?: boolean },
  isOver: boolean,
): PersonState {
  if (isReleased({ ...action, isInDone })) return 'released';
  if (action.status === 'not_started') return isOver ? 'not_asked' : 'later';
  if (action.status === 'started') {
    if (isOver) return 'not_asked';
    return action.type === 'sign' ? 'asked_to_sign' : 'asked_to_review';
  }
  return action.status;
}

export function toneOfPerson(state: PersonState): StateTone {
  return TONE[state];
}

/**
 * When each answer was given, by action id, read from the timeline. A recipient who answers twice has two
 * events in step order.
 */
export function answerDates(steps: readonly Step[], timeline: readonly TimelineEvent[]): Map<number, number> {
  const left = timeline.filter(({ event }) => event.startsWith('action.'));
  const dates = new Map<number, number>();
  for (const action of inOrder(steps).flatMap((step) => step.actions)) {
    const index = left.findIndex(
      ({ event, actor }) =>
        event === `action.${action.status}` && isSameEmail(actor?.email, action.recipientEmail),
    );
    const [event] = index < 0 || !isAnswered(action.status) ? [] : left.splice(index, 1);
    if (event) dates.set(action.id, event.date);
  }
  return dates;
}

/** Since when an open action waits: the last answer of the steps before it, or the start; undefined for others. */
export function waitingSince(
  { status, startDate, steps }: Pick<Workflow, 'status' | 'startDate' | 'steps'>,
  action: Pick<Action, 'status' | 'stepNumber'>,
  dates: ReadonlyMap<number, number>,
): number | undefined {
  if (status !== 'started' || action.status !== 'started') return undefined;
  const before = steps.filter(({ order }) => order < action.stepNumber).flatMap((step) => step.actions);
  const answered = before.flatMap(({ id }) => dates.get(id) ?? []);
  return answered.length > 0 ? Math.max(...answered) : (startDate ?? undefined);
}

/** The ids of the actions whose recipient can be reminded or replaced. */
export type OpenTurns = {
  /** Actions whose turn it is. */
  remindable: ReadonlySet<number>;
  /** The first action of each recipient who has not answered yet; recipients with answers cannot be replaced. */
  replaceable: ReadonlySet<number>;
};

export function openTurnsOf({ status, steps }: Pick<Workflow, 'status' | 'steps'>): OpenTurns {
  const actions = status === 'started' ? inOrder(steps).flatMap(withDone) : [];
  const answered = new Set(
    actions.filter((each) => isAnswered(each.status) || isReleased(each)).map((each) => each.recipientId),
  );
  const firsts = actions.filter(
    ({ recipientId }, index) =>
      !answered.has(recipientId) && actions.findIndex((each) => each.recipientId === recipientId) === index,
  );
  return {
    remindable: new Set(actions.filter((each) => each.status === 'started').map(({ id }) => id)),
    replaceable: new Set(firsts.map(({ id }) => id)),
  };
}

/** When the recipient was last reminded at the present address; null where never. */
export function remindedAt(timeline: readonly TimelineEvent[], recipientId: number): number | null {
  const last = timeline.findLast(
    (event) =>
      event.recipientId === recipientId &&
      (event.event === 'action.reminded' || event.event === 'recipient.reassigned'),
  );
  return last?.event === 'action.reminded' ? last.date : null;
}

/** When who has this address opened their link first; null where never. */
export function openedAt(timeline: readonly TimelineEvent[], email: string): number | null {
  const first = timeline.find(
    ({ event, actor }) => event === 'link.opened' && isSameEmail(actor?.email, email),
  );
  return first?.date ?? null;
}

/** When the next reminder is allowed; null where it is allowed now. */
export function nextReminderAt(reminded: number | null, nowSeconds: number): number | null {
  const next = reminded === null ? nowSeconds : reminded + LIMITS.reminderSeconds;
  return next > nowSeconds ? next : null;
}

function isSameEmail(one: string | null | undefined, other: string): boolean {
  return one?.toLowerCase() === other.toLowerCase();
}

/** Counts given answers; of a group, as many as are enough. */
export function progressOf(
  steps: readonly Step[],
  choices: WorkflowDetail['choices'] = [],
): { done: number; total: number } {
  const grouped = new Set(choices.flatMap(({ members }) => members.map(({ actionId }) => actionId)));
  const actions = steps.flatMap(withDone).filter((action) => !isReleased(action) && !grouped.has(action.id));
  const counts = choices.map(({ required, members }) => {
    const acted = members.filter(({ status }) => status === 'signed' || status === 'approved');
    return { done: Math.min(required, acted.length), total: required };
  });
  const own = { done: actions.filter(({ status }) => isAnswered(status)).length, total: actions.length };
  return [own, ...counts].reduce((sum, each) => {
    return { done: sum.done + each.done, total: sum.total + each.total };
  });
}

export function inOrder(steps: readonly Step[]): Step[] {
  return [...steps].sort((one, other) => one.order - other.order);
}

function stateOfPerson(actions: DoneAction[], isOver: boolean): PersonState {
  const states = actions.map((action) => stateOfAction(action, isOver));
  const telling = ['declined', 'asked_to_sign', 'asked_to_review', 'later', 'not_asked'] as const;
  return telling.find((state) => states.includes(state)) ?? states.at(-1) ?? 'later';
}

function isAnswered(status: ActionStatus): boolean {
  return status === 'signed' || status === 'approved' || status === 'declined';
}

const TONE: Record<PersonState, StateTone> = {
  released: 'draft',
  signed: 'done',
  approved: 'done',
  declined: 'stopped',
  asked_to_sign: 'waiting',
  asked_to_review: 'waiting',
  later: 'draft',
  not_asked: 'draft',
};
