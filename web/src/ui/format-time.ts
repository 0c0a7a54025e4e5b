import { type TimeLeft, timeLeft } from '@paraph/domain';
import { currentTimeZone } from '../text/start-text.ts';

const DAY = 86_400;
const HOUR = 3_600;
const MINUTE = 60;
const MIB = 1024 * 1024;

/** "21 Nov 2026, 14:05", in the user's time zone. */
export function formatMoment(seconds: number, language: string, timeZone = currentTimeZone()): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(seconds * 1000);
}

/** The same moment with the zone's name, for tooltips. */
export function formatMomentWithZone(
  seconds: number,
  language: string,
  timeZone = currentTimeZone(),
): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    dateStyle: 'full',
    timeStyle: 'long',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(seconds * 1000);
}

/** "Friday, 4 December 2026", with the weekday, so that a mistyped day is noticed. */
export function formatDay(seconds: number, language: string, timeZone = currentTimeZone()): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    dateStyle: 'full',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(seconds * 1000);
}

/** "November 2026", of a month as the interface says it. */
export function formatMonth(month: string, language: string): string {
  const format = new Intl.DateTimeFormat(dateLocale(language), {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
  return format.format(new Date(`${month}-01`));
}

/** "14:05", in the user's time zone. */
export function formatClock(seconds: number, language: string, timeZone = currentTimeZone()): string {
  return new Intl.DateTimeFormat(dateLocale(language), {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...(timeZone === undefined ? {} : { timeZone }),
  }).format(seconds * 1000);
}

/** "in 6 days" by the rule of all deadlines; "3 hours ago" in the largest unit that is at least one, rounded down. */
export function formatDistance(seconds: number, now: number, language: string): string {
  const { count, unit } = timeLeft(seconds, now) ?? timeSince(now - seconds);
  return new Intl.RelativeTimeFormat(language, { numeric: 'always' }).format(count, unit);
}

function timeSince(seconds: number): TimeLeft {
  const unit = seconds >= DAY ? 'day' : seconds >= HOUR ? 'hour' : 'minute';
  return { unit, count: -Math.trunc(seconds / { day: DAY, hour: HOUR, minute: MINUTE }[unit]) };
}

/** A readable size in units of 1,024, as our limits are set: "340 kB", "2.4 MB", "9.3 GB". */
export function formatBytes(bytes: number, language: string): string {
  const [unit, size]: [string, number] =
    bytes >= MIB * 1024
      ? ['gigabyte', bytes / MIB / 1024]
      : bytes >= MIB
        ? ['megabyte', bytes / MIB]
        : ['kilobyte', bytes / 1024];
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit,
    maximumFractionDigits: unit !== 'kilobyte' && size < 100 ? 1 : 0,
  }).format(bytes > 0 && size < 1 ? 1 : size);
}

/** English dates have the day first: "21 Nov 2026". */
function dateLocale(language: string): string {
  return language === 'en' ? 'en-GB' : language;
}
