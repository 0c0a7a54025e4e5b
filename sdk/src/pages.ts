import type { CallOptions } from './transport.ts';

/** A page of a list; empty after the last page. */
export interface Page<Item> {
  total: number;
  /** Effective page size, at most 100. */
  limit: number;
  pages: number;
  items: Item[];
  /** Where the next page of a list with `sort` begins, for `after`; null on the last page. */
  next?: string | null;
}

/** Reads one page; `all` iterates over all pages and requests them on demand. */
export interface List<Input extends object, Item, IsOptional extends boolean = false> {
  (...given: Given<Input, IsOptional>): Promise<Page<Item>>;
  /**
   * Every item from the first page or from `input.page`. An item that moves to the next page during the iteration is
   * returned once.
   */
  all(...given: Given<Input, IsOptional>): AsyncGenerator<Item, void, undefined>;
}

type Given<Input, IsOptional> = IsOptional extends true
  ? [input?: Input, options?: CallOptions]
  : [input: Input, options?: CallOptions];

export async function* walk(
  readPage: (input: object, options?: CallOptions) => Promise<unknown>,
  input: { page?: number } = {},
  options?: CallOptions,
): AsyncGenerator<unknown, void, undefined> {
  let before = new Set<unknown>();
  for (let page = input.page ?? 1; ; page += 1) {
    const { items, pages } = (await readPage({ limit: 100, ...input, page }, options)) as Page<{
      id?: unknown;
    }>;
    for (const item of items) if (!before.has(item.id ?? item)) yield item;
    if (page >= pages || items.length === 0) return;
    before = new Set(items.map((item) => item.id ?? item));
  }
}
