import { type ActionType, WORKFLOW_STATUSES, type WorkflowStatus } from '@paraph/domain';
import { describe, expect, it } from 'vitest';
import type { Recipient, Step, TimelineEvent } from '../api/wire.ts';
import { changesOf, sittingsOf } from './event-text.ts';
import {
  answerDates,
  delayOf,
  hasDeadline,
  mayRetry,
  mayStillChange,
  nextReminderAt,
  openTurnsOf,
  peopleOf,
  progressOf,
  remindedAt,
  rightsOf,
  startFailureOf,
  toneOfWorkflow,
} from './workflow-state.ts';

function recipient(id: number): Recipient {
  const contact = { phone: null, language: null, identification: null };
  return { id, name: `Person ${id}`, email: `p${id}@example.com`, ...contact, picture: null, roles: [] };
}

function step(
  order: number,
  actions: [recipientId: number, type: ActionType, status: Step['actions'][number]['status']][],
): Step {
  return {
    id: order,
    order,
    type: actions[0]?.[1] ?? 'sign',
    status: 'started',
    expiryDate: null,
    actions: actions.map(([recipientId, type, status], index) => ({
      id: order * 100 + index,
      stepNumber: order,
      role: recipientId,
      type,
      status,
      recipientId,
      recipientEmail: `p${recipientId}@example.com`,
      comment: null,
      transaction: null,
    })),
  };
}

const eventOf = (event: string, more: Partial<TimelineEvent> = {}): TimelineEvent => ({
  ...{ id: 1, event, date: 1, actor: null, detail: null },
  ...{
    recipientId: null,
    seal: null,
    isUnused: false,
    automatic: null,
    schedule: null,
    replacement: null,
    related: null,
    ...more,
  },
});

function statesOf(status: WorkflowStatus, steps: Step[], ids: number[]) {
  return peopleOf({ status, steps, recipients: ids.map(recipient) }).map(
    (person) => `${person.recipient.id} ${person.state}`,
  );
}

describe('peopleOf', () => {
  it('knows who is not needed any more, because others have acted in their place', () => {
    const open = step(1, [
      [1, 'sign', 'signed'],
      [2, 'sign', 'not_started'],
    ]);
    const done = { ...open, status: 'signed' as const };
    expect(statesOf('started', [done], [1, 2])).toEqual(['1 signed', '2 released']);
    expect(statesOf('started', [open], [1, 2])).toEqual(['1 signed', '2 later']);
    expect(progressOf([done])).toEqual({ done: 1, total: 1 });
    const members = [
      { actionId: 100, recipientId: 1, status: 'signed' as const },
      { actionId: 101, recipientId: 2, status: 'started' as const },
    ];
    const group = { step: 1, group: '1', required: 1, members };
    expect(progressOf([open, step(2, [[3, 'sign', 'not_started']])], [group])).toEqual({ done: 1, total: 2 });
    const later = step(2, [[2, 'sign', 'started']]);
    expect(openTurnsOf({ status: 'started', steps: [done, later] }).replaceable).toEqual(new Set());
  });

  it('lists people in order of their first turn, whatever the order of the recipients', () => {
    const steps = [step(2, [[1, 'sign', 'not_started']]), step(1, [[2, 'review', 'started']])];
    expect(statesOf('started', steps, [1, 2])).toEqual(['2 asked_to_review', '1 later']);
  });

  it('says that a person with two turns counts as asked while one of them is open', () => {
    const steps = [step(1, [[1, 'review', 'approved']]), step(2, [[1, 'sign', 'started']])];
    expect(statesOf('started', steps, [1])).toEqual(['1 asked_to_sign']);
  });

  it('says that a person has signed when no action of theirs is open', () => {
    const steps = [step(1, [[1, 'review', 'approved']]), step(2, [[1, 'sign', 'signed']])];
    expect(statesOf('approved', steps, [1])).toEqual(['1 signed']);
  });

  it('has no open action once the workflow is over', () => {
    const steps = [
      step(1, [
        [1, 'sign', 'started'],
        [2, 'sign', 'declined'],
      ]),
      step(2, [[3, 'sign', 'not_started']]),
    ];
    expect(statesOf('declined', steps, [1, 2, 3])).toEqual(['1 not_asked', '2 declined', '3 not_asked']);
  });
});

