import type { WorkflowStatus } from '@paraph/domain';

/** The chips above the list; together they hold every status. */
export const CHIPS = {
  all: [],
  underWay: ['started', 'approved', 'to_be_archived'],
  signed: ['signed'],
  stopped: ['declined', 'canceled', 'expired'],
  blocked: ['blocked'],
  drafts: ['not_started'],
} as const satisfies Record<string, readonly WorkflowStatus[]>;

export type Chip = keyof typeof CHIPS;
export const CHIP_NAMES = Object.keys(CHIPS) as readonly Chip[];

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
