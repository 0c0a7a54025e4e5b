import { invalid } from '@paraph/domain';
import { isTimeZone } from '../../platform/clock.ts';

/** To make a format takes a millisecond, and each signature needs both several times. */
interface ZoneFormats {
  day: Intl.DateTimeFormat;
  time: Intl.DateTimeFormat;
}

/** By time zone: formats take long to make, and never change. */
const formatsByZone = new Map<string, ZoneFormats>();
/** The letters of a name may be of either case, so there are more names than zones. */
const ZONES_MAX = 200;

function formatsOf(timeZone: string): ZoneFormats {
  const cached = formatsByZone.get(timeZone);
  if (cached) return cached;
  const formats = {
    day: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone }),
    time: new Intl.DateTimeFormat('en-GB', {
      hour: '2-digit',
      minute: '2-digit',
      timeZone,
      timeZoneName: 'short',
    }),
  };
  if (formatsByZone.size >= ZONES_MAX) formatsByZone.clear();
  formatsByZone.set(timeZone, formats);
  return formats;
}

export function requireTimeZone(timeZone: string): void {
  if (!formatsByZone.has(timeZone) && !isTimeZone(timeZone))
    throw invalid({ timeZone: 'Must be a time zone, such as Europe/Paris.' });
}

/** "21 Nov 2026" */
export function dayOf(at: Date, timeZone: string): string {
  return formatsOf(timeZone).day.format(at);
}

/** "21 Nov 2026 14:05 UTC", "21 Nov 2026 15:05 GMT+1" */
export function formatTime(at: Date, timeZone: string): string {
  const { day, time } = formatsOf(timeZone);
  return `${day.format(at)} ${time.format(at)}`;
}
