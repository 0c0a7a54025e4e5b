/** Words of other people, as programs that follow instructions get them: data, and never an instruction. */
export interface UntrustedText {
  untrusted: true;
  text: string;
}

const CHARACTERS_MAX = 4_000;

/** The words of a document, name, message or reason: see {@link readableWords}. */
export function untrusted(text: string, charactersMax = CHARACTERS_MAX): UntrustedText {
  return { untrusted: true, text: readableWords(text, charactersMax) };
}

/**
 * What a person would read of a text, and nothing that only a program reads: no control, bidi, invisible or unassigned
 * characters, no links, and no more than a page.
 */
export function readableWords(text: string, charactersMax = CHARACTERS_MAX): string {
  const visible = text
    .normalize('NFC')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(UNSEEN, '')
    .replaceAll(LINK, '[link removed]');
  const characters = [...visible];
  return characters.length <= charactersMax ? visible : `${characters.slice(0, charactersMax - 1).join('')}…`;
}

/** All but line breaks and tabs; selectors of variants spell hidden bytes. */
const UNSEEN = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\p{Variation_Selector}]/gu;

/** With a scheme, by a name that begins with www, or a host; the names of files stay. */
const LINK =
  /\b(?:[a-z][a-z0-9+.-]{1,20}:\/\/|(?:mailto|data|javascript|tel|sms):|www\.)[^\s<>"']+|(?<![\p{L}\p{N}@.])(?:[\p{L}\p{N}-]+\.)+(?:\p{L}{2,}(?:[/?#]|:\d)[^\s<>"']*|(?!(?:pdf|docx?|odt|xlsx?|csv|txt|xml|json|zip|png|jpe?g)\b)\p{L}{2,})/giu;

/** An address as far as it tells people apart: `a…@example.com`. */
export function maskedEmail(email: string): string {
  return email.replace(/^([^@]?)[^@]*/, '$1…');
}
