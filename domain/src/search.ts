import { LIMITS } from './limits.ts';

/**
 * The terms of a search, all of which must occur, in any order; null without a search. Terms beyond the maximum are
 * ignored.
 */
export function readSearchTerms(query: string | undefined): readonly string[] | null {
  const words = [...new Set((query ?? '').split(/\s+/).filter((word) => word !== ''))];
  return words.length > 0 ? words.slice(0, LIMITS.searchTermsMax) : null;
}
