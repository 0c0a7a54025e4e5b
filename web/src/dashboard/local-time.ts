const DAY = 86_400;
const MINUTE = 60;

/** A moment that an hour of a day names in a time zone, and whether the clocks change there. */
export interface Instant {
  seconds: number;
  /** `gap`: the clocks skip the hour, and the moment is as much later. `twice`: it comes twice, and the first is meant. */
  kind: 'once' | 'gap' | 'twice';
}

/** What `YYYY-MM-DDTHH:mm` means in a time zone; null where it is no hour of a day. */
export function instantOf(moment: string, timeZone: string): Instant | null {
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(moment)) return null;
  const wall = Date.parse(`${moment}Z`) / 1000;
  if (Number.isNaN(wall)) return null;
  // Of the days around it: no zone changes its clocks twice within two days.
  const before = wall - offsetAt(wall - DAY, timeZone);
  const after = wall - offsetAt(wall + DAY, timeZone);
  const fits = [...new Set([before, after])].filter((each) => each + offsetAt(each, timeZone) === wall);
  const [first] = fits;
  if (first === undefined) return { seconds: before, kind: 'gap' };
  return { seconds: Math.min(...fits), kind: fits.length > 1 ? 'twice' : 'once' };
}

/** The minute of a moment in a time zone, as an input of day and hour has it. */
export function wallTimeOf(seconds: number, timeZone: string): string {
  return new Date((seconds + offsetAt(seconds, timeZone)) * 1000).toISOString().slice(0, 16);
}

/** "UTC+1", "UTC+5:30": how far the clocks of a zone are ahead at a moment. */
export function offsetText(seconds: number, timeZone: string): string {
  const minutes = Math.round(offsetAt(seconds, timeZone) / MINUTE);
  const [hours, rest] = [Math.trunc(Math.abs(minutes) / 60), Math.abs(minutes) % 60];
  return `UTC${minutes < 0 ? '−' : '+'}${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

/** Seconds that the clocks of a zone are ahead of UTC. */
function offsetAt(seconds: number, timeZone: string): number {
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone,
    calendar: 'gregory',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    ...{
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    },
  });
  const parts = new Map(format.formatToParts(seconds * 1000).map(({ type, value }) => [type, Number(value)]));
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? 0;
  const wall =
    Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second')) / 1000;
  return wall - Math.floor(seconds);
}
