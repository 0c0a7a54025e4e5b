import { expect, test } from 'vitest';
import { periodTexts, readPeriod, readPeriods } from './retention-state.ts';

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
