import { LIMITS } from '@paraph/domain';
import { deadlineSeconds } from './send-state.ts';

/** `YYYY-MM-DD` in the user's time zone. */
export function dayOf(seconds: number): string {
  return toIsoDay(new Date(seconds * 1000));
}

/** The day that many calendar days from now, as `YYYY-MM-DD` in the user's time zone. */
export function dayFromNow(days: number): string {
  const day = new Date();
  day.setDate(day.getDate() + days);
  return toIsoDay(day);
}

function toIsoDay(day: Date): string {
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** The default range of days; the server applies the instance's own limits. */
export function dayLimits(nowSeconds: number): { min: string; max: string } {
  return {
    min: dayOf(nowSeconds + LIMITS.expirySecondsMin),
    max: dayOf(nowSeconds + LIMITS.expirySecondsMax),
  };
}

/** The end of the day in seconds, as sent; null for an invalid date. */
export function endOfDay(date: string, nowSeconds: number): number | null {
  return deadlineSeconds({ date }, nowSeconds);
}

/** Whether a former deadline is still within the limits, so that a change can be undone. */
export function isSettable(seconds: number, nowSeconds: number): boolean {
  const ahead = seconds - nowSeconds;
  return ahead >= LIMITS.expirySecondsMin && ahead <= LIMITS.expirySecondsMax;
}

/** The server's message without the unix seconds, which are meant for programs. */
export function plainSentence(sentence: string): string {
  return sentence.replace(/ \(\d+ to \d+\)/, '');
}
