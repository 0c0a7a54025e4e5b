export interface CalendarEntry {
  /** The same task replaces its own earlier entry. */
  uid: string;
  title: string;
  description: string;
  at: Date;
  madeAt: Date;
}

/**
 * A deadline as a file for calendars (RFC 5545): one event without a length, and an alarm a day before. It has no link:
 * calendars are shared, and a link is a secret.
 */
export function calendarFile({ uid, title, description, at, madeAt }: CalendarEntry): string {
  const properties = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Paraph//Deadline//EN',
    'METHOD:PUBLISH',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(madeAt)}`,
    `DTSTART:${utc(at)}`,
    `SUMMARY:${escaped(title)}`,
    `DESCRIPTION:${escaped(description)}`,
    'TRANSP:TRANSPARENT',
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    'TRIGGER:-P1D',
    `DESCRIPTION:${escaped(title)}`,
    'END:VALARM',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return properties.map((line) => `${folded(line)}\r\n`).join('');
}

/** RFC 5545 §3.3.5, form 2. */
function utc(date: Date): string {
  return date.toISOString().replaceAll(/[-:]|\.\d+/g, '');
}

/** RFC 5545 §3.3.11. */
function escaped(text: string): string {
  return text
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll(/\r\n|[\r\n]/g, '\\n')
    .replaceAll(/\p{Cc}/gu, '');
}

const OCTETS_MAX = 75;

/** RFC 5545 §3.1: at most 75 octets a line, and no character divided; a longer one goes on after a space. */
function folded(line: string): string {
  let [lines, octets] = ['', 0];
  for (const character of line) {
    const size = octetsOf(character);
    if (octets + size > OCTETS_MAX) {
      lines += '\r\n ';
      octets = 1;
    }
    lines += character;
    octets += size;
  }
  return lines;
}

/** In UTF-8. */
function octetsOf(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  return code < 0x1_0000 ? 3 : 4;
}
