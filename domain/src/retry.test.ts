import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RETRIES, type RetryName, retryDelaySeconds } from './retry.ts';

const NAMES = Object.keys(RETRIES) as RetryName[];

describe('when to try again', () => {
  it('follows the schedule of the interface for notifications', () => {
    const delays = RETRIES.notification.map((_pause, index) =>
      retryDelaySeconds('notification', index + 1, 0.5),
    );
    expect(delays).toEqual([5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
  });

  it('stays within ten percent of the schedule, waits longer each time, and ends', () => {
    const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
    fc.assert(
      fc.property(
        fc.constantFrom(...NAMES),
        fc.integer({ min: 0, max: RETRIES.notification.length + 1 }),
        chance,
        (name, failures, luck) => {
          const pause = RETRIES[name][failures - 1];
          const delay = retryDelaySeconds(name, failures, luck);
          if (pause === undefined) {
            expect(delay).toBeNull();
            return;
          }
          expect(delay).toBeGreaterThanOrEqual(pause * 0.9);
          expect(delay).toBeLessThanOrEqual(pause * 1.1 + 1e-6);
          const next = retryDelaySeconds(name, failures + 1, luck);
          if (next !== null) expect(next).toBeGreaterThan(delay ?? 0);
        },
      ),
    );
  });
});
