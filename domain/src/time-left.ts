const DAY = 86_400;
const HOUR = 3_600;
const MINUTE = 60;

/** How much nearer a deadline may be than what it was set by. In `LIMITS` too, which every page would load for it. */
export const EXPIRY_GRACE_SECONDS = 5 * MINUTE;

export interface TimeLeft {
  unit: 'day' | 'hour' | 'minute';
  count: number;
}

/**
 * How long until a deadline, as dialog, pages and mails say it: the nearest number of days; under two days hours, which
 * never promise more than the grace. It follows from two moments alone, without any calendar: readers in two time zones
 * read the same number, and 14 days stay 14 over a change to summer time, while a mail is on its way, and on a clock
 * that is a little fast. Null once it has passed.
 */
export function timeLeft(untilSeconds: number, nowSeconds: number): TimeLeft | null {
  const seconds = untilSeconds - nowSeconds;
  if (seconds <= 0) return null;
  const hours = Math.floor((seconds + EXPIRY_GRACE_SECONDS) / HOUR);
  if (hours >= 48) return { unit: 'day', count: Math.round(seconds / DAY) };
  if (hours >= 1) return { unit: 'hour', count: hours };
  return { unit: 'minute', count: Math.max(1, Math.floor(seconds / MINUTE)) };
}
