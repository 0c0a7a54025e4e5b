import { LIMITS } from '@paraph/domain';
import { shownTimeZone } from '../text/start-text.ts';
import { instantOf, wallTimeOf } from './local-time.ts';

const DAY = 86_400;
const MINUTE = 60;

/** Days from the moment of sending, or an hour of a day in the user's time zone (`YYYY-MM-DDTHH:mm`). */
export type Deadline = { days: number } | { moment: string };

/** What the instance accepts, in seconds from now. */
export interface DeadlineLimits {
  expirySecondsMin: number;
  expirySecondsMax: number;
}

/** The limits of an instance that has changed none. */
export const USUAL_LIMITS: DeadlineLimits = LIMITS;

const DAYS = [1, 2, 3, 7, 14, 30, 60, 90];
export const DAYS_DEFAULT = 14;

/** The offered numbers of days, all of which the instance accepts. */
export function listDays({ expirySecondsMin, expirySecondsMax }: DeadlineLimits): number[] {
  return DAYS.filter((days) => days * DAY >= expirySecondsMin && days * DAY <= expirySecondsMax);
}

/** The deadline in seconds; null without a valid day and hour. Days count from the moment of sending. */
export function deadlineSeconds(deadline: Deadline, sentSeconds: number): number | null {
  return 'days' in deadline ? sentSeconds + deadline.days * DAY : secondsOf(deadline.moment);
}

/** An hour of a day in the user's time zone; null where it is none. */
export function secondsOf(moment: string, timeZone = shownTimeZone()): number | null {
  return instantOf(moment, timeZone)?.seconds ?? null;
}

/** The minute of a moment in the user's time zone, as an input of day and hour has it. */
export function momentOf(seconds: number, timeZone = shownTimeZone()): string {
  return wallTimeOf(seconds, timeZone);
}

/** The first and the last minute that the instance accepts. */
export function momentLimits(nowSeconds: number, limits: DeadlineLimits): { min: string; max: string } {
  return {
    min: momentOf(nowSeconds + limits.expirySecondsMin + MINUTE - 1),
    max: momentOf(nowSeconds + limits.expirySecondsMax),
  };
}

/** The first and the last minute at which a document can be sent by itself: before its deadline, where there is one. */
export function startLimits(nowSeconds: number, end: number | null): { min: string; max: string } {
  const last = (end ?? nowSeconds + USUAL_LIMITS.expirySecondsMax) - MINUTE;
  return { min: momentOf(nowSeconds + 2 * MINUTE - 1), max: momentOf(last) };
}

/** Whether a deadline is within the limits, such as a former one that is to be set again. */
export function isSettable(seconds: number, nowSeconds: number, limits: DeadlineLimits): boolean {
  const ahead = seconds - nowSeconds;
  return ahead >= limits.expirySecondsMin && ahead <= limits.expirySecondsMax;
}
