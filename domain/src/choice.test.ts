import { expect, test } from 'vitest';
import { type Choice, readChoices, remainingChoices, slotsOf } from './choice.ts';
import {
  type ActionState,
  type Decision,
  decide,
  type WorkflowCommand,
  type WorkflowState,
} from './workflow.ts';

const AT = new Date('2026-11-20T10:00:00Z');
const pair: Choice = { group: 'guardians', required: 1 };
const board: Choice = { group: 'board', required: 2 };

/** A started step of these people, and one after it. */
function started(choices: readonly (Choice | null)[]): WorkflowState {
  const action = (choice: Choice | null, index: number): ActionState => {
    const waiting = { type: 'sign', status: 'started', comment: null, actedAt: null } as const;
    return { id: index + 1, recipientId: index + 1, ...waiting, choice };
  };
  const steps = [
    { id: 1, order: 1, type: 'sign', status: 'started', actions: choices.map(action) } as const,
    { id: 2, order: 2, type: 'sign', status: 'not_started', actions: [last] } as const,
  ];
  const times = { startedAt: AT, expiresAt: new Date('2026-12-20T10:00:00Z'), endedAt: null };
  return { status: 'started', oldStatus: 'not_started', ...times, blockedCause: null, steps };
}

const last: ActionState = {
  id: 99,
  recipientId: 99,
  type: 'sign',
  status: 'not_started',
  comment: null,
  actedAt: null,
};

function run(state: WorkflowState, ...commands: WorkflowCommand[]): Decision {
  return commands.reduce<Decision>(({ next }, command) => decide(next, command, AT), {
    next: state,
    events: [],
  });
}

const act = (actionId: number) => ({ verb: 'act', actionId, comment: null }) as const;
const declines = (actionId: number) => ({ verb: 'decline', actionId, comment: 'No.' }) as const;
const statuses = ({ next }: Decision) => next.steps[0]?.actions.map(({ status }) => status);
const names = ({ events }: Decision) => events.map(({ name, actionId }) => `${name} ${actionId}`);

// Of which the first take the places, and which step begins then: tests/api/choices.test.ts.
test('a step waits for those who must act beside a group, and not for whom that released', () => {
  const taken = run(started([pair, null, pair]), act(3));
  expect(statuses(taken)).toEqual(['released', 'started', 'signed']);
  expect(taken.next.steps[0]?.status).toBe('started');
  expect(() => decide(taken.next, act(1), AT)).toThrow('nothing is left for you to do');
  const both = run(taken.next, act(2));
  expect(names(both)).toEqual(['action.signed 2', 'action.started 99']);
});

test('a decline leaves a group to the others until too few are left', () => {
  const left = run(started([board, board, board]), declines(1));
  expect(statuses(left)).toEqual(['declined', 'started', 'started']);
  expect([left.next.status, ...names(left)]).toEqual(['started', 'action.declined 1']);
  expect(run(left.next, act(2), act(3)).next.steps[0]?.status).toBe('signed');
  const ended = run(left.next, act(2), declines(3));
  expect(ended.next.status).toBe('declined');
  expect(names(ended)).toEqual(['action.declined 3', 'workflow.declined null']);
  expect(run(started([pair, pair, null]), declines(3)).next.status).toBe('declined');
});

test('what a step says of its groups is read together, and each contradiction named', () => {
  const read = (...forms: Parameters<typeof readChoices>[0]) => {
    const violations = {};
    const choices = readChoices(forms, (index) => `p${index}`, violations);
    return { choices, violations: Object.keys(violations) };
  };
  const group = 'board';
  expect(read({ group, required: 2 }, null, { group: ' board ' }, { group })).toEqual({
    choices: [board, null, board, board],
    violations: [],
  });
  expect(read({ group }).violations).toEqual(['p0[group]']);
  expect(read({ group: '' }, { group: '' }).violations).toEqual(['p0[group]', 'p1[group]']);
  expect(read({ group, required: 2 }, { group }).violations).toEqual(['p0[required]', 'p1[required]']);
  expect(read({ group, required: 1 }, { group, required: 2 }, { group }).violations).toEqual([
    'p0[required]',
    'p1[required]',
    'p2[required]',
  ]);
});

test('the first of a group hold its slots, and a group that has lost people is none', () => {
  const members = [
    { choice: board },
    {},
    { choice: board },
    { choice: pair },
    { choice: board },
    { choice: pair },
  ];
  expect(slotsOf(members)).toEqual([1, null, 2, 1, null, null]);
  expect(remainingChoices(members.slice(0, 4))).toEqual([null, null, null, null]);
  expect(remainingChoices(members)).toEqual([board, null, board, pair, board, pair]);
});
