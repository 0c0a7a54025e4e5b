import { describe, expect, it } from 'vitest';
import {
  causeOfRefusal,
  checkedPages,
  findChangeCause,
  isFresh,
  isWorthRepeating,
  renewDelayMs,
} from './preview-state.ts';

const noon = new Date(2026, 10, 21, 12).getTime();
const midnight = new Date(2026, 10, 22).getTime();

describe('a preview is signed', () => {
  it.each([
    ['as soon as it was asked for', noon, 0, true],
    ['in its first minute', noon, 59_999, true],
    ['but not after a minute', noon, 60_000, false],
    ['nor where the clock was set back', noon, -1, false],
    ['nor on the next day', midnight - 5_000, 5_000, false],
  ])('%s', (_when, askedAtMs, ageMs, expected) => {
    expect(isFresh({ askedAtMs }, askedAtMs + ageMs)).toBe(expected);
  });
});

describe('the next preview is made', () => {
  it.each([
    ['before a minute has passed', noon, 0, 0, 45_000],
    ['at once where that time has passed', noon, 600_000, 0, 0],
    ['at midnight', midnight - 20_000, 0, 0, 20_000],
    ['at once on another day', midnight - 1_000, 3_000, 0, 0],
    ['at once where the clock was set back', noon, -5_000, 0, 0],
    ['ten seconds after a failure', noon, 50_000, 1, 10_000],
    ['later after many', noon, 50_000, 3, 30_000],
    ['but not much later', noon, 50_000, 99, 60_000],
  ])('%s', (_when, askedAtMs, ageMs, failures, expected) => {
    expect(renewDelayMs({ askedAtMs }, askedAtMs + ageMs, failures)).toBe(expected);
  });

  it('also where there was none', () => {
    expect(renewDelayMs(null, noon, 1)).toBe(10_000);
    expect(renewDelayMs(null, noon, 0)).toBe(0);
  });

  it.each([
    ['offline', true],
    ['busy', true],
    ['server', true],
    ['changed', true],
    ['conflict', true],
    ['refused', false],
    ['unknown', false],
  ] as const)('without an act of the person after the error %s: %s', (kind, expected) => {
    expect(isWorthRepeating(kind)).toBe(expected);
  });
});

describe('the pages to be checked', () => {
  const document = { id: 7, pages: Array.from({ length: 5 }, () => ({ width: 595, height: 842 })) };

  it('are those that a field is on, once and in order', () => {
    const on = (page: number, documentId = 7) => ({ documentId, page });
    expect(checkedPages(document, [on(4), on(2), on(4), on(3, 8), on(9)])).toEqual([2, 4]);
  });

  it('are the first one where no field is', () => {
    expect(checkedPages(document, [])).toEqual([1]);
  });
});

describe('what was checked has to be checked once more', () => {
  const ann = { name: 'Ann', email: 'ann@example.com' };
  const renamed = { ...ann, name: 'Anne' };

  it.each([
    ['an answer was changed', noon, ann, 'answer'],
    ['the sender corrected the name', noon, renamed, 'person'],
    ['the address', noon, { ...ann, email: 'anne@example.com' }, 'person'],
    ['a new day has begun', midnight, ann, 'day'],
  ])('because %s: its own cause', (_why, askedAtMs, recipient, cause) => {
    expect(findChangeCause({ askedAtMs: noon, recipient: ann }, { askedAtMs, recipient })).toBe(cause);
  });

  it.each([
    ['answers_changed', ann, 'answer'],
    ['answers_changed', renamed, 'person'],
    ['day_changed', renamed, 'day'],
    ['check_too_old', ann, 'old'],
    ['check_used', ann, 'used'],
    ['proof_missing', ann, null],
    ['deadline_passed', ann, null],
    [null, renamed, 'unknown'],
  ] as const)('or not, where a Finish was refused for %s', (reason, now, cause) => {
    expect(causeOfRefusal(reason, { before: ann, now })).toBe(cause);
  });
});
