import { LIMITS } from '@paraph/domain';

export interface PageOf<T> {
  total: number;
  limit: number;
  pages: number;
  records: T[];
}

export interface PageRequest {
  organizationId?: number | undefined;
  page?: number | undefined;
  limit?: number | undefined;
}

export function rangeOf({ page = 1, limit: given }: PageRequest): { limit: number; offset: number } {
  const limit = Math.min(given ?? LIMITS.pageLimitDefault, LIMITS.pageLimitMax);
  return { limit, offset: (page - 1) * limit };
}

export function pageOf(total: number, limit: number): Omit<PageOf<never>, 'records'> {
  return { total, limit, pages: Math.ceil(total / limit) };
}
