import { describe, expect, test } from 'vitest';
import { LIMITS } from './limits.ts';
import type { FieldRequest } from './placed-field.ts';
import { Refusal } from './refusal.ts';
import {
  addPlanDocument,
  addPlanSteps,
  EMPTY_PLAN,
  removePlanDocument,
  setPlaceholders,
  setPlanFields,
  setPlanSteps,
  type TemplatePlan,
} from './template.ts';
import { expiryDaysLike, namePlaceholders } from './template-form.ts';

const placement = { page: 1, posX: 10, posY: 20, width: 30, height: 5 };
const anchored = {
  anchors: [
    { kind: 'signature' as const, tag: 'buyer', place: placement },
    { kind: 'email' as const, tag: 'buyer', place: { ...placement, page: 2 } },
  ],
  formFields: [],
};
const form = {
  anchors: [],
  formFields: [
    { name: 'First', place: placement },
    { name: 'Second', place: { ...placement, posY: 60 } },
  ],
};
const lease = { id: 7, pageCount: 2, contents: anchored };
const sign = [{ type: 'sign' as const }];
const field = (role: number, more: Partial<FieldRequest> = {}): FieldRequest => ({
  type: 'text',
  documentId: 7,
  page: 1,
  posX: 10,
  posY: 20,
  role,
  style: { width: 30, height: 5 },
  ...more,
});

const rolesOf = (plan: TemplatePlan) =>
  plan.recipients.flatMap((recipient) => recipient.roles.map(({ id }) => id));
const violationsOf = (act: () => unknown): string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return Object.keys(error.violations ?? {}).sort();
    throw error;
  }
  return [];
};

const drawn = { findMissing: () => [], findOptionSize: () => null };

describe('placeholders', () => {
  const request = [
    { name: 'Buyer', roles: sign },
    { name: 'Notary', roles: [{ type: 'review' as const }] },
  ];
  const plan = setPlaceholders(EMPTY_PLAN, request, []);

  test('get numbers that are never given twice', () => {
    const again = setPlaceholders(setPlaceholders(plan, request.slice(0, 1), []), request, []);
    expect(again.recipients.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Buyer'],
      [5, 'Notary'],
    ]);
  });

  test('a number keeps its placeholder through a new name', () => {
    const renamed = setPlaceholders(plan, [{ id: 1, name: 'Tenant', roles: sign }], []);
    expect(renamed.recipients).toMatchObject([{ id: 1, name: 'Tenant', roles: [{ id: 2 }] }]);
  });

  test('a name that another number takes over is a new role', () => {
    const swapped = setPlaceholders(
      plan,
      [
        { id: 1, name: 'Tenant', roles: sign },
        { name: 'Buyer', roles: sign },
      ],
      [],
    );
    expect(swapped.recipients.map(({ id, name }) => [id, name])).toEqual([
      [1, 'Tenant'],
      [5, 'Buyer'],
    ]);
  });

  test('who only reviews from now on has no fields', () => {
    const reviewing = setPlaceholders(
      setPlanFields(plan, [field(2)], { documents: [lease], ...drawn }),
      [{ id: 1, name: 'Buyer', roles: [{ id: 2, type: 'review' }] }],
      [],
    );
    expect(reviewing.fields).toEqual([]);
  });

  test('a tag makes fields of the anchors; another tag takes them back', () => {
    const tagged = setPlaceholders(plan, [{ name: 'Buyer', anchorTag: 'buyer', roles: sign }], [lease]);
    expect(tagged.fields.map(({ type, page, roleId, value }) => [type, page, roleId, value])).toEqual([
      ['signature', 1, 2, null],
      ['email', 2, 2, null],
    ]);
    const onTwo = [{ name: 'Buyer', anchorTag: 'buyer-7_2', roles: sign }];
    expect(setPlaceholders(tagged, onTwo, [lease]).fields.map(({ page }) => page)).toEqual([2]);
    const other = [{ name: 'Buyer', anchorTag: 'seller', roles: sign }];
    expect(setPlaceholders(tagged, other, [lease]).fields).toEqual([]);
  });

  test('every problem is named', () => {
    const stepped = addPlanSteps(plan, [{ type: 'sign', roles: [2] }]);
    const violations = violationsOf(() =>
      setPlaceholders(
        stepped,
        [
          { name: 'Buyer', anchorTag: '?', roles: [{ id: 2, type: 'review', color: 'red' }] },
          { name: ' ', roles: [] },
          { id: 99, name: 'Buyer', roles: [{ id: 98, type: 'sign' }] },
          {
            id: 3,
            name: 'Notary',
            roles: [
              { id: 4, type: 'review' },
              { id: 4, type: 'review' },
            ],
          },
        ],
        [],
      ),
    );
    expect(violations).toEqual([
      'recipients[0][anchorTag]',
      'recipients[0][roles][0][color]',
      'recipients[0][roles][0][type]',
      'recipients[1][name]',
      'recipients[1][roles]',
      'recipients[2][id]',
      'recipients[2][name]',
      'recipients[2][roles][0][id]',
      'recipients[3][roles][1][id]',
    ]);
    expect(violationsOf(() => setPlaceholders(plan, [], []))).toEqual(['recipients']);
  });
});

