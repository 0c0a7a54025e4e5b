import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type DraftRequest,
  findDocumentsProblem,
  LIMITS,
  NOTHING_SET_UP,
  PREFERENCES,
  planSteps,
  RECIPIENT_COLORS,
  readDraft,
  readPreferences,
} from './index.ts';

const NOW = 1_800_000_000;
const rules = { nowSeconds: NOW, expirySecondsMin: LIMITS.expirySecondsMin, levels: NOTHING_SET_UP };
const ann = { name: 'Ann', email: 'ann@example.com' };
const request: DraftRequest = { name: 'Lease', steps: [{ type: 'sign', recipients: [ann] }] };
const problemsOf = (more: DraftRequest) => readDraft({ ...request, ...more }, rules).violations;

describe('reading a request to send a document', () => {
  test('takes the least that is needed and fills in the rest', () => {
    const { draft, violations } = readDraft(request, rules);
    expect(violations).toEqual({});
    expect(draft).toMatchObject({
      type: 'simple',
      expiresAtSeconds: NOW + LIMITS.expirySecondsDefault,
      metadata: {},
    });
  });

  test('names every problem at once, in bracket notation', () => {
    const violations = problemsOf({
      name: 'x',
      type: 'advanced',
      expiryDate: NOW,
      steps: [{ recipients: [{ name: '', email: 'nobody' }, ann, ann] }, { type: 'sign' }],
      preferences: [{ name: 'Nonsense', value: '1' }],
    });
    expect(Object.keys(violations).sort()).toEqual([
      'expiryDate',
      'name',
      'preferences[0][name]',
      'steps[0][recipients][0][email]',
      'steps[0][recipients][0][name]',
      'steps[0][recipients][2][email]',
      'steps[0][type]',
      'steps[1][recipients]',
      'type',
    ]);
  });

  test.each([
    [LIMITS.expirySecondsMin - LIMITS.expiryGraceSeconds, true],
    [LIMITS.expirySecondsMin - LIMITS.expiryGraceSeconds - 1, false],
    [LIMITS.expirySecondsMax + LIMITS.expiryGraceSeconds, true],
    [LIMITS.expirySecondsMax + LIMITS.expiryGraceSeconds + 1, false],
  ])(
    'a deadline in %i seconds: allowed is %s, with five minutes of grace at both ends',
    (seconds, allowed) => {
      expect(problemsOf({ expiryDate: NOW + seconds }).expiryDate === undefined).toBe(allowed);
    },
  );

  test('an instance may lower the seven days', () => {
    const { violations } = readDraft({ ...request, expiryDate: NOW + 60 }, { ...rules, expirySecondsMin: 0 });
    expect(violations).toEqual({});
  });

  test.each([
    ['ten keys of 40 and 250 characters', Object.fromEntries(keys(10, 40, 250)), true],
    ['eleven keys', Object.fromEntries(keys(11, 5, 5)), false],
    ['a key of 41 characters', Object.fromEntries(keys(1, 41, 5)), false],
    ['a value of 251 characters', Object.fromEntries(keys(1, 5, 251)), false],
    ['a nested value', { a: { b: 'c' } }, false],
    ['an empty list', [], true],
  ])('metadata: %s', (_what, metadata, allowed) => {
    expect(Object.keys(problemsOf({ metadata })).length === 0).toBe(allowed);
  });

  test('reports what a schema found beside its own, and never throws, whatever the metadata', () => {
    const violations = { workspaceId: 'Must be an integer.' };
    fc.assert(
      fc.property(fc.anything(), (metadata) => {
        const readViolations = readDraft(
          { ...request, name: '', metadata },
          { ...rules, violations },
        ).violations;
        expect(readViolations).toMatchObject({ ...violations, name: expect.any(String) });
      }),
    );
  });

  test('one recipient per distinct address, in order, with a colour of their own', () => {
    const plan = planSteps([
      { type: 'sign', recipients: [ann, { name: 'Bob', email: 'bob@example.com' }] },
      { type: 'review', recipients: [{ name: 'Ann again', email: ' ANN@example.com' }] },
    ]);
    expect(plan.recipients.map(({ name }) => name)).toEqual(['Ann', 'Bob']);
    expect(plan.steps[1]?.actions[0]).toEqual({ recipient: 0, type: 'review', color: RECIPIENT_COLORS[0] });
  });
});

const of = (...pairs: [string, string][]) => readPreferences(pairs.map(([name, value]) => ({ name, value })));
const url = 'https://example.com/hook';

test.each([
  [[[PREFERENCES.attachDocument, '0']], true],
  [[[PREFERENCES.attachDocument, 'yes']], false],
  [[[PREFERENCES.callbackUrl, url]], true],
  [[[PREFERENCES.callbackUrl, 'ftp://example.com']], false],
  [[[PREFERENCES.callbackSecret, 's'.repeat(32)]], false],
  [
    [
      [PREFERENCES.callbackUrl, url],
      [PREFERENCES.callbackSecret, 's'.repeat(32)],
    ],
    true,
  ],
  [
    [
      [PREFERENCES.callbackUrl, url],
      [PREFERENCES.callbackSecret, 's'.repeat(31)],
    ],
    false,
  ],
  [[[PREFERENCES.callbackTlsVerification, '2']], false],
  [[['Unknown', '1']], false],
] as [[string, string][], boolean][])('preferences %j: allowed is %s', (pairs, allowed) => {
  expect(Object.keys(of(...pairs).violations).length === 0).toBe(allowed);
});

function keys(count: number, keyLength: number, valueLength: number): [string, string][] {
  return Array.from({ length: count }, (_each, index) => [
    String(index).padEnd(keyLength, 'k'),
    'v'.repeat(valueLength),
  ]);
}

const documents = (count: number, { bytes = 1, pages = 1 } = {}) =>
  Array.from({ length: count }, () => ({ bytes, pages }));

test.each([
  ['as many as are allowed', documents(LIMITS.workflowDocumentsMax), null],
  ['one more', documents(LIMITS.workflowDocumentsMax + 1), 'VALIDATION_ERROR'],
  ['all bytes that are allowed', documents(2, { bytes: LIMITS.workflowBytesMax / 2 }), null],
  ['one byte more', documents(2, { bytes: LIMITS.workflowBytesMax / 2 + 1 }), 'DOCUMENT_TOO_LARGE'],
  ['all pages that are allowed', documents(2, { pages: LIMITS.workflowPagesMax / 2 }), null],
  ['too many pages', documents(2, { pages: LIMITS.workflowPagesMax / 2 + 1 }), 'VALIDATION_ERROR'],
])('the documents of a workflow: %s', (_what, input, code) => {
  expect(findDocumentsProblem(input)?.code ?? null).toBe(code);
});
