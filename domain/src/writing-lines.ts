import {
  bottomOf,
  boxesMeet,
  overlap,
  type PrintedLine,
  type PrintedPage,
  type PrintedWord,
  rightOf,
} from './printed-page.ts';

/** A line on which people write; `room` is the height that is free over it. */
export interface WritingLine extends PrintedLine {
  room: number;
}

/** Points. */
const LENGTH_MIN = 22;
const ROOM_MIN = 9;
const ROOM_MAX = 60;

/** The lines with free room over them: no rule under a heading, no edge of a table, no line that is filled in. */
export function findWritingLines(page: PrintedPage): WritingLine[] {
  return page.horizontals.flatMap((line) => {
    if (line.to - line.from < LENGTH_MIN || isEdge(line, page)) return [];
    const free = freeOver(line, page);
    return free && free.to - free.from >= LENGTH_MIN ? [free] : [];
  });
}

/** Where verticals meet it, it belongs to a table or a box. */
function isEdge({ from, to, at }: PrintedLine, { verticals }: PrintedPage): boolean {
  return verticals.some(
    (vertical) =>
      vertical.at > from - 3 && vertical.at < to + 3 && at > vertical.from - 3 && at < vertical.to + 3,
  );
}

function freeOver(line: PrintedLine, page: PrintedPage): WritingLine | null {
  const band = {
    x: line.from + 1,
    y: line.at - ROOM_MIN,
    width: line.to - line.from - 2,
    height: ROOM_MIN - 1.5,
  };
  const filled = page.words.filter((word) => boxesMeet(word, band));
  // Words that stand on the line: it underlines them, or is filled in.
  if (filled.some((word) => overlap([word.x, rightOf(word)], [line.from, line.to]) > 3)) return null;
  return { ...line, room: roomOver(line, page) };
}

/** Up to the lowest word or line over it. */
export function roomOver(line: PrintedLine, { words, horizontals }: PrintedPage): number {
  const isOver = (from: number, to: number) => overlap([from, to], [line.from, line.to]) > 2;
  const bottoms = [
    ...words.filter((word: PrintedWord) => isOver(word.x, rightOf(word))).map(bottomOf),
    ...horizontals.filter((other) => isOver(other.from, other.to)).map(({ at }) => at + 1),
  ].filter((bottom) => bottom < line.at - 1.5);
  return Math.min(ROOM_MAX, line.at - 1 - Math.max(0, ...bottoms));
}
