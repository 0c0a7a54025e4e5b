import type { PrintedLine } from '@paraph/domain';

/** One byte for each pixel: 1 where something is drawn. */
export interface Ink {
  ink: Uint8Array;
  width: number;
  height: number;
}

/** Points. Dots and dashes up to this far apart make a line. */
const GAP = { horizontal: 3, vertical: 1.5 };
const LENGTH_MIN = { horizontal: 18, vertical: 9 };
/** Longer than any stroke of a letter. */
const UNBROKEN_MIN = 40;
/** What is thicker is an area or a picture. */
const THICKNESS_MAX = 3;
/** Of its length, how much must be drawn. */
const DENSITY_MIN = 0.3;

interface Stretch {
  from: number;
  to: number;
  first: number;
  last: number;
}

/** The straight thin lines of a picture, in points. */
export function findLines(
  picture: Ink,
  scale: number,
  { isUnbroken }: { isUnbroken: boolean },
): { horizontals: PrintedLine[]; verticals: PrintedLine[] } {
  const { width, height } = picture;
  const along = (direction: 'horizontal' | 'vertical') => ({
    gap: isUnbroken ? 0 : GAP[direction] * scale,
    length: (isUnbroken ? UNBROKEN_MIN : LENGTH_MIN[direction]) * scale,
    thickness: THICKNESS_MAX * scale,
  });
  const rows = stretchesOf(picture, { count: height, length: width }, along('horizontal'));
  const columns = stretchesOf(turned(picture), { count: width, length: height }, along('vertical'));
  const toLine = ({ from, to, first, last }: Stretch): PrintedLine => ({
    from: from / scale,
    to: (to + 1) / scale,
    at: (first + last + 1) / 2 / scale,
  });
  return { horizontals: rows.map(toLine), verticals: columns.map(toLine) };
}

interface Limits {
  gap: number;
  length: number;
  thickness: number;
}

/** Columns as rows. */
function turned({ ink, width, height }: Ink): Ink {
  const out = new Uint8Array(ink.length);
  for (let row = 0; row < height; row += 1)
    for (let column = 0; column < width; column += 1)
      if (ink[row * width + column] === 1) out[column * height + row] = 1;
  return { ink: out, width: height, height: width };
}

/** Runs of neighbouring rows that lie over one another are one line, or too thick to be one. */
function stretchesOf(
  { ink }: Ink,
  { count, length }: { count: number; length: number },
  limits: Limits,
): Stretch[] {
  const done: Stretch[] = [];
  let open: Stretch[] = [];
  for (let across = 0; across < count; across += 1) {
    const runs = runsOf(ink.subarray(across * length, (across + 1) * length), limits);
    if (runs.length === 0 && open.length === 0) continue;
    const next: Stretch[] = [];
    for (const run of runs) {
      const before = open.find((each) => Math.min(each.to, run.to) - Math.max(each.from, run.from) > 0);
      if (!before) {
        next.push({ ...run, first: across, last: across });
        continue;
      }
      before.from = Math.min(before.from, run.from);
      before.to = Math.max(before.to, run.to);
      before.last = across;
      if (!next.includes(before)) next.push(before);
    }
    done.push(...open.filter((each) => each.last < across));
    open = next;
  }
  return [...done, ...open].filter(({ first, last }) => last - first + 1 <= limits.thickness);
}

function runsOf(row: Uint8Array, { gap, length }: Limits): { from: number; to: number }[] {
  const runs: { from: number; to: number }[] = [];
  for (let from = row.indexOf(1); from >= 0; ) {
    let to = from;
    let drawn = 1;
    let next = row.indexOf(1, from + 1);
    while (next >= 0 && next - to - 1 <= gap) {
      to = next;
      drawn += 1;
      next = row[next + 1] === 1 ? next + 1 : row.indexOf(1, next + 1);
    }
    const size = to - from + 1;
    if (size >= length && drawn >= size * DENSITY_MIN) runs.push({ from, to });
    from = next;
  }
  return runs;
}
