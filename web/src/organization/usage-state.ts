import type { Usage } from '../api/wire.ts';

export const COUNTS = ['started', 'completed', 'signatures', 'sealedFiles', 'storedBytes', 'mails'] as const;

export type Counts = Record<(typeof COUNTS)[number], number>;

const YEARS = 5;

/** The newest first. */
export function yearsUntil(now: Date): string[] {
  return Array.from({ length: YEARS }, (_, back) => String(now.getUTCFullYear() - back));
}

/** In the order in which the months come. */
export function monthsOf(items: Usage['items']): { month: string; rows: Usage['items'] }[] {
  return [...Map.groupBy(items, ({ month }) => month)].map(([month, rows]) => ({ month, rows }));
}

export function sumOf(rows: readonly Counts[]): Counts {
  const total = (name: keyof Counts) => rows.reduce((sum, row) => sum + row[name], 0);
  return Object.fromEntries(COUNTS.map((name) => [name, total(name)])) as Counts;
}
