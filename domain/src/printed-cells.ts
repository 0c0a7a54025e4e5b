import { isPartyLabel, labelOf } from './place-words.ts';
import {
  bottomOf,
  boxesMeet,
  overlap,
  type Phrase,
  type PrintedBox,
  type PrintedLine,
  type PrintedPage,
  phrasesOf,
  rightOf,
} from './printed-page.ts';

/** Points. */
const CELL_MIN = { width: 40, height: 11 };
/** Of a cell that holds small print alone. */
const LABEL_HEIGHT_MIN = 5;
/** A cell in which people sign, under the words that say so. */
const SIGNED_HEIGHT_MIN = 16;
const EDGE = 3;
const MARGIN = 2;

/** Empty cells with the words that ask for them. */
export function findCells(
  page: PrintedPage,
  phrases: readonly Phrase[],
): { label: Phrase; room: PrintedBox }[] {
  return phrases.flatMap((label) => {
    const asked = labelOf(label);
    const isParty = !asked && isPartyLabel(label);
    if (!isParty && (!asked || asked.isWeak)) return [];
    const room = isParty || isSigned(label) ? signedRoom(page, label, isParty) : besideIn(page, label);
    return room ? [{ label, room }] : [];
  });
}

function isSigned(label: Phrase): boolean {
  const kind = labelOf(label)?.kind;
  return kind === 'signature' || kind === 'initials';
}

export function isInCell(page: PrintedPage, { x, y, width, height }: Phrase): boolean {
  return cellAround(page, [x + width / 2, y + height / 2], LABEL_HEIGHT_MIN) !== null;
}

/** Where people sign: the cell beside or under the words, a box under them, room in their cell or the one over it. */
function signedRoom(page: PrintedPage, label: Phrase, isParty: boolean): PrintedBox | null {
  const beside = isParty ? null : besideIn(page, label);
  const [x, middle] = [label.x + Math.min(label.width, 20) / 2, label.y + label.height / 2];
  const cell = cellAround(page, [label.x + label.width / 2, middle], LABEL_HEIGHT_MIN);
  const under = cellAround(page, [x, (cell ? bottomOf(cell) : bottomOf(label) + 12) + 6]);
  const isBox =
    under && isEmpty(page, under) && under.height >= SIGNED_HEIGHT_MIN && under.y >= bottomOf(label) - 2;
  if (beside || isBox) return beside ?? (under && inset(under));
  if (!cell) return null;
  const within = label.asks ? restOfLine(page, label, cell) : null;
  if (within) return within;
  const over = cellAround(page, [x, cell.y - 6]);
  return (
    (isParty ? null : roomIn(page, label, cell)) ??
    (over && isAlone(page, over) ? roomIn(page, label, over) : null)
  );
}

/** Its words ask for place and day alone. */
function isAlone(page: PrintedPage, cell: PrintedBox): boolean {
  const inside = phrasesOf({ words: page.words.filter((word) => boxesMeet(word, cell)) });
  return inside.every((phrase) =>
    ['place-and-date', 'date', 'location'].includes(labelOf(phrase)?.kind ?? ''),
  );
}

/** The next cell in the direction of reading, if it is empty. */
function besideIn(page: PrintedPage, label: Phrase): PrintedBox | null {
  const middle = label.y + label.height / 2;
  const cell = cellAround(page, [label.x + label.width / 2, middle], LABEL_HEIGHT_MIN);
  const edge = cell ?? label;
  const beside = cellAround(page, [label.isRightToLeft ? edge.x - 6 : rightOf(edge) + 6, middle]);
  return beside && isEmpty(page, beside) ? inset(beside) : null;
}

/** `Signature:` among other lines of its cell: what is free to its right, or left where people write so. */
function restOfLine(page: PrintedPage, label: Phrase, cell: PrintedBox): PrintedBox | null {
  const from = label.isRightToLeft ? cell.x + MARGIN : rightOf(label) + 4;
  const to = label.isRightToLeft ? label.x - 4 : rightOf(cell) - MARGIN;
  const inside = page.words.filter(
    (word) => boxesMeet(word, cell) && overlap([word.x, rightOf(word)], [from, to]) > 0,
  );
  const over = inside.filter((word) => bottomOf(word) <= label.y + 1).map(bottomOf);
  const top = Math.max(cell.y + MARGIN, ...over);
  const room = { x: from, y: top, width: to - from, height: bottomOf(label) - top };
  const isFree = !inside.some((word) => boxesMeet(word, room));
  return isFree && room.width >= OPEN_WIDTH_MIN && room.height >= SIGNED_HEIGHT_MIN ? room : null;
}

