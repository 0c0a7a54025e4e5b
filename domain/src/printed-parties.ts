import { isPartyLabel, partyIn } from './place-words.ts';
import { bottomOf, overlap, type Phrase, type PrintedBox, rightOf } from './printed-page.ts';

/** What a page says beside a place. */
export interface WordsAround {
  phrases: readonly Phrase[];
  /** Those that ask for something already. */
  used: ReadonlySet<Phrase>;
  /** Of the people, as keys. */
  names: readonly string[];
}

const WORDS_MAX = 120;

export function namesPerson({ key }: Pick<Phrase, 'key'>, names: readonly string[]): boolean {
  return names.some((name) => name.length > 3 && ` ${key} `.includes(` ${name} `));
}

/** Who is named by the words of the place itself, else under it, else over it in its column. */
export function partyOf(label: Phrase, box: PrintedBox, around: WordsAround): string | null {
  if (partyIn(label.key) !== null || namesPerson(label, around.names)) return label.text.slice(0, WORDS_MAX);
  const column = around.phrases.filter(
    (phrase) =>
      overlap([phrase.x - 4, rightOf(phrase) + 4], [box.x, rightOf(box)]) > 0 || isOver(phrase, label),
  );
  const under = column.find(
    (phrase) =>
      phrase.y >= bottomOf(box) - 2 &&
      phrase.y < bottomOf(box) + 34 &&
      isWho(phrase, around) &&
      !around.used.has(phrase),
  );
  const above = column
    .filter(
      (phrase) =>
        bottomOf(phrase) <= box.y + 4 &&
        phrase.y > box.y - 170 &&
        isHeading(phrase, around) &&
        !around.used.has(phrase),
    )
    .sort((one, other) => bottomOf(other) - bottomOf(one))[0];
  return (under ?? above)?.text.slice(0, WORDS_MAX) ?? null;
}

function isWho(phrase: Phrase, { names }: WordsAround): boolean {
  const isNamed = namesPerson(phrase, names) && phrase.text.split(' ').length <= 9;
  const isShort = phrase.text.split(' ').length <= 4 || isPartyLabel(phrase);
  return isNamed || (isShort && partyIn(phrase.key) !== null);
}

/** Over a column: the party alone, not a sentence that mentions it. */
function isHeading(phrase: Phrase, around: WordsAround): boolean {
  return !/^\(|[.;]$/.test(phrase.text) && isWho(phrase, around);
}

function isOver(phrase: Phrase, label: Phrase): boolean {
  return Math.abs(phrase.x - label.x) < 12 && bottomOf(phrase) <= label.y;
}
