import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type ActionState,
  decide,
  FINAL_STATUSES,
  isFinal,
  mayTransit,
  Refusal,
  type StepState,
  WORKFLOW_STATUSES,
  type WorkflowCommand,
  type WorkflowState,
  type WorkflowStatus,
  type WorkflowVerb,
} from './index.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const LATER = new Date('2026-12-20T12:00:00Z');

/** Steps given as lists of kinds: `[['sign'], ['review', 'review']]`. */
function workflowOf(steps: ('sign' | 'review')[][]): WorkflowState {
  let id = 0;
  return {
    status: 'not_started',
    oldStatus: null,
    startedAt: null,
    expiresAt: LATER,
    endedAt: null,
    blockedCause: null,
    steps: steps.map(
      (kinds, index): StepState => ({
        id: index + 1,
        order: index + 1,
        type: kinds[0] ?? 'sign',
        status: 'not_started',
        actions: kinds.map((type): ActionState => {
          id += 1;
          return { id, recipientId: id, type, status: 'not_started', comment: null, actedAt: null };
        }),
      }),
    ),
  };
}

function run(workflow: WorkflowState, commands: readonly WorkflowCommand[], now = NOW): WorkflowState {
  return commands.reduce((state, command) => decide(state, command, now).next, workflow);
}

const start: WorkflowCommand = { verb: 'start' };
const act = (actionId: number): WorkflowCommand => ({ verb: 'act', actionId, comment: null });

/** The table of interface.md §4, written out by hand: what leads where, and everything else to nowhere. */
const EXPECTED: Record<WorkflowStatus, Partial<Record<WorkflowVerb, WorkflowStatus>>> = {
  not_started: { start: 'started', cancel: 'canceled', expire: 'expired' },
  started: {
    act: 'approved',
    decline: 'declined',
    cancel: 'canceled',
    expire: 'expired',
    block: 'blocked',
  },
  approved: { seal: 'to_be_archived', block: 'blocked' },
  to_be_archived: { archive: 'signed', block: 'blocked' },
  signed: {},
  declined: {},
  canceled: {},
  expired: {},
  blocked: { retry: 'approved' },
};
const COMMANDS: readonly WorkflowCommand[] = [
  start,
  act(1),
  { verb: 'decline', actionId: 1, comment: 'no' },
  { verb: 'cancel' },
  { verb: 'expire' },
  { verb: 'seal' },
  { verb: 'archive' },
  { verb: 'block', cause: 'disk full' },
  { verb: 'retry' },
];

/** A workflow of one signer, brought into a status by commands alone. */
function inStatus(status: WorkflowStatus): WorkflowState {
  const paths: Record<WorkflowStatus, WorkflowCommand[]> = {
    not_started: [],
    started: [start],
    approved: [start, act(1)],
    to_be_archived: [start, act(1), { verb: 'seal' }],
    signed: [start, act(1), { verb: 'seal' }, { verb: 'archive' }],
    declined: [start, { verb: 'decline', actionId: 1, comment: 'no' }],
    canceled: [{ verb: 'cancel' }],
    expired: [],
    blocked: [start, act(1), { verb: 'block', cause: 'disk full' }],
  };
  const workflow = run(workflowOf([['sign']]), paths[status]);
  return status === 'expired' ? decide(workflow, { verb: 'expire' }, LATER).next : workflow;
}

