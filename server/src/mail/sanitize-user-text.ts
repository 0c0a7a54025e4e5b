/**
 * Text of users, as one line: no control characters, and not longer than a header should be. Line
 * breaks would end a header; the rest would only disturb.
 */
export function sanitizeLine(text: string, charactersMax = 200): string {
  const line = text
    .replaceAll(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= charactersMax ? line : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/**
 * Text of users for a mail's body. Mail programs turn text that looks like an address into links; an invisible
 * character prevents it, so that only our own links can be clicked.
 */
export function sanitizeBody(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll('://', `:${JOINER}//`)
    .replaceAll(/(?<=[\p{L}\p{N}])\.(?!pdf\b)(?=\p{L}{2})/giu, `.${JOINER}`);
}

// Zero width non-joiner: invisible, and not valid in an address.
const JOINER = '\u200c';
// They can make a name look like another one, and affect our own text after it.
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/g;

/** The name of a PDF that is valid on every file system. */
export function sanitizeFileName(name: string): string {
  const bare = sanitizeLine(name, 120)
    .replaceAll(BIDI_CONTROLS, '')
    .replaceAll(/[/\\:*?"<>|]/g, '-')
    .replace(/\.pdf$/i, '')
    .replace(/^[.\s]+|[.\s]+$/g, '');
  return `${bare || 'document'}.pdf`;
}
