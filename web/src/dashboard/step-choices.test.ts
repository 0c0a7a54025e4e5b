import { expect, test } from 'vitest';
import { peopleOf } from '../design/editor-source.ts';
import { stepsOfTemplate } from '../templates/template-state.ts';
import { stepsRequest } from './placeholder-plan.ts';
import { stepsFrom } from './saved-steps.ts';
import { changeDraft, detailsOf, emptyDraft, formOf } from './send-state.ts';
import { changeSteps, choiceOf, type SendStep } from './send-steps.ts';
import { contentOf, draftOf } from './unfinished-state.ts';

const person = (key: string) => ({ key, name: key, email: `${key}@example.com` });
const step = (more: Partial<SendStep> = {}): SendStep => ({
  key: 's',
  type: 'sign',
  people: ['ann', 'bea', 'carl'].map(person),
  ...more,
});
const draftWith = (steps: SendStep[]) => changeDraft(emptyDraft('d'), { do: 'restore', steps });
const NOW = 1_790_000_000;

test('a step of which some are enough is sent as one group, and is none once too few are left', () => {
  const [chosen] = changeSteps([step()], { do: 'step-required', key: 's', required: 2 });
  if (!chosen) throw new Error('there is a step');
  const form = formOf(draftWith([chosen]), NOW, 3);
  expect(form.get('steps[0][recipients][2][choice][group]')).toBe('1');
  expect(form.get('steps[0][recipients][2][choice][required]')).toBe('2');
  expect(detailsOf(draftWith([chosen])).steps[0]?.recipients[0]).toMatchObject({
    choice: { group: '1', required: 2 },
  });
  const [fewer] = changeSteps([chosen], { do: 'remove-person', key: 'carl' });
  expect(formOf(draftWith(fewer ? [fewer] : []), NOW, 3).has('steps[0][recipients][0][choice][group]')).toBe(
    false,
  );
  const [all] = changeSteps([chosen], { do: 'step-required', key: 's', required: null });
  expect(all).toEqual(step());
});

const action = (id: number) => {
  const words = { stepNumber: 1, role: id, type: 'sign', status: 'not_started' } as const;
  return { id, ...words, recipientId: id, recipientEmail: '', comment: null, transaction: null };
};
const contact = { phone: null, language: null, identification: null, picture: null, roles: [] };
const saved = {
  recipients: [1, 2, 3].map((id) => ({ id, name: `P${id}`, email: `p${id}@example.com`, ...contact })),
  steps: [
    {
      ...({ id: 5, order: 1, type: 'sign', status: 'not_started', expiryDate: null } as const),
      actions: [1, 2, 3].map(action),
    },
  ],
};
const members = (...ids: number[]) =>
  ids.map((actionId) => ({ actionId, recipientId: actionId, status: 'not_started' as const }));

test('a saved draft keeps its groups, also where only some of a step are in one', () => {
  const whole = { step: 1, group: 'board', required: 2, members: members(1, 2, 3) };
  expect(stepsFrom({ ...saved, choices: [whole] })[0]?.required).toBe(2);
  const part = { step: 1, group: 'guardians', required: 1, members: members(1, 3) };
  const [mixed] = stepsFrom({ ...saved, choices: [part] });
  expect(mixed?.people.map((each) => mixed && choiceOf(mixed, each)?.group)).toEqual([
    'guardians',
    undefined,
    'guardians',
  ]);
});

test('what is not sent yet keeps how many are enough', () => {
  const content = contentOf(draftWith([step({ required: 1 })]), []);
  expect(draftOf(content, new Map())?.steps[0]?.required).toBe(1);
});

test('a template keeps its groups, whose fields are placed for all of them together', () => {
  const roles = [11, 12, 13];
  const recipients = roles.map((id) => ({
    ...{ id, name: `P${id}`, anchorTag: null },
    roles: [{ id, type: 'sign' as const, color: '#1D4ED8' }],
  }));
  const steps = [
    {
      id: 1,
      order: 1,
      type: 'sign' as const,
      actions: roles.map((role) => ({ id: role, role, type: 'sign' as const })),
    },
  ];
  const choices = [{ step: 1, group: '1', required: 2, roles }];
  const shown = stepsOfTemplate({ steps, recipients, choices });
  expect(shown[0]?.required).toBe(2);
  const plan = { recipients: [], rows: roles.map((role) => [`role-${role}`]) };
  expect(stepsRequest(shown, plan, recipients)).toEqual([
    { type: 'sign', roles, choices: [{ group: '1', required: 2, roles }] },
  ]);
  const t = ((key: string, values = {}) => JSON.stringify([key, values])) as Parameters<typeof peopleOf>[1];
  const people = (required: number, of: number[]) =>
    peopleOf({ recipients, steps, choices: [{ required, roles: of }] }, t);
  const some = JSON.stringify(['some_of', { count: 2, people: 'P11, P12, P13' }]);
  const at = (place: number) => JSON.stringify(['part_place', { order: 1, place, count: 2 }]);
  expect(people(2, roles)).toMatchObject([
    { role: 11, name: some, stepText: at(1) },
    { role: 12, name: some, stepText: at(2) },
  ]);
  expect(people(1, [11, 13]).map(({ role, name }) => [role, name])).toEqual([
    [11, 'P11 or P13'],
    [12, 'P12'],
  ]);
});
