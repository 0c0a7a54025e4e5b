import { RETRIES, retryDelaySeconds } from '@paraph/domain';
import { addSeconds } from '../platform/clock.ts';

export type AttemptResult =
  | { status: number; retryAfter: string | null; error: null }
  | { status: null; error: string; retryable: boolean };

export type Verdict = { state: 'delivered' } | { state: 'dead' } | { state: 'pending'; nextAttemptAt: Date };

/** Whether the receiver has it: any 2xx. */
export function isDelivered({ status }: Pick<AttemptResult, 'status'>): boolean {
  return status !== null && status >= 200 && status < 300;
}

/** Any 2xx is success, 410 ends the delivery, everything else is retried on schedule (interface.md §9). */
export function classifyAttempt(
  result: AttemptResult,
  { failures, now, chance }: { failures: number; now: Date; chance: number },
): Verdict {
  if (isDelivered(result)) return { state: 'delivered' };
  if (result.status === 410 || (result.status === null && !result.retryable)) return { state: 'dead' };
  const delay = retryDelaySeconds('notification', failures, chance);
  if (delay === null) return { state: 'dead' };
  const retryAfter = result.status === null ? null : readRetryAfter(result.retryAfter, now);
  return { state: 'pending', nextAttemptAt: addSeconds(now, Math.max(delay, retryAfter ?? 0)) };
}

/** RFC 9110 §10.2.3: seconds or a date; capped at the longest pause of the schedule. */
export function readRetryAfter(header: string | null, now: Date): number | null {
  if (header === null) return null;
  const text = header.trim();
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - now.getTime()) / 1000;
  if (!Number.isFinite(seconds)) return null;
  return Math.min(Math.max(0, seconds), Math.max(...RETRIES.notification));
}
