/** How many months of usage are read at a time. */
export const USAGE_MONTHS_MAX = 60;

const numberOf = (month: string): number => Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1;

/** How many months a period has, both of its ends included; months are written as 2026-11. */
export function monthsBetween(from: string, to: string): number {
  return numberOf(to) - numberOf(from) + 1;
}

/** The month so many before another. */
export function monthsBefore(month: string, count: number): string {
  const number = numberOf(month) - count;
  const year = String(Math.floor(number / 12)).padStart(4, '0');
  return `${year}-${String((number % 12) + 1).padStart(2, '0')}`;
}
