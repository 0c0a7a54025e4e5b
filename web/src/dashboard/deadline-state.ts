import { LIMITS } from '@paraph/domain';
import { deadlineSeconds } from './send-state.ts';

/** `YYYY-MM-DD` in the reader's own calendar. */
export function dayOf(seconds: number): string {
  const day = new Date(seconds * 1000);
  return [day.getFullYear(), day.getMonth() + 1, day.getDate()]
    .map((part) => String(part).padStart(2, '0'))
    .join('-');
}

/** The first and last day that may usually be chosen; the service, which knows the instance's own limits, decides. */
export function dayLimits(nowSeconds: number): { min: string; max: string } {
  return {
    min: dayOf(nowSeconds + LIMITS.expirySecondsMin),
    max: dayOf(nowSeconds + LIMITS.expirySecondsMax),
  };
}

/** The day's end, as it is sent; null for what is no day. */
export function endOfDay(date: string, nowSeconds: number): number | null {
  return deadlineSeconds({ date }, nowSeconds);
}

/** Whether a deadline that was set before could be set again now. */
export function isSettable(seconds: number, nowSeconds: number): boolean {
  const ahead = seconds - nowSeconds;
  return ahead >= LIMITS.expirySecondsMin && ahead <= LIMITS.expirySecondsMax;
}

/** What the service says about a day, without the seconds since 1970 that are meant for programs. */
export function plainSentence(sentence: string): string {
  return sentence.replace(/ \(\d+ to \d+\)/, '');
}
