import type { SuggestedFields } from '../api/wire.ts';
import { type BoardField, newField } from './board-state.ts';
import { type Box, onPage, overlaps } from './box-state.ts';

/** A printed place of a document where a field could go. */
export type Suggestion = SuggestedFields[number] & { readonly documentId: number };

/** Places of one party, or of none; a person is chosen for all of them at once. */
export interface SuggestionGroup {
  readonly key: string;
  /** The printed words; null where none say who is asked. */
  readonly party: string | null;
  readonly places: readonly Suggestion[];
  /** Whom the page names; null where it leaves that open. */
  readonly role: number | null;
}

export function suggestionKey({ documentId, type, page, posX, posY }: Suggestion): string {
  return [documentId, page, type, posX, posY].join(' ');
}

/** Tags of the text that cannot become fields, as they are printed. */
export function badTags(suggestions: readonly Suggestion[]) {
  return suggestions.flatMap((place) => {
    const problem = place.tag?.problem;
    return problem ? [{ place, problem }] : [];
  });
}

/** The places that no field on the board covers yet, and that can become fields. */
export function openSuggestions(
  suggestions: readonly Suggestion[],
  fields: readonly BoardField[],
): Suggestion[] {
  return suggestions.filter(
    (place) =>
      !place.tag?.problem &&
      !fields.some(
        (field) =>
          field.documentId === place.documentId && field.page === place.page && overlaps(field, place),
      ),
  );
}

/** By whom the page names, else by the party that is printed, in the order of the places. */
export function groupSuggestions(suggestions: readonly Suggestion[]): SuggestionGroup[] {
  const groups = new Map<string, Suggestion[]>();
  for (const place of suggestions) {
    const key = place.role === null ? `party ${place.party?.toLowerCase() ?? ''}` : `role ${place.role}`;
    groups.set(key, [...(groups.get(key) ?? []), place]);
  }
  return [...groups].map(([key, places]) => ({
    key,
    party: places.find(({ party }) => party !== null)?.party ?? null,
    places,
    role: places[0]?.role ?? null,
  }));
}

/** A field at the place, for the person. */
export function fieldAt(
  place: Suggestion,
  { role, key }: { readonly role: number; readonly key: string },
): BoardField {
  const { type, documentId, page, posX, posY, width, height, tag } = place;
  const field = newField({ key, type, documentId, page, role, ...onPage({ posX, posY, width, height }) });
  if (!tag) return field;
  const { label, required } = tag;
  return {
    ...field,
    dataKey: tag.key,
    label: label ?? field.label,
    required: required ?? field.required,
  };
}

/** The edges of the places on a page, to which fields snap. */
export function guidesOn(
  suggestions: readonly Suggestion[],
  { documentId, page }: { readonly documentId: number; readonly page: number },
): readonly Box[] {
  return suggestions.filter((place) => place.documentId === documentId && place.page === page);
}
