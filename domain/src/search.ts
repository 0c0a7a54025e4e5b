import { LIMITS } from './limits.ts';

/**
 * The words of a search, each to be found wherever it stands; null where nothing is searched for. Of very many only the
 * first are looked for: each narrows what the others find.
 */
export function readSearchTerms(query: string | undefined): readonly string[] | null {
  const words = [...new Set((query ?? '').split(/\s+/).filter((word) => word !== ''))];
  return words.length > 0 ? words.slice(0, LIMITS.searchTermsMax) : null;
}