describe('steps and fields', () => {
  const people = ['Buyer', 'Seller'].map((name) => ({ name, roles: sign }));
  const plan = setPlaceholders(EMPTY_PLAN, people, []);
  const [buyer = 0, seller = 0] = rolesOf(plan);

  test('steps are appended, or replaced; what a role does keeps its number', () => {
    const one = addPlanSteps(plan, [{ sign: true, roles: [buyer] }]);
    const two = addPlanSteps(one, [{ type: 'sign', roles: [seller] }]);
    expect(two.steps.map(({ actions }) => actions.map(({ roleId }) => roleId))).toEqual([[buyer], [seller]]);
    expect(violationsOf(() => addPlanSteps(two, [{ type: 'sign', roles: [buyer] }]))).toEqual([
      'steps[0][roles][0]',
    ]);
    const turned = setPlanSteps(two, [
      { type: 'sign', roles: [seller] },
      { type: 'sign', roles: [buyer] },
    ]);
    expect(turned.steps.map(({ id }) => id)).toEqual(two.steps.map(({ id }) => id));
    expect(turned.steps[0]?.actions).toEqual(two.steps[1]?.actions);
    expect(setPlanSteps(turned, [{ type: 'sign', roles: [buyer, seller] }]).steps).toHaveLength(1);
  });

  test('a field keeps its number, and in its place the form field that takes its signature', () => {
    const stepped = addPlanSteps(plan, [{ type: 'sign', roles: [seller] }]);
    const asked = addPlanDocument(stepped, { id: 7, contents: form });
    // Who signs in a step comes before who is in none yet.
    expect(asked.fields.map(({ roleId, pdfFieldName }) => [roleId, pdfFieldName])).toEqual([
      [seller, 'First'],
      [buyer, 'Second'],
    ]);
    const [first, second] = asked.fields;
    const set = setPlanFields(
      asked,
      [
        field(seller, { id: first?.id, type: 'signature' }),
        field(buyer, { id: second?.id, type: 'signature', posY: 61 }),
        field(buyer),
      ],
      { documents: [lease], ...drawn },
    );
    expect(set.fields.map(({ id, pdfFieldName }) => [id, pdfFieldName])).toEqual([
      [first?.id, 'First'],
      [second?.id, null],
      [asked.nextId, null],
    ]);
    expect(removePlanDocument(set, 7).fields).toEqual([]);
  });
});

describe('a template made of a workflow', () => {
  test('has a name of its own for each person, within the limits of a name', () => {
    const long = 'x'.repeat(LIMITS.nameCharactersMax);
    const people = ['Ada', 'Ada', ' ', 'Bob', 'Ada 2', long, long].map((name) => ({ name }));
    const names = namePlaceholders(people.map((person, id) => ({ id, ...person })));
    expect(names.slice(0, 5)).toEqual(['Ada', 'Ada 2', 'Recipient 3', 'Bob', 'Ada 2 2']);
    expect(names[6]).toBe(`${long.slice(0, -2)} 2`);
  });

  test('has the days of the workflow, within the limits', () => {
    const days = (count: number, least = 7) =>
      expiryDaysLike({ startSeconds: 1_000, expirySeconds: 1_000 + count * 86_400 }, least * 86_400);
    expect([21, 20.99, 30.04, 2, 120].map((count) => days(count))).toEqual([21, 21, 30, 7, 90]);
    expect([days(2, 1), days(0.1, 0.04)]).toEqual([2, 1]);
  });
});
