/** Points from the top left corner of the page as displayed. */
export interface PrintedBox {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A word that a reader of the page sees; `fontSize` in points. */
export interface PrintedWord extends PrintedBox {
  text: string;
  fontSize: number;
}

/** A line that is printed: drawn, or a row of low lines, dots or dashes. `at` is its place across its direction. */
export interface PrintedLine {
  from: number;
  to: number;
  at: number;
}

/** What can be seen of a page. */
export interface PrintedPage {
  /** From 1. */
  page: number;
  width: number;
  height: number;
  words: readonly PrintedWord[];
  horizontals: readonly PrintedLine[];
  verticals: readonly PrintedLine[];
  /** Form fields and what else is there already. */
  taken: readonly PrintedBox[];
}

/** Words of one line that belong together. */
export interface Phrase extends PrintedBox {
  text: string;
  /** Lower case, without marks and punctuation, single spaces. */
  key: string;
  isRightToLeft: boolean;
  fontSize: number;
  /** Ends with a colon: what follows is to be filled in. */
  asks: boolean;
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

/** The words of a page as phrases, from the top. */
export function phrasesOf({ words }: Pick<PrintedPage, 'words'>): Phrase[] {
  return linesOf(words).flatMap((line) => splitLine(line).map(toPhrase));
}

/** Words whose middles are at the same height. */
export function linesOf(words: readonly PrintedWord[]): PrintedWord[][] {
  const lines: { middle: number; height: number; words: PrintedWord[] }[] = [];
  for (const word of [...words].sort((one, other) => middleOf(one) - middleOf(other))) {
    const last = lines.at(-1);
    const isSame = last && middleOf(word) - last.middle <= Math.min(last.height, word.height) * 0.4;
    if (isSame) last.words.push(word);
    else lines.push({ middle: middleOf(word), height: word.height, words: [word] });
  }
  return lines.map((line) => line.words.sort((one, other) => one.x - other.x));
}

function middleOf({ y, height }: PrintedBox): number {
  return y + height / 2;
}

/** At gaps that are wider than those between words, and after a colon. */
function splitLine(words: readonly PrintedWord[]): PrintedWord[][] {
  const phrases: PrintedWord[][] = [];
  for (const word of words) {
    const phrase = phrases.at(-1);
    const before = phrase?.at(-1);
    const gap = before ? word.x - before.x - before.width : Infinity;
    const isRightToLeft = RIGHT_TO_LEFT.test(word.text);
    const isAfterColon = before && !isRightToLeft && before.text.endsWith(':') && gap > word.fontSize * 0.6;
    if (phrase && gap <= word.fontSize * 0.75 && !isAfterColon) phrase.push(word);
    else phrases.push([word]);
  }
  return phrases;
}

function toPhrase(words: readonly PrintedWord[]): Phrase {
  const isRightToLeft = words.some(({ text }) => RIGHT_TO_LEFT.test(text));
  const ordered = isRightToLeft ? [...words].reverse() : words;
  const text = ordered.map((word) => word.text).join(' ');
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  return {
    text,
    key: keyOf(text),
    isRightToLeft,
    fontSize: Math.max(...words.map((word) => word.fontSize)),
    asks: /[:：]\s*$/u.test(text),
    x,
    y,
    width: Math.max(...words.map((word) => word.x + word.width)) - x,
    height: Math.max(...words.map((word) => word.y + word.height)) - y,
  };
}

/** Letters and digits in lower case, without accents, Arabic vowel marks and stretching. */
export function keyOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\u0640]/gu, '')
    .replaceAll(/[أإآٱ]/gu, 'ا')
    .replaceAll('ß', 'ss')
    .replaceAll('ł', 'l')
    .replaceAll('Ł', 'l')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}#/]+/gu, ' ')
    .trim();
}

export function rightOf({ x, width }: PrintedBox): number {
  return x + width;
}

export function bottomOf({ y, height }: PrintedBox): number {
  return y + height;
}

type Stretch = readonly [from: number, to: number];

/** How far two stretches cover one another; negative: how far they are apart. */
export function overlap(one: Stretch, other: Stretch): number {
  return Math.min(one[1], other[1]) - Math.max(one[0], other[0]);
}

export function boxesMeet(one: PrintedBox, other: PrintedBox): boolean {
  return (
    overlap([one.x, rightOf(one)], [other.x, rightOf(other)]) > 0 &&
    overlap([one.y, bottomOf(one)], [other.y, bottomOf(other)]) > 0
  );
}
