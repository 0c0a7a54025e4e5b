import { describe, expect, it } from 'vitest';
import { dayLimits, dayOf, endOfDay, isSettable, plainSentence } from './deadline-state.ts';

const DAY = 86_400;
const NOON = new Date(2026, 10, 21, 12).getTime() / 1000;

describe('the day of a deadline', () => {
  it('is one of the reader’s own calendar, and lasts until its end', () => {
    const end = endOfDay('2026-12-04', NOON) ?? 0;
    expect(dayOf(end)).toBe('2026-12-04');
    expect(dayOf(end + 61)).toBe('2026-12-05');
    expect(endOfDay('', NOON)).toBeNull();
  });

  it('is between the first and the last day that the service accepts', () => {
    const { min, max } = dayLimits(NOON);
    expect([min, max]).toEqual(['2026-11-28', '2027-02-19']);
    // The last day is cut off after 90 days.
    expect(endOfDay(max, NOON)).toBe(NOON + 90 * DAY);
  });

  it('can be set back only while it could be set at all', () => {
    expect(isSettable(NOON + 8 * DAY, NOON)).toBe(true);
    expect(isSettable(NOON + 6 * DAY, NOON)).toBe(false);
    expect(isSettable(NOON + 91 * DAY, NOON)).toBe(false);
  });

  it('is refused in plain words', () => {
    const sentence = 'Must lie between 7 and 90 days from now (1764000000 to 1771000000).';
    expect(plainSentence(sentence)).toBe('Must lie between 7 and 90 days from now.');
  });
});