const answerOf = (date: number, name: string, email: string) =>
  eventOf(name, { date, actor: { name: null, email, byKey: null, agent: null, allowance: null } });

it('answerDates finds when each answer was given, twice for a person with two turns', () => {
  const steps = [
    step(2, [
      [1, 'sign', 'signed'],
      [2, 'sign', 'started'],
    ]),
    step(1, [[1, 'sign', 'signed']]),
  ];
  const timeline = [
    answerOf(1, 'action.started', 'p1@example.com'),
    answerOf(2, 'action.signed', 'P1@example.com'),
    answerOf(3, 'action.signed', 'p1@example.com'),
  ];
  expect([...answerDates(steps, timeline)]).toEqual([
    [100, 2],
    [200, 3],
  ]);
});

it('answerDates: has no date for a person who was only asked', () => {
  const timeline = [answerOf(1, 'action.started', 'p1@example.com')];
  expect(answerDates([step(1, [[1, 'sign', 'started']])], timeline).size).toBe(0);
});

describe('what can be done about a person', () => {
  it('is a reminder at their turn, and a replacement at the first of their turns', () => {
    const steps = [
      step(1, [
        [1, 'sign', 'started'],
        [2, 'sign', 'signed'],
      ]),
      step(2, [
        [1, 'sign', 'not_started'],
        [2, 'sign', 'not_started'],
        [3, 'review', 'not_started'],
      ]),
    ];
    const { remindable, replaceable } = openTurnsOf({ status: 'started', steps });
    expect([...remindable]).toEqual([100]);
    // A recipient who has answered once cannot be replaced in later steps.
    expect([...replaceable]).toEqual([100, 202]);
    expect(openTurnsOf({ status: 'canceled', steps }).replaceable.size).toBe(0);
    expect(openTurnsOf({ status: 'not_started', steps }).replaceable.size).toBe(0);
  });

  it('knows when a person was last reminded at the present address', () => {
    const timeline = [
      eventOf('action.reminded', { recipientId: 1, date: 100 }),
      eventOf('action.reminded', { recipientId: 2, date: 200 }),
    ];
    expect(remindedAt(timeline, 1)).toBe(100);
    expect(remindedAt(timeline, 3)).toBeNull();
    expect(
      remindedAt([...timeline, eventOf('recipient.reassigned', { recipientId: 1, date: 300 })], 1),
    ).toBeNull();
  });

  it('is reminded again an hour later', () => {
    expect(nextReminderAt(null, 5_000)).toBeNull();
    expect(nextReminderAt(5_000, 5_060)).toBe(8_600);
    expect(nextReminderAt(5_000, 8_600)).toBeNull();
  });

  it('follows the role: one’s own documents, those of others, and making new ones', () => {
    const creatorPermissions = [
      'edit_created_workflow',
      'create_workflow',
      'create_workflow_out_of_workflow',
    ] as const;
    expect(rightsOf({ permissions: creatorPermissions, userId: 7 }, 7)).toMatchObject({
      mayEdit: true,
      mayDuplicate: true,
    });
    expect(rightsOf({ permissions: creatorPermissions, userId: 7 }, 8)).toEqual({
      mayEdit: false,
      mayDelete: false,
      mayDuplicate: true,
    });
    const rights = rightsOf({ permissions: ['create_workflow_out_of_workflow'], userId: 7 }, 7);
    expect(rights).toEqual({ mayEdit: false, mayDelete: false, mayDuplicate: false });
  });
});

