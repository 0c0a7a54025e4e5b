import { expect, test } from 'vitest';
import { quotaPeriod } from './quota.ts';

test('envelopes count in the month of UTC, mails in the day, also across the end of a year', () => {
  const last = new Date('2026-12-31T23:59:59.999Z');
  expect(quotaPeriod('envelopes', last)).toEqual({
    start: new Date('2026-12-01T00:00:00Z'),
    end: new Date('2027-01-01T00:00:00Z'),
  });
  expect(quotaPeriod('mails', last)).toEqual({
    start: new Date('2026-12-31T00:00:00Z'),
    end: new Date('2027-01-01T00:00:00Z'),
  });
  expect(quotaPeriod('storedBytes', last)).toBeNull();
});
