/** Retry schedules: seconds after the first failure, the second, … (interface.md §9 for notifications). */
export const RETRIES = {
  notification: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
  mail: [10, 60, 300, 1_800, 7_200, 21_600, 43_200],
  /** Within the ten minutes of a code. */
  textMessage: [5, 15, 45, 120],
  seal: [2, 10, 60, 300],
  /** For sealing that needs an external authority: bridges an outage of several hours. */
  timestamp: [10, 60, 300, 900, 1_800, 3_600, 7_200, 14_400],
} as const;
export type RetryName = keyof typeof RETRIES;

/**
 * Seconds to wait after the given number of failed attempts, or null when no attempts are left. `chance` in [0, 1) adds
 * a jitter of ± 10 % to notifications and mails, so that a recovering receiver does not get all of them at the same
 * time.
 *
 * @example retryDelaySeconds('notification', 1, 0.5) // 5
 */
export function retryDelaySeconds(name: RetryName, failures: number, chance: number): number | null {
  const delay = RETRIES[name][failures - 1];
  return delay === undefined ? null : delay * (0.9 + 0.2 * chance);
}

/** What is away: nothing has failed, no attempt is used up, and the first good answer ends the waiting. */
export type Outage = 'storage' | 'database' | 'clock';

/** When a job that waits for an outage to end tries by itself, should nothing wake it. */
export const OUTAGE_SECONDS = 300;

/**
 * Seconds between the end of an outage and the next try of a job, by how many ends it has waited for already: what is
 * away for this job alone, such as one file of a storage that takes all others, does not ask for it all the time.
 */
export const WAKE_SECONDS = [0, 1, 2, 4, 8, 16, 32, 60] as const;