it('delayOf says why sealing waits, as long as it waits', () => {
  const waiting = [
    eventOf('workflow.approved'),
    eventOf('sealing.delayed', { detail: 'One' }),
    eventOf('sealing.delayed', { detail: 'Two' }),
  ];
  expect(delayOf('approved', waiting)).toBe('Two');
  expect(delayOf('approved', [...waiting, eventOf('workflow.retried')])).toBeNull();
  expect(delayOf('approved', [eventOf('workflow.approved')])).toBeNull();
  expect(delayOf('signed', waiting)).toBeNull();
  // A signature that waits for its timestamp, until the next step opens.
  const signed = [eventOf('action.signed'), eventOf('sealing.delayed', { detail: 'Three' })];
  expect(delayOf('started', signed)).toBe('Three');
  expect(delayOf('started', [...signed, eventOf('action.started')])).toBeNull();
  // It has its timestamp; other people of the step have not signed yet.
  expect(delayOf('started', [...signed, eventOf('signatures.timestamped')])).toBeNull();
});

it('startFailureOf says why a draft did not start by itself, until it is changed or started', () => {
  const failed = [eventOf('workflow.created'), eventOf('start.failed', { detail: 'It is signed already.' })];
  expect(startFailureOf('not_started', failed)).toBe('It is signed already.');
  expect(startFailureOf('not_started', [...failed, eventOf('workflow.changed')])).toBeNull();
  expect(startFailureOf('started', failed)).toBeNull();
  expect(startFailureOf('not_started', [eventOf('workflow.created')])).toBeNull();
});

it('progressOf counts answers, declined ones too, not people', () => {
  const steps = [
    step(1, [
      [1, 'sign', 'signed'],
      [2, 'sign', 'declined'],
    ]),
    step(2, [[1, 'sign', 'not_started']]),
  ];
  expect(progressOf(steps)).toEqual({ done: 2, total: 3 });
});

describe('what the sender may do', () => {
  const having = (may: (status: WorkflowStatus) => boolean) => WORKFLOW_STATUSES.filter(may);

  it('is to retry a blocked one only', () => {
    expect(having(mayRetry)).toEqual(['blocked']);
  });

  it('has a deadline for as long as people may still answer', () => {
    expect(having(hasDeadline)).toEqual(['not_started', 'started']);
  });

  it('is worth asking about until a final status', () => {
    expect(having((status) => !mayStillChange({ status }))).toEqual([
      'signed',
      'declined',
      'canceled',
      'expired',
    ]);
  });
});

it('toneOfWorkflow shows only a signed workflow as done', () => {
  expect(WORKFLOW_STATUSES.filter((status) => toneOfWorkflow(status) === 'done')).toEqual(['signed']);
});

it('toneOfWorkflow shows what ended without signatures, or is stuck, as stopped', () => {
  const stopped = WORKFLOW_STATUSES.filter((status) => toneOfWorkflow(status) === 'stopped');
  expect(stopped).toEqual(['declined', 'canceled', 'expired', 'blocked']);
});

const actor = { name: 'Ada', email: 'ada@example.com', byKey: null, agent: null, allowance: null };
const edit = (date: number, detail: string) => ({ event: 'workflow.changed', date, detail, actor });

it('the timeline has one entry for what a person edited at one sitting, with each part once and every value', () => {
  const edits = [edit(1, 'name\nLease → Lease of the mill'), edit(4, 'fields'), edit(9, 'fields, name')];
  const sent = { event: 'workflow.started', date: 10, detail: null, actor };
  const [sitting, ...rest] = sittingsOf([...edits, sent, edit(11, 'tags')]);
  expect(sitting).toEqual(edits);
  expect(rest.map(([{ event }]) => event)).toEqual(['workflow.started', 'workflow.changed']);
  expect(changesOf(edits)).toEqual({ parts: ['name', 'fields'], values: ['Lease → Lease of the mill'] });
});
