import { expect, it } from 'vitest';
import { formatBytes, formatClock, formatDay, formatDistance, formatMoment } from './format-time.ts';

const MOMENT = Date.UTC(2026, 10, 21, 14, 5) / 1000;

it('formatMoment puts the day first and counts hours to 24', () => {
  expect(formatMoment(MOMENT, 'en', 'UTC')).toBe('21 Nov 2026, 14:05');
});

it('formatMoment speaks the reader’s language and zone', () => {
  expect(formatMoment(MOMENT, 'fr', 'Europe/Paris')).toMatch(/^21 nov\. 2026.* 15:05$/);
});

it('formatDay and formatClock name the weekday, and the minute to 24 hours', () => {
  expect(formatDay(MOMENT, 'en', 'UTC')).toMatch(/^Saturday,? 21 November 2026$/);
  expect(formatClock(MOMENT, 'en', 'UTC')).toBe('14:05');
});

it.each([
  [6 * 86_400 + 3_000, 'in 6 days'],
  [14 * 86_400 - 900, 'in 14 days'],
  [86_399, 'in 24 hours'],
  [-7_200, '2 hours ago'],
  [90, 'in 1 minute'],
])('formatDistance says %d seconds as "%s"', (distance, words) => {
  expect(formatDistance(MOMENT + distance, MOMENT, 'en')).toBe(words);
});

it.each([
  [0, '0 kB'],
  [3, '1 kB'],
  [340 * 1024, '340 kB'],
  [2.44 * 1024 * 1024, '2.4 MB'],
  [20 * 1024 * 1024, '20 MB'],
  [10_000_000_000, '9.3 GB'],
])('formatBytes says %d bytes as "%s"', (bytes, words) => expect(formatBytes(bytes, 'en')).toBe(words));
