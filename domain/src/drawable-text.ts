const NAMED_MAX = 5;

/** Finds the distinct characters of a text that the fonts at hand cannot draw. */
export type FindMissingCharacters = (text: string) => readonly string[];

/** The refusal of a text with characters that cannot be drawn; each is named with its number. */
export function describeMissingCharacters(characters: readonly string[]): string {
  const named = characters.slice(0, NAMED_MAX).map((character) => {
    const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
    return `${character} (U+${code})`;
  });
  const more = characters.length > NAMED_MAX ? ' and others' : '';
  return `Cannot be written on the page: ${named.join(', ')}${more}. Write it without.`;
}

/** The characters that `describeMissingCharacters` named, for a page that says it in another language. */
export function readMissingCharacters(sentence: string): string[] {
  return [...sentence.matchAll(/\(U\+([0-9A-F]{4,6})\)/g)].map(([, code = '0']) =>
    String.fromCodePoint(Number.parseInt(code, 16)),
  );
}

/**
 * Distinct characters of a typed signature that are no writing, whatever font there is: emoji, and characters without
 * an agreed meaning or form.
 */
export function listUnwritable(text: string): string[] {
  return [
    ...new Set(text.match(/[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Emoji_Presentation}\p{Emoji_Modifier}]/gu) ?? []),
  ];
}
