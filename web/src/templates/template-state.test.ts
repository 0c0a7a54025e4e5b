import { describe, expect, test } from 'vitest';
import { planPlaceholders, stepsRequest } from '../dashboard/placeholder-plan.ts';
import type { SendStep } from '../dashboard/send-steps.ts';
import { dutyOf, stepsOfTemplate, tasksOf, validatePlaceholders } from './template-state.ts';

const sign = (id: number) => ({ id, type: 'sign' as const, color: '#1D4ED8' });
const review = (id: number) => ({ id, type: 'review' as const, color: '#1D4ED8' });
const recipients = [
  { id: 1, name: 'Buyer', anchorTag: '1', roles: [review(11), sign(12)] },
  { id: 2, name: 'Seller', anchorTag: null, roles: [sign(21)] },
];
const steps = [
  { id: 32, order: 2, type: 'sign' as const, actions: [{ id: 42, role: 12, type: 'sign' as const }] },
  { id: 31, order: 1, type: 'review' as const, actions: [{ id: 41, role: 11, type: 'review' as const }] },
];

const row = (key: string, name: string) => ({ key, name, email: '' });
const step = (type: 'sign' | 'review', ...people: ReturnType<typeof row>[]): SendStep => ({
  key: `${type}-${people[0]?.key}`,
  type,
  people,
});

describe('the people of a template', () => {
  test('are shown in the order of their steps, and those without a step last', () => {
    const shown = stepsOfTemplate({ steps, recipients });
    expect(shown.map(({ type, people }) => [type, people.map(({ key, name }) => [key, name])])).toEqual([
      ['review', [['role-11', 'Buyer']]],
      ['sign', [['role-12', 'Buyer']]],
      ['sign', [['role-21', 'Seller']]],
    ]);
  });

  test('have tasks in the order of the steps, and a duty also without a step', () => {
    expect(recipients.map((each) => tasksOf(each, steps))).toEqual([
      [
        { type: 'review', order: 1 },
        { type: 'sign', order: 2 },
      ],
      [],
    ]);
    expect([...recipients, { roles: [review(3)] }, { roles: [] }].map(dutyOf)).toEqual([
      'both',
      'sign',
      'review',
      null,
    ]);
  });

  test('begin with one empty row where there are no people', () => {
    expect(stepsOfTemplate({ steps: [], recipients: [] })).toMatchObject([
      { type: 'sign', people: [{ name: '' }] },
    ]);
  });

  test('are one placeholder a name, keep their numbers when renamed, and follow their rows', () => {
    const edited = [
      step('review', row('role-11', 'Tenant')),
      step('sign', row('role-12', 'Tenant '), row('new', 'Witness')),
    ];
    const plan = planPlaceholders(edited, recipients);
    expect(plan.recipients).toEqual([
      {
        id: 1,
        anchorTag: '1',
        name: 'Tenant',
        roles: [
          { id: 11, type: 'review' },
          { id: 12, type: 'sign' },
        ],
      },
      { name: 'Witness', roles: [{ type: 'sign' }] },
    ]);
    const saved = [
      { ...recipients[0], name: 'Tenant', id: 1, anchorTag: '1', roles: [review(11), sign(12)] },
      { id: 5, name: 'Witness', anchorTag: null, roles: [sign(51)] },
    ];
    expect(stepsRequest(edited, plan, saved)).toEqual([
      { type: 'review', roles: [11] },
      { type: 'sign', roles: [12, 51] },
    ]);
  });

  test('keep who is whose witness when they are saved again', () => {
    const signers = recipients.map((each) => ({
      ...each,
      roles: each.roles.filter(({ type }) => type === 'sign'),
    }));
    const actions = [12, 21].map((role) => ({ id: role, role, type: 'sign' as const }));
    const together = [{ id: 31, order: 1, type: 'sign' as const, actions }];
    const witnesses = [{ step: 1, role: 21, of: 12 }];
    const shown = stepsOfTemplate({ steps: together, recipients: signers, witnesses });
    const [saved] = stepsRequest(shown, planPlaceholders(shown, signers), signers);
    expect(saved?.witnesses).toEqual([{ role: 21, of: 12 }]);
  });

  test('a role that is to do something else is a new one', () => {
    const plan = planPlaceholders([step('review', row('role-21', 'Seller'))], recipients);
    expect(plan.recipients).toEqual([
      { id: 2, anchorTag: null, name: 'Seller', roles: [{ type: 'review' }] },
    ]);
  });

  test('two who were one become two, and only the first keeps the number', () => {
    const edited = [step('review', row('role-11', 'Buyer')), step('sign', row('role-12', 'Notary'))];
    expect(planPlaceholders(edited, recipients).recipients).toEqual([
      { id: 1, anchorTag: '1', name: 'Buyer', roles: [{ id: 11, type: 'review' }] },
      { name: 'Notary', roles: [{ type: 'sign' }] },
    ]);
  });

  test('need a name each, once a step', () => {
    const errors = validatePlaceholders([
      step('sign', row('a', 'Buyer'), row('b', ' '), row('c', 'Buyer ')),
      step('sign', row('d', 'Buyer')),
    ]);
    expect([...errors]).toEqual([
      ['steps[0][recipients][1][name]', 'nameMissing'],
      ['steps[0][recipients][2][name]', 'nameTwice'],
    ]);
  });
});
