const YEAR_MS = 365.25 * 86_400_000;

/**
 * When a timestamp must be renewed: a year before its certificate expires, or after two thirds of the remaining
 * lifetime of a short-lived certificate. Leaves time for many retries.
 *
 * @example renewalDueAt(new Date('2026-01-01'), new Date('2036-01-01')) // a day or so before 2035
 */
export function renewalDueAt(timestampedAt: Date, expiresAt: Date): Date {
  const left = expiresAt.getTime() - timestampedAt.getTime();
  return new Date(expiresAt.getTime() - Math.min(YEAR_MS, left / 3));
}
