import { expect, test } from 'vitest';
import { timeLeft } from './time-left.ts';

const DAY = 86_400;
const HOUR = 3_600;
const NOW = Date.UTC(2026, 9, 20, 23, 30) / 1000;
const FIFTY = Array.from({ length: 50 }, (_, index) => ({
  days: 3 + ((index * 37) % 88),
  now: NOW + index * 7 * HOUR + index * 1_117,
}));

test.each(FIFTY)(
  '$days days are $days from the choice to the mail and the cover, whatever the clocks',
  (each) => {
    const { now, days } = each;
    const until = now + days * DAY;
    // Chosen; mailed a moment later; opened within the hours that follow; on a clock that is fast or slow.
    for (const later of [0, 2, 240, 11 * HOUR, -240]) {
      expect(timeLeft(until, now + later)).toEqual({ unit: 'day', count: days });
    }
    // The same hour that many days later, over a change to summer or winter time.
    for (const change of [HOUR, -HOUR]) {
      expect(timeLeft(until + change, now)).toEqual({ unit: 'day', count: days });
    }
  },
);

test('the last two days are hours, and the last hour is minutes', () => {
  const left = (seconds: number) => timeLeft(NOW + seconds, NOW);
  expect(left(47 * HOUR)).toEqual({ unit: 'hour', count: 47 });
  expect(left(DAY)).toEqual({ unit: 'hour', count: 24 });
  expect(left(DAY - 2)).toEqual({ unit: 'hour', count: 24 });
  expect(left(1.6 * HOUR)).toEqual({ unit: 'hour', count: 1 });
  expect(left(50 * 60)).toEqual({ unit: 'minute', count: 50 });
  expect(left(5)).toEqual({ unit: 'minute', count: 1 });
  expect([left(0), left(-DAY)]).toEqual([null, null]);
});
