import { describe, expect, it } from 'vitest';
import { classifyAttempt, readRetryAfter } from './classify-attempt.ts';

const now = new Date('2026-11-20T12:00:00Z');
const later = (seconds: number) => new Date(now.getTime() + seconds * 1000);
const answered = (status: number, retryAfter: string | null = null) =>
  ({ status, retryAfter, error: null }) as const;
const classify = (result: Parameters<typeof classifyAttempt>[0], failures = 1) =>
  classifyAttempt(result, { failures, now, chance: 0.5 });

describe('classifying an attempt', () => {
  it.each([200, 201, 204, 299])('calls %i delivered', (status) => {
    expect(classify(answered(status))).toEqual({ state: 'delivered' });
  });

  it.each([301, 308, 400, 401, 404, 429, 500, 502, 504])('tries again after %i', (status) => {
    expect(classify(answered(status))).toEqual({ state: 'pending', nextAttemptAt: later(5) });
  });

  it('gives up on 410, on a refused URL and when the schedule is spent', () => {
    expect(classify(answered(410))).toEqual({ state: 'dead' });
    expect(classify({ status: null, error: 'refused', retryable: false })).toEqual({ state: 'dead' });
    expect(classify(answered(500), 9)).toEqual({ state: 'pending', nextAttemptAt: later(86_400) });
    expect(classify(answered(500), 10)).toEqual({ state: 'dead' });
  });

  it('tries again when there was no answer at all', () => {
    expect(classify({ status: null, error: 'No answer came.', retryable: true }, 2)).toEqual({
      state: 'pending',
      nextAttemptAt: later(300),
    });
  });

  it('waits as long as it is asked to, but neither less nor much more than the schedule', () => {
    expect(classify(answered(503, '120'))).toEqual({ state: 'pending', nextAttemptAt: later(120) });
    expect(classify(answered(503, '1'), 2)).toEqual({ state: 'pending', nextAttemptAt: later(300) });
    expect(classify(answered(503, '99999999'))).toEqual({ state: 'pending', nextAttemptAt: later(86_400) });
  });
});

it('reading Retry-After takes seconds and dates, and nothing else', () => {
  expect(readRetryAfter('30', now)).toBe(30);
  expect(readRetryAfter('Fri, 20 Nov 2026 12:01:00 GMT', now)).toBe(60);
  expect(readRetryAfter('Fri, 20 Nov 2026 11:00:00 GMT', now)).toBe(0);
  expect(readRetryAfter('soon', now)).toBeNull();
  expect(readRetryAfter(null, now)).toBeNull();
});
