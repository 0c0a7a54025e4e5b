/** When to try again, as data: seconds after the first failure, the second, … (interface.md §9 for notifications). */
export const RETRIES = {
  notification: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  mail: [10, 60, 300, 1_800, 7_200, 21_600, 43_200],
  seal: [2, 10, 60, 300],
  /** Sealing that waits for an authority outside: a morning's outage heals by itself. */
  timestamp: [10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400],
} as const;
export type RetryName = keyof typeof RETRIES;

/**
 * Seconds to wait after the given number of failed attempts, or null when the attempts are spent.
 * `chance` in [0, 1) spreads notifications and mails by ± 10 % so that a broken receiver is not met by all at once.
 *
 * @example
 * retryDelaySeconds('notification', 1, 0.5) // 5
 */
export function retryDelaySeconds(name: RetryName, failures: number, chance: number): number | null {
  const delay = RETRIES[name][failures - 1];
  return delay === undefined ? null : delay * (0.9 + 0.2 * chance);
}
