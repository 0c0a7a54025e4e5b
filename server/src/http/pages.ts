import { LIMITS } from '@paraph/domain';
import type { SelectQueryBuilder } from 'kysely';

export interface PageRequest {
  page?: number | undefined;
  limit?: number | undefined;
}

export interface PageCounts {
  total: number;
  limit: number;
  pages: number;
}

export interface PageOf<T> extends PageCounts {
  records: T[];
}

/** The requested page, within the limits of interface.md §7. */
export function rangeOf({ page = 1, limit: requested }: PageRequest): { limit: number; offset: number } {
  const limit = Math.min(requested ?? LIMITS.pageLimitDefault, LIMITS.pageLimitMax);
  return { limit, offset: (page - 1) * limit };
}

/** The requested page of the rows of a query, in its order, and how many there are on all pages. */
export async function readPage<Tables, Table extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, Table, Row>,
  request: PageRequest,
): Promise<PageOf<Row>> {
  const { limit, offset } = rangeOf(request);
  const counted = rows
    .clearSelect()
    .clearOrderBy()
    .select(({ fn }) => fn.countAll().as('total'));
  const [first] = await counted.$castTo<{ total: number }>().execute();
  const records = await rows.limit(limit).offset(offset).execute();
  return { ...pageOf(first?.total ?? 0, limit), records: records as Row[] };
}

export function viewPage<Row, View>({ records, ...counts }: PageOf<Row>, view: (row: Row) => View) {
  return { ...counts, items: records.map(view) };
}

export function pageOf(total: number, limit: number): PageCounts {
  return { total, limit, pages: Math.ceil(total / limit) };
}
