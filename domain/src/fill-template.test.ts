import { expect, test } from 'vitest';
import { fillTemplate } from './fill-template.ts';
import type { PersonForm } from './recipient.ts';
import type { Violations } from './refusal.ts';
import { addPlanSteps, EMPTY_PLAN, setPlaceholders } from './template.ts';

const placeholders = ['Buyer', 'Seller', 'Guarantor'].map((name) => ({
  name,
  anchorTag: name.toLowerCase(),
  roles: [{ type: 'sign' as const }],
}));
const people = setPlaceholders(EMPTY_PLAN, placeholders, []);
const [buyer = 0, seller = 0, guarantor = 0] = people.recipients.flatMap(({ roles }) =>
  roles.map(({ id }) => id),
);
const plan = addPlanSteps(people, [
  { type: 'sign', roles: [buyer, seller] },
  { type: 'sign', roles: [guarantor] },
]);
const bea = { name: ' Bea ', email: 'bea@example.com' };
const sam = { name: 'Sam', email: 'sam@example.com' };
const gus = { name: 'Gus', email: 'gus@example.com' };

const fill = (people: readonly PersonForm[]) => {
  const violations: Violations = {};
  return { people: fillTemplate(plan, people, violations), violations };
};

test('people take the places in their order', () => {
  const { people: filled, violations } = fill([bea, sam, gus]);
  expect(violations).toEqual({});
  expect(filled.map(({ name, anchorTag, roles }) => [name, anchorTag, roles.map(({ id }) => id)])).toEqual([
    ['Bea', 'buyer', [buyer]],
    ['Sam', 'seller', [seller]],
    ['Gus', 'guarantor', [guarantor]],
  ]);
});

test('a person for two placeholders is one recipient with both roles', () => {
  const { people: filled, violations } = fill([bea, sam, { name: 'Bea B.', email: 'BEA@example.com' }]);
  expect(violations).toEqual({});
  expect(filled.map(({ name, roles }) => [name, roles.map(({ id }) => id)])).toEqual([
    ['Bea', [buyer, guarantor]],
    ['Sam', [seller]],
  ]);
});

test('each address acts once in a step', () => {
  expect(Object.keys(fill([bea, { ...bea, name: 'Sam' }, gus]).violations)).toEqual(['recipients[1][email]']);
});

test.each([
  ['too few', [bea, sam], 'Buyer, Seller, Guarantor; 2 were given'],
  ['too many', [bea, sam, gus, { ...gus, email: 'more@example.com' }], '4 were given'],
  ['none', [], '0 were given'],
])('%s are refused, saying whom it expects', (_name, people, words) => {
  expect(fill(people).violations.recipients).toContain(words);
});

test('every problem is named beside the number', () => {
  expect(Object.keys(fill([{ name: '', email: 'nobody' }, sam]).violations).sort()).toEqual([
    'recipients',
    'recipients[0][email]',
    'recipients[0][name]',
  ]);
});
