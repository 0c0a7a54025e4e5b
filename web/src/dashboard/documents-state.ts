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

/** Whether there is no document at all, and nobody looks for one. */
export function isNothingToFilter({ show, query }: DocumentsSearch, counts: Counts): boolean {
  return !show && !query && CHIP_NAMES.every((chip) => countOf(chip, counts) === '0');
}

function bounded(counts: readonly number[], bound: number): string {
  const sum = counts.reduce((total, count) => total + Math.min(count, bound), 0);
  return counts.some((count) => count > bound) ? `${sum}+` : String(sum);
}

const SORT_KEYS = ['name', 'created', 'changed', 'deadline'] as const;
export type SortKey = (typeof SORT_KEYS)[number];
/** The order of the list as the interface names it: with `-` the other way round. */
export type Sort = SortKey | `-${SortKey}`;
export const SORTS = SORT_KEYS.flatMap((key): readonly Sort[] => [key, `-${key}`]);

/** What nobody chose: the newest first; of those that end soon the earliest. */
export function sortOf({ sort, show }: Pick<DocumentsSearch, 'show' | 'sort'>): Sort {
  return sort ?? (show === 'expiring' ? 'deadline' : '-created');
}

/** A press on a head begins with the first names and deadlines, and with the latest of what happened; then it turns. */
export function sortAfter(key: SortKey, current: Sort): Sort {
  const first: Sort = key === 'name' || key === 'deadline' ? key : `-${key}`;
  if (current !== first) return first;
  return first === key ? `-${key}` : key;
}

export function directionOf(key: SortKey, current: Sort): 'ascending' | 'descending' | 'none' {
  return current === key ? 'ascending' : current === `-${key}` ? 'descending' : 'none';
}

/** Columns beside the documents themselves. */
export const COLUMNS = ['people', 'state', 'created', 'changed', 'deadline'] as const;
export type Column = (typeof COLUMNS)[number];

/** Those that a browser keeps as shown; before a choice, the ones that most need. */
export function readColumns(kept: string | null): readonly Column[] {
  if (kept === null) return ['people', 'state', 'deadline'];
  const names = kept.split(' ');
  return COLUMNS.filter((name) => names.includes(name));
}

/** The list's search parameters; a missing one means the default. */
export type DocumentsSearch = { show?: Chip; query?: string; sort?: Sort; page?: number };

/** Parses the search parameters; invalid ones are dropped. */
export function readDocumentsSearch(search: Record<string, unknown>): DocumentsSearch {
  const { show, query, page } = search;
  const sort = SORTS.find((name) => name === search.sort);
  const chip = CHIP_NAMES.find((name) => name === show);
  const number = Number(page);
  return {
    ...(chip && chip !== 'all' ? { show: chip } : {}),
    ...((typeof query === 'string' || typeof query === 'number') && query !== ''
      ? { query: String(query) }
      : {}),
    ...(sort ? { sort } : {}),
    ...(Number.isInteger(number) && number > 1 ? { page: number } : {}),
  };
}