describe('a signature that version 0.2.0 stored without its timestamp', () => {
  /** Nobody was called after the first signer. */
  function suspendedOf(kinds: ('sign' | 'review')[][]): WorkflowState {
    const workflow = run(workflowOf(kinds), [start]);
    const actions = (step: StepState) =>
      step.actions.map((each) =>
        each.id === 1 ? { ...each, status: 'signed' as const, actedAt: NOW } : each,
      );
    return { ...workflow, steps: workflow.steps.map((step) => ({ ...step, actions: actions(step) })) };
  }
  const suspended = suspendedOf([['sign'], ['sign']]);

  test('calls who comes next once it has it, and leads on after the last', () => {
    const { next, events } = decide(suspended, { verb: 'timestamped' }, NOW);
    expect(next.steps.map(({ status }) => status)).toEqual(['signed', 'started']);
    expect(events).toEqual([{ name: 'action.started', actionId: 2 }]);
    expect(run(suspendedOf([['sign']]), [{ verb: 'timestamped' }]).status).toBe('approved');
  });

  test('is of no concern to a workflow that is not started', () => {
    for (const status of WORKFLOW_STATUSES.filter((each) => each !== 'started'))
      expect(() => decide(inStatus(status), { verb: 'timestamped' }, NOW)).toThrow(Refusal);
  });

  test('does not close a step in which another person has to act', () => {
    const both = suspendedOf([['sign', 'sign']]);
    expect(decide(both, { verb: 'timestamped' }, NOW)).toEqual({ next: both, events: [] });
  });

  test('does not run out of time, and after a block goes on where it was', () => {
    expect(() => decide(suspended, { verb: 'expire' }, LATER)).toThrow(/a timestamp is still missing/);
    const blocked = run(suspended, [{ verb: 'block', cause: 'no authority' }]);
    expect(run(blocked, [{ verb: 'retry' }])).toMatchObject({ status: 'started', blockedCause: null });
    expect(run(blocked, [{ verb: 'cancel' }])).toMatchObject({ status: 'canceled', blockedCause: null });
  });
});

describe('every status and every verb', () => {
  for (const status of WORKFLOW_STATUSES) {
    for (const command of COMMANDS) {
      const target = EXPECTED[status][command.verb];
      const outcome = target === undefined ? 'is refused' : `leads to ${target}`;
      test(`${command.verb} of a workflow that is ${status} ${outcome}`, () => {
        const workflow = inStatus(status);
        expect(workflow.status).toBe(status);
        const now = command.verb === 'expire' ? LATER : NOW;
        expect(mayTransit(status, command.verb)).toBe(target !== undefined);
        if (target === undefined) {
          expect(() => decide(workflow, command, now)).toThrow(
            expect.objectContaining({ code: 'WORKFLOW_STATUS_CONFLICT' }),
          );
          return;
        }
        const { next, events } = decide(workflow, command, now);
        expect(next.status).toBe(target);
        expect(next.oldStatus).toBe(status);
        expect(events.length).toBeGreaterThan(0);
        expect(next.endedAt).toEqual(isFinal(target) ? now : null);
      });
    }
  }

  test('exactly signed, declined, canceled and expired are final', () => {
    expect([...FINAL_STATUSES].sort()).toEqual(['canceled', 'declined', 'expired', 'signed']);
  });
});

describe('steps and actions', () => {
  test('a start opens the first step only, and tells whom it concerns', () => {
    const { next, events } = decide(workflowOf([['sign', 'sign'], ['review']]), start, NOW);
    expect(next.steps.map((step) => step.status)).toEqual(['started', 'not_started']);
    expect(events).toEqual([
      { name: 'workflow.started', actionId: null },
      { name: 'action.started', actionId: 1 },
      { name: 'action.started', actionId: 2 },
    ]);
    expect(next.startedAt).toBe(NOW);
  });

  test('a reviewer approves and keeps their comment; the last action of the last step approves the workflow', () => {
    const started = run(workflowOf([['sign'], ['review']]), [start, act(1)]);
    const { next, events } = decide(started, { verb: 'act', actionId: 2, comment: 'fine' }, NOW);
    expect(next.status).toBe('approved');
    expect(next.steps[1]?.actions[0]).toMatchObject({ status: 'approved', comment: 'fine', actedAt: NOW });
    expect(events.map((each) => each.name)).toEqual(['action.approved', 'workflow.approved']);
  });

  test('no recipient acts before their turn, twice, or after the deadline', () => {
    const started = run(workflowOf([['sign', 'sign'], ['sign']]), [start, act(1)]);
    expect(() => decide(started, act(3), NOW)).toThrow(/not your turn/);
    expect(() => decide(started, act(1), NOW)).toThrow(/already answered/);
    expect(() => decide(started, act(2), LATER)).toThrow(/deadline/);
    expect(() => decide(started, act(99), NOW)).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
  });

  test('cancel and expiry leave steps and actions as they are', () => {
    const started = run(workflowOf([['sign'], ['sign']]), [start]);
    const { steps } = started;
    expect(decide(started, { verb: 'cancel' }, NOW).next.steps).toEqual(steps);
    expect(decide(started, { verb: 'expire' }, LATER).next.steps).toEqual(steps);
    expect(() => decide(started, { verb: 'expire' }, NOW)).toThrow(/has not passed/);
  });

  test('a workflow without steps or past its deadline cannot start', () => {
    expect(() => decide(workflowOf([]), start, NOW)).toThrow(/no steps/);
    expect(() => decide(workflowOf([['sign']]), start, LATER)).toThrow(/deadline/);
  });

  test('a block keeps its cause until the retry', () => {
    const blocked = inStatus('blocked');
    expect(blocked.blockedCause).toBe('disk full');
    expect(decide(blocked, { verb: 'retry' }, NOW).next.blockedCause).toBeNull();
  });
});

