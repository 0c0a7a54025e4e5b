const YEAR_MS = 365.25 * 86_400_000;

/**
 * When a later timestamp is to be put over one: a year before its certificate runs out, and where the certificate is
 * short-lived, when two thirds of what was left of it are over. So there is time for many tries.
 *
 * @example
 * renewalDueAt(new Date('2026-01-01'), new Date('2036-01-01')) // a day or so before 2035
 */
export function renewalDueAt(timestampedAt: Date, expiresAt: Date): Date {
  const left = expiresAt.getTime() - timestampedAt.getTime();
  return new Date(expiresAt.getTime() - Math.min(YEAR_MS, left / 3));
}
