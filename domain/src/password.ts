import { LIMITS } from './limits.ts';

export interface PasswordFacts {
  /** In lower case. */
  common: ReadonlySet<string>;
  /** What an attacker knows of the person and the instance: names, parts of the address, hosts. */
  personal: readonly string[];
}

/** Shorter words of the list are met by chance. */
const WORD_CHARACTERS_MIN = 4;
const PERSONAL_CHARACTERS_MIN = 3;
const WORD_CHARACTERS_MAX = 40;

/** How many freely chosen characters a word is worth: one of 10,000 is two, one that is known of the person is none. */
const WORTH_OF_WORD = 2;

/** What remains of a password besides known words must be worth as many freely chosen characters. */
const WORTH_MIN = 8;

const LOOKALIKES: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '0': 'o',
  '1': 'l',
  '5': 's',
  $: 's',
  '7': 't',
  '!': 'i',
};

/**
 * What is wrong with a new password; null where nothing is. Length is decisive (NIST SP 800-63B §3.1.1.2); besides, the
 * commonest passwords and the words of the person are refused, also where they are the main part of it. A phrase that
 * merely contains them counts by what is left.
 */
export function findPasswordProblem(password: string, facts: PasswordFacts): string | null {
  const length = [...password].length;
  if (length < LIMITS.passwordCharactersMin)
    return `Must have at least ${LIMITS.passwordCharactersMin} characters.`;
  if (length > LIMITS.passwordCharactersMax)
    return `Must have at most ${LIMITS.passwordCharactersMax} characters.`;
  const lower = password.normalize('NFC').toLowerCase();
  const deciphered = [...lower].map((character) => LOOKALIKES[character] ?? character).join('');
  const personal = new Set(facts.personal.flatMap(wordsOf));
  const guessable = { common: facts.common, personal };
  if (
    new Set(lower).size < 4 ||
    worthOf(lower, guessable) < WORTH_MIN ||
    worthOf(deciphered, guessable) < WORTH_MIN
  ) {
    return (
      'This password is too easy to guess: it is a common one, or little more than a common word, your name, your ' +
      'address or the name of this service. Put a few words together that have nothing to do with each other.'
    );
  }
  return null;
}

/** The text as a whole, and its parts. */
function wordsOf(text: string): string[] {
  const lower = text.normalize('NFC').toLowerCase();
  const words = lower.split(/[^\p{L}\p{N}]+/u);
  return [lower, words.join(''), ...words].filter((word) => word.length >= PERSONAL_CHARACTERS_MIN);
}

interface GuessableWords {
  common: ReadonlySet<string>;
  personal: ReadonlySet<string>;
}

/** In freely chosen characters; a repeated word or character is worth nothing more. Infinite without a known word. */
function worthOf(text: string, guessable: GuessableWords): number {
  const words = new Set<string>();
  let characters = 0;
  let before = '';
  for (let at = 0; at < text.length; ) {
    const word = longestWordAt(text, at, guessable);
    if (word !== null) words.add(word);
    else if (text.charAt(at) !== before) characters += 1;
    before = word === null ? text.charAt(at) : '';
    at += word?.length ?? 1;
  }
  if (words.size === 0) return Number.POSITIVE_INFINITY;
  const common = [...words].filter((word) => !guessable.personal.has(word));
  return characters + common.length * WORTH_OF_WORD;
}

function longestWordAt(text: string, at: number, { common, personal }: GuessableWords): string | null {
  const lengthMax = Math.min(WORD_CHARACTERS_MAX, text.length - at);
  for (let length = lengthMax; length >= PERSONAL_CHARACTERS_MIN; length -= 1) {
    const word = text.slice(at, at + length);
    if (personal.has(word) || (length >= WORD_CHARACTERS_MIN && common.has(word))) return word;
  }
  return null;
}
