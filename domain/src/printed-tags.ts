import { linesOf, type PrintedBox, type PrintedWord, rightOf } from './printed-page.ts';

const TEXT_MAX = 200;
const LINES_MAX = 4;

/** The `{{…}}` of a page, each with a box for every line it stands on. Words are parted before and behind braces. */
export function findPrintedTags(words: readonly PrintedWord[]): { text: string; boxes: PrintedBox[] }[] {
  const lines = linesOf(words);
  return lines.flatMap((line, at) =>
    line.flatMap((_word, index) => {
      const pieces = isPair(line, index, '{') ? piecesOf(lines, at, index) : null;
      const text = pieces ? textOf(pieces) : '';
      return pieces && text.length <= TEXT_MAX ? [{ text, boxes: pieces.map(boxAround) }] : [];
    }),
  );
}

/** Whether two braces begin, or end, with the word: letters may be set so far apart that each is a word. */
function isPair(line: readonly PrintedWord[], index: number, brace: '{' | '}'): boolean {
  const text = line[index]?.text ?? '';
  const next = line[brace === '{' ? index + 1 : index - 1]?.text ?? '';
  if (brace === '{') return text.startsWith('{{') || (text === '{' && next.startsWith('{'));
  return text.endsWith('}}') || (text === '}' && next.endsWith('}'));
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]/u;

function textOf(pieces: readonly (readonly PrintedWord[])[]): string {
  const words = pieces.flat().map(({ text }) => text);
  if (words.some((word) => RIGHT_TO_LEFT.test(word))) return rightToLeft(pieces);
  const isSpaced = words.filter(({ length }) => length === 1).length > words.length / 2;
  return words.join(isSpaced ? '' : ' ').replaceAll(/([{}])\s+(?=\1)/g, '$1');
}

/** In the order of reading: the type is in Latin letters, and words that follow it stand to its left. */
function rightToLeft(pieces: readonly (readonly PrintedWord[])[]): string {
  const words = pieces.flatMap((piece) => piece.map(({ text }) => text).reverse());
  const tokens = words
    .join(' ')
    .split(/[\s{}:]+/u)
    .filter((token) => token !== '');
  const isLatin = (token: string) => !RIGHT_TO_LEFT.test(token);
  const role = tokens.filter((token) => !isLatin(token)).join(' ');
  return `{{${[...tokens.filter(isLatin), role].join(':')}}}`;
}

/** The words of a tag, line by line; null where it does not end. */
function piecesOf(
  lines: readonly (readonly PrintedWord[])[],
  at: number,
  index: number,
): PrintedWord[][] | null {
  const pieces: PrintedWord[][] = [];
  let column = columnOf(lines[at] ?? [], index);
  let rest = (lines[at] ?? []).slice(index, column.end);
  for (let line = at; pieces.length < LINES_MAX; ) {
    const last = rest.findIndex((_word, position) => isPair(rest, position, '}'));
    const piece = last < 0 ? rest : rest.slice(0, last + 1);
    const isNext = (position: number) => isPair(piece, position, '{') && piece[position - 1]?.text !== '{';
    if (piece.some((_word, position) => pieces.length + position > 0 && isNext(position))) return null;
    pieces.push(piece);
    if (last >= 0) return pieces;
    const next = nextLine(lines, line, column);
    if (!next) return null;
    ({ line, column, rest } = next);
  }
  return null;
}

interface Column {
  from: number;
  to: number;
  end: number;
}

/** The words around one of a line that no wide gap parts from it. */
function columnOf(line: readonly PrintedWord[], index: number): Column {
  const isGap = (before: number) => {
    const [left, right] = [line[before], line[before + 1]];
    return left && right ? right.x - rightOf(left) > left.fontSize * 1.5 : true;
  };
  let [first, last] = [index, index];
  while (first > 0 && !isGap(first - 1)) first -= 1;
  while (last < line.length - 1 && !isGap(last)) last += 1;
  const [start, end] = [line[first], line[last]];
  return { from: start?.x ?? 0, to: end ? rightOf(end) : 0, end: last + 1 };
}

/** The words of the same column in one of the next lines. */
function nextLine(lines: readonly (readonly PrintedWord[])[], at: number, { from, to }: Column) {
  const [above] = lines[at] ?? [];
  for (let line = at + 1; above && line < lines.length; line += 1) {
    const words = lines[line] ?? [];
    if ((words[0]?.y ?? Infinity) - above.y > above.fontSize * 2.5) return null;
    const index = words.findIndex((word) => rightOf(word) > from - 4 && word.x < to);
    if (index < 0) continue;
    const column = columnOf(words, index);
    return { line, column, rest: words.slice(index, column.end) };
  }
  return null;
}

function boxAround(words: readonly PrintedWord[]): PrintedBox {
  const x = Math.min(...words.map((word) => word.x));
  const y = Math.min(...words.map((word) => word.y));
  const right = Math.max(...words.map(rightOf));
  const bottom = Math.max(...words.map((word) => word.y + word.height));
  return { x, y, width: right - x, height: bottom - y };
}
