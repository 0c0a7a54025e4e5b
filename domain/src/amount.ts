// Decimal arithmetic in whole millionths: no binary fraction rounds a cent away.

/** A number as people write it: digits, a minus sign, a point or a comma. */
export const NUMBER_PATTERN = '^-?[0-9]{1,15}(?:[.,][0-9]{1,10})?$';

/** Millionths, and how many places are shown at least. */
export interface Amount {
  units: bigint;
  places: number;
}

const PLACES_MAX = 6;
/** One, in millionths. */
export const UNIT = 10n ** BigInt(PLACES_MAX);
/** Fields hold fifteen digits before the point. */
const UNITS_END = 10n ** 15n * UNIT;

/** What formulas compute with: a number, or a day counted from 1 January 1970. */
export type Computed = { kind: 'number'; amount: Amount } | { kind: 'day'; day: number };

function bounded(units: bigint, places: number): Amount | null {
  return units > -UNITS_END && units < UNITS_END ? { units, places } : null;
}

export function negated({ units, places }: Amount): Amount {
  return { units: -units, places };
}

export function addAmounts(one: Amount, other: Amount): Amount | null {
  return bounded(one.units + other.units, Math.max(one.places, other.places));
}

/** To the nearest millionth, halves away from zero, as a division. */
export function multiplyAmounts(one: Amount, other: Amount): Amount | null {
  return bounded(divideRounded(one.units * other.units, UNIT), 0);
}

/** Null for a division by zero. */
export function divideAmounts(one: Amount, other: Amount): Amount | null {
  return other.units === 0n ? null : bounded(divideRounded(one.units * UNIT, other.units), 0);
}

/** To so many places, halves away from zero; they are all shown. */
export function roundAmount({ units }: Amount, places: number): Amount {
  const step = 10n ** BigInt(PLACES_MAX - places);
  return { units: divideRounded(units, step) * step, places };
}

function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const [whole, part] = [abs(dividend), abs(divisor)];
  const quotient = (2n * whole + part) / (2n * part);
  return dividend < 0n === divisor < 0n ? quotient : -quotient;
}

function abs(value: bigint): bigint {
  return value < 0n ? -value : value;
}

const NUMBER = new RegExp(NUMBER_PATTERN);
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A number, a day as `2026-11-21`, or as the service writes it: `21 Nov 2026`; null for anything else. */
export function readComputed(text: string): Computed | null {
  const trimmed = text.trim();
  if (NUMBER.test(trimmed)) {
    const [whole = '', fraction = ''] = trimmed.replace('-', '').split(/[.,]/);
    // Fields take ten places; four more are rounded away.
    const long = BigInt(whole + fraction.padEnd(10, '0'));
    const units = divideRounded(long, 10n ** 4n);
    return {
      kind: 'number',
      amount: {
        units: trimmed.startsWith('-') ? -units : units,
        places: Math.min(PLACES_MAX, fraction.length),
      },
    };
  }
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(trimmed);
  const written = /^(\d{1,2}) ([A-Z][a-z]{2}) (\d{4})$/.exec(trimmed);
  const [year, month, date] = iso
    ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
    : [Number(written?.[3]), MONTHS.indexOf(written?.[2] ?? '') + 1, Number(written?.[1])];
  const isDay = month >= 1 && month <= 12 && date >= 1 && date <= daysIn(year, month);
  return isDay ? { kind: 'day', day: dayNumber(year, month, date) } : null;
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function daysIn(year: number, month: number): number {
  return month === 2 ? (isLeap(year) ? 29 : 28) : [4, 6, 9, 11].includes(month) ? 30 : 31;
}

const DAYS_IN_400_YEARS = 146_097;
/** From 1 March of the year 0 to 1 January 1970. */
const EPOCH = 719_468;

/** In the Gregorian calendar; years begin in March, so that a leap day is the last one. */
function dayNumber(year: number, month: number, date: number): number {
  const marchYear = month <= 2 ? year - 1 : year;
  const ofYear = Math.floor((153 * ((month + 9) % 12) + 2) / 5) + date - 1;
  const leaps = Math.floor(marchYear / 4) - Math.floor(marchYear / 100) + Math.floor(marchYear / 400);
  return marchYear * 365 + leaps + ofYear - EPOCH;
}

function dayText(day: number): string | null {
  const sinceMarch = day + EPOCH;
  // An estimate that is at most one year off.
  let year = Math.floor((sinceMarch * 400) / DAYS_IN_400_YEARS);
  while (dayNumber(year + 1, 3, 1) <= day) year += 1;
  while (dayNumber(year, 3, 1) > day) year -= 1;
  const ofYear = day - dayNumber(year, 3, 1);
  const month = Math.floor((5 * ofYear + 2) / 153);
  const date = ofYear - Math.floor((153 * month + 2) / 5) + 1;
  const calendarYear = month >= 10 ? year + 1 : year;
  if (calendarYear < 1_000 || calendarYear > 9_999) return null;
  return `${date} ${MONTHS[(month + 2) % 12]} ${calendarYear}`;
}

/** A number without needless zeros, with a comma where people wrote one; a day as the service writes it. */
export function computedText(value: Computed, hasComma: boolean): string | null {
  if (value.kind === 'day') return dayText(value.day);
  const { units, places } = value.amount;
  const digits = abs(units)
    .toString()
    .padStart(PLACES_MAX + 1, '0');
  const whole = digits.slice(0, -PLACES_MAX);
  const fraction = digits.slice(-PLACES_MAX);
  const shown = fraction.replace(/0+$/, '').padEnd(places, '0');
  const sign = units < 0n ? '-' : '';
  return `${sign}${whole}${shown === '' ? '' : `${hasComma ? ',' : '.'}${shown}`}`;
}
