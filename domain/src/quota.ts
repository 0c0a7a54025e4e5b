/** What the operator may limit for an organization. */
export const QUOTAS = ['envelopes', 'mails', 'calls', 'examinations', 'storedBytes'] as const;
export type QuotaName = (typeof QUOTAS)[number];

/** Those that have a value; others are free. */
export type Quotas = Readonly<Partial<Record<QuotaName, number>>>;

export function isQuotaName(text: string): text is QuotaName {
  return (QUOTAS as readonly string[]).includes(text);
}

/**
 * The month or the day, of UTC, in which a use counts; null for what is not counted by the calendar.
 *
 * @example quotaPeriod('envelopes', new Date('2026-11-30T18:00:00Z')) // 2026-11-01 to 2026-12-01
 */
export function quotaPeriod(name: QuotaName, now: Date): { start: Date; end: Date } | null {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const at = (...parts: [number, number, number]) => new Date(Date.UTC(...parts));
  if (name === 'envelopes') return { start: at(year, month, 1), end: at(year, month + 1, 1) };
  return name === 'mails' ? { start: at(year, month, day), end: at(year, month, day + 1) } : null;
}
