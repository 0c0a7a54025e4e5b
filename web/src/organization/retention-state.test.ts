import { expect, test } from 'vitest';
import {
  changedPeriods,
  erasureKey,
  periodKey,
  periodsOf,
  periodTexts,
  readPeriod,
  readPeriods,
} from './retention-state.ts';

test('what the fields show is what is saved', () => {
  const policies = [
    { signedYears: null, stoppedMonths: 6, draftDays: 90 },
    { signedYears: 0, stoppedMonths: null, draftDays: null },
  ];
  for (const policy of policies) expect(readPeriods(periodTexts(policy))).toEqual(policy);
});

test('a period is a whole number within its limit', () => {
  expect(readPeriod('signedYears', ' 10 ')).toEqual({ value: 10 });
  for (const text of ['-1', '1.5', 'ten', '101', '1e1'])
    expect([text, readPeriod('signedYears', text)]).toEqual([text, null]);
  expect(readPeriods({ signedYears: '10', stoppedMonths: 'x', draftDays: '' })).toBeNull();
});

test('a change names the periods that differ, and what nothing means there', () => {
  const before = { signedYears: null, stoppedMonths: 6, draftDays: 90 };
  const after = { signedYears: 10, stoppedMonths: 6, draftDays: null };
  expect(changedPeriods(before, after)).toEqual([
    { name: 'signedYears', before: null, after: 10 },
    { name: 'draftDays', before: 90, after: null },
  ]);
  expect(changedPeriods(after, after)).toEqual([]);
  expect([0, null, 10].map((value) => periodKey('signedYears', value, true))).toEqual([
    'forEver',
    'forEver',
    'length_signedYears',
  ]);
  expect([0, null].map((value) => periodKey('draftDays', value, false))).toEqual(['forEver', 'inherited']);
});

test('a document says by whose period it is erased, and only asks for those that can concern it', () => {
  const signed = { rule: 'signed', source: 'workspace', dueDate: 200, hold: null } as const;
  const cases = [
    [{ ...signed, rule: null, dueDate: null }, 'keptUnderWay'],
    [{ ...signed, source: null, dueDate: null }, 'keptUnset'],
    [{ ...signed, dueDate: null }, 'keptForEver_workspace'],
    [signed, 'erasedOn_workspace'],
    [{ ...signed, dueDate: 100 }, 'erasedNext'],
    [{ ...signed, dueDate: 100, hold: 'Lawsuit' }, 'erasedOnceLifted'],
  ] as const;
  for (const [retention, key] of cases) expect(erasureKey(retention, 100)).toBe(key);
  expect(periodsOf('signed')).toEqual(['signedYears']);
  expect(periodsOf('stopped')).toEqual(['stoppedMonths']);
  expect(periodsOf(null)).toEqual(['signedYears', 'stoppedMonths']);
  expect(periodsOf('drafts')).toHaveLength(3);
});