const kinds = fc.constantFrom<'sign' | 'review'>('sign', 'review');
const shape = fc.array(fc.array(kinds, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 });
const commands = fc.array(
  fc.oneof(
    fc.constant(start),
    { weight: 8, arbitrary: fc.integer({ min: 1, max: 13 }).map(act) },
    fc
      .integer({ min: 1, max: 13 })
      .map((actionId): WorkflowCommand => ({ verb: 'decline', actionId, comment: 'no' })),
    fc.constantFrom<WorkflowCommand>(
      ...COMMANDS.filter(({ verb }) => !['start', 'act', 'decline'].includes(verb)),
    ),
  ),
  { maxLength: 40 },
);

test('any sequence of actions keeps the invariants of states, steps and actions', () => {
  fc.assert(
    fc.property(shape, commands, fc.boolean(), (steps, sequence, late) => {
      let workflow = workflowOf(steps);
      for (const command of sequence) {
        const now = late && command.verb === 'expire' ? LATER : NOW;
        const before = structuredClone(workflow);
        try {
          workflow = decide(workflow, command, now).next;
        } catch (error) {
          expect(error).toBeInstanceOf(Refusal);
        }
        // A decision never changes what it was given, and a refusal changes nothing.
        if (isFinal(before.status)) expect(workflow).toEqual(before);
        expectInvariants(workflow, before);
      }
    }),
    { numRuns: 500 },
  );
});

function expectInvariants(workflow: WorkflowState, before: WorkflowState): void {
  const { status, steps } = workflow;
  const open = steps.filter((step) => step.status === 'started');
  if (status === 'started') expect(open).toHaveLength(1);
  if (status === 'not_started') expect(open).toHaveLength(0);
  const sealing = ['approved', 'to_be_archived', 'signed', 'blocked'].includes(status);
  // Blocked while a signature lacked its timestamp: the steps stay as they are.
  const isSuspended = status === 'blocked' && workflow.oldStatus === 'started';
  if (sealing && !isSuspended)
    expect(steps.every((step) => step.status === 'signed' || step.status === 'approved')).toBe(true);
  expect(steps.some((step) => step.status === 'declined')).toBe(status === 'declined');
  // Steps run one after another: after one that is not done, none has begun.
  const undone = steps.findIndex((step) => step.status === 'started' || step.status === 'not_started');
  if (undone >= 0) expect(steps.slice(undone + 1).every((step) => step.status === 'not_started')).toBe(true);
  for (const [index, step] of steps.entries()) {
    const states = step.actions.map((action) => action.status);
    if (step.status === 'not_started') expect(states.every((state) => state === 'not_started')).toBe(true);
    if (step.status === 'signed' || step.status === 'approved') {
      expect(states.every((state) => state === 'signed' || state === 'approved')).toBe(true);
    }
    for (const [at, action] of step.actions.entries()) {
      expect(action.actedAt !== null).toBe(['signed', 'approved', 'declined'].includes(action.status));
      if (action.status === 'signed') expect(action.type).toBe('sign');
      if (action.status === 'approved') expect(action.type).toBe('review');
      // An answer cannot be changed.
      const was = before.steps[index]?.actions[at];
      if (was && was.actedAt !== null) expect(action).toEqual(was);
    }
  }
}