/** What is free in the cell over or under its words. */
function roomIn(page: PrintedPage, label: Phrase, cell: PrintedBox): PrintedBox | null {
  const inside = page.words.filter((word) => boxesMeet(word, cell));
  const top = Math.min(...inside.map(({ y }) => y), bottomOf(cell));
  const bottom = Math.max(...inside.map(bottomOf), cell.y);
  if (cell.height > 140 || label.width > cell.width) return null;
  const over = { ...inset(cell), height: top - cell.y - 2 * MARGIN };
  const under = { ...inset(cell), y: bottom + MARGIN, height: bottomOf(cell) - bottom - 2 * MARGIN };
  const room = over.height > under.height ? over : under;
  return room.height >= SIGNED_HEIGHT_MIN ? room : null;
}

function inset({ x, y, width, height }: PrintedBox): PrintedBox {
  return { x: x + MARGIN, y: y + MARGIN, width: width - 2 * MARGIN, height: height - 2 * MARGIN };
}

function isEmpty({ words }: PrintedPage, cell: PrintedBox): boolean {
  return !words.some((word) => boxesMeet(word, cell));
}

/** The rectangle of lines around a point; null where one side is open. */
function cellAround(
  { horizontals, verticals }: PrintedPage,
  [x, y]: readonly [number, number],
  heightMin: number = CELL_MIN.height,
): PrintedBox | null {
  const crosses = (line: PrintedLine, at: number) => at > line.from - EDGE && at < line.to + EDGE;
  const rows = horizontals.filter((line) => crosses(line, x)).map(({ at }) => at);
  const columns = verticals.filter((line) => crosses(line, y)).map(({ at }) => at);
  const top = Math.max(...rows.filter((at) => at < y));
  const bottom = Math.min(...rows.filter((at) => at > y));
  const left = Math.max(...columns.filter((at) => at < x));
  const right = Math.min(...columns.filter((at) => at > x));
  const cell = { x: left, y: top, width: right - left, height: bottom - top };
  const isClosed = [top, bottom, left, right].every(Number.isFinite);
  return isClosed && cell.width >= CELL_MIN.width && cell.height >= heightMin ? cell : null;
}

const OPEN_WIDTH_MIN = 110;
const OPEN_HEIGHT_MIN = 30;
const PAGE_MARGIN = 40;

/** What is free beside words that end with a colon, in the direction of reading, up to the next words. */
export function freeRight(page: PrintedPage, phrases: readonly Phrase[], phrase: Phrase): PrintedBox | null {
  const level = phrases.filter(
    (other) => other !== phrase && overlap([other.y, bottomOf(other)], [phrase.y, bottomOf(phrase)]) > 1,
  );
  const { isRightToLeft } = phrase;
  const edges = isRightToLeft
    ? level.filter((other) => other.x < phrase.x).map(rightOf)
    : level.filter((other) => other.x > phrase.x).map(({ x }) => x);
  const from = isRightToLeft ? Math.max(PAGE_MARGIN, ...edges) + 6 : rightOf(phrase) + 6;
  const to = isRightToLeft ? phrase.x - 6 : Math.min(page.width - PAGE_MARGIN, ...edges) - 6;
  if (to - from < OPEN_WIDTH_MIN) return null;
  const above = page.words.filter(
    (word) => bottomOf(word) <= phrase.y + 2 && overlap([word.x, rightOf(word)], [from, to]) > 0,
  );
  const top = Math.max(phrase.y - 26, ...above.map(bottomOf), 0);
  const room = { x: from, y: top, width: Math.min(to - from, 220), height: bottomOf(phrase) - top };
  return crossed(page, room) ? null : room;
}

/** What is free under the words. */
export function freeBelow(page: PrintedPage, phrases: readonly Phrase[], phrase: Phrase): PrintedBox | null {
  const width = Math.max(120, Math.min(phrase.width, 200));
  const x = phrase.isRightToLeft ? rightOf(phrase) - width : phrase.x;
  const below = phrases.filter(
    (other) => other.y > phrase.y + 2 && overlap([other.x, rightOf(other)], [x, x + width]) > 0,
  );
  const beside = phrases.some(
    (other) =>
      other !== phrase &&
      overlap([other.y, bottomOf(other)], [phrase.y, bottomOf(phrase)]) > 1 &&
      overlap([other.x, rightOf(other)], [x, x + width]) > 0,
  );
  const top = bottomOf(phrase) + 4;
  const bottom = Math.min(page.height - PAGE_MARGIN, ...below.map(({ y }) => y)) - 2;
  if (beside || bottom - top < OPEN_HEIGHT_MIN) return null;
  const room = { x, y: top, width, height: Math.min(bottom - top, 44) };
  return crossed(page, room) ? null : room;
}

function crossed({ horizontals, verticals }: PrintedPage, room: PrintedBox): boolean {
  const isAcross = (line: PrintedLine) =>
    line.at > room.y - 1 &&
    line.at < bottomOf(room) + 1 &&
    overlap([line.from, line.to], [room.x, rightOf(room)]) > 2;
  const isDown = (line: PrintedLine) =>
    line.at > room.x - 1 &&
    line.at < rightOf(room) + 1 &&
    overlap([line.from, line.to], [room.y, bottomOf(room)]) > 2;
  return horizontals.some(isAcross) || verticals.some(isDown);
}
