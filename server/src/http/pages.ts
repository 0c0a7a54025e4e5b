import { LIMITS } from '@paraph/domain';

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
export function rangeOf({ page = 1, limit: given }: PageRequest): { limit: number; offset: number } {
  const limit = Math.min(given ?? LIMITS.pageLimitDefault, LIMITS.pageLimitMax);
  return { limit, offset: (page - 1) * limit };
}

export function pageOf(total: number, limit: number): PageCounts {
  return { total, limit, pages: Math.ceil(total / limit) };
}
