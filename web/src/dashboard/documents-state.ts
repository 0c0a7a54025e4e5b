import type { WorkflowStatus } from '@paraph/domain';

/** The chips above the list; those of statuses hold every status together. */
export const CHIPS = {
  all: [],
  underWay: ['started', 'approved', 'to_be_archived'],
  signed: ['signed'],
  stopped: ['declined', 'canceled', 'expired'],
  blocked: ['blocked'],
  drafts: ['not_started'],
  expiring: [],
  filed: [],
} as const satisfies Record<string, readonly WorkflowStatus[]>;

export type Chip = keyof typeof CHIPS;
export const CHIP_NAMES = Object.keys(CHIPS) as readonly Chip[];

interface Counts {
  readonly bound: number;
  readonly statuses: Readonly<Record<string, number>>;
  readonly expiring: number;
  readonly filed: number;
}

/** How many documents a chip shows, as a text; one that is more than the bound says so. */
export function countOf(chip: Chip, { bound, statuses, expiring, filed }: Counts): string {
  if (chip === 'expiring' || chip === 'filed') return bounded([chip === 'filed' ? filed : expiring], bound);
  const wanted: readonly WorkflowStatus[] = CHIPS[chip];
  const counts = Object.entries(statuses).filter(
    ([name]) => wanted.length === 0 || wanted.some((each) => each === name),
  );
  return bounded(
    counts.map(([, count]) => count),
    bound,
  );
}

function bounded(counts: readonly number[], bound: number): string {
  const sum = counts.reduce((total, count) => total + Math.min(count, bound), 0);
  return counts.some((count) => count > bound) ? `${sum}+` : String(sum);
}

/** The list's search parameters; a missing one means the default. */
export type DocumentsSearch = { show?: Chip; query?: string; page?: number };

/** Parses the search parameters; invalid ones are dropped. */
export function readDocumentsSearch(search: Record<string, unknown>): DocumentsSearch {
  const { show, query, page } = search;
  const chip = CHIP_NAMES.find((name) => name === show);
  const number = Number(page);
  return {
    ...(chip && chip !== 'all' ? { show: chip } : {}),
    ...((typeof query === 'string' || typeof query === 'number') && query !== ''
      ? { query: String(query) }
      : {}),
    ...(Number.isInteger(number) && number > 1 ? { page: number } : {}),
  };
}
