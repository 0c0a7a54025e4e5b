import { useQuery } from '@tanstack/react-query';
import type { EditorSource } from './editor-source.ts';
import type { Suggestion } from './suggestion-state.ts';

export interface Suggestions {
  readonly places: readonly Suggestion[];
  readonly isPending: boolean;
  readonly hasFailed: boolean;
  readonly retry: () => void;
}

const NONE: readonly Suggestion[] = [];

/** The printed places of all documents, which are read once; without people there is nobody to whom to offer them. */
export function useSuggestions({ documents, people, suggest }: EditorSource): Suggestions {
  const ids = documents.map(({ id }) => id);
  const isWanted = suggest !== undefined && people.length > 0 && ids.length > 0;
  const query = useQuery({
    queryKey: ['suggested-fields', ids, people.map(({ role, name }) => [role, name])],
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    retry: false,
    queryFn: async () => {
      const found: Suggestion[] = [];
      // One after another: each costs a process of the server.
      for (const id of ids) {
        const places = (await suggest?.(id)) ?? [];
        found.push(...places.map((place) => ({ ...place, documentId: id })));
      }
      return found;
    },
  });
  return {
    places: query.data ?? NONE,
    isPending: isWanted && query.isPending,
    hasFailed: query.isError,
    retry: () => void query.refetch(),
  };
}
