import type { CallOptions } from './transport.ts';

/** A page of a list. Beyond the last one there are no items. */
export interface Page<Item> {
  total: number;
  /** The effective one: more than 100 is cut. */
  limit: number;
  pages: number;
  items: Item[];
}

/** Reads one page; `all` walks through every page, asking for the next one when it is needed. */
export interface List<Input extends object, Item, IsOptional extends boolean = false> {
  (...given: Given<Input, IsOptional>): Promise<Page<Item>>;
  /**
   * Every item, from the first page on, or from `input.page`. An item that moves to the next page because
   * another was added meanwhile comes once.
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
