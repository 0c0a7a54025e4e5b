import { joinArabic } from './arabic-forms.ts';

const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const LETTER = /\p{L}/u;
const DIGIT = /\p{Nd}/u;
/** Between digits these belong to the number, as in 14:05 and 2026-11-21. */
const NUMBER_SEPARATOR = /[.,:/+-]/;
/** Invisible direction controls; removed, since they have no use after reordering and could deceive. */
const CONTROLS = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/gu;
const MIRRORS: ReadonlyMap<string, string> = new Map(
  [...'()[]{}<>«»'].map((one, index, all) => [one, all[index ^ 1] ?? one]),
);

/** Those that make pairs, which angle brackets and quotation marks do not. */
const BRACKETS: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

/**
 * A line in visual order from left to right: composed, with Arabic letters joined and right-to-left runs reversed.
 * Follows the Unicode Bidirectional Algorithm (UAX #9) for text without explicit controls, in one paragraph whose
 * direction is that of its first letter, or from the right where the page is read so.
 */
export function visualText(text: string, isRightToLeft = false): string {
  const composed = text.normalize('NFC').replace(CONTROLS, '');
  if (!RIGHT_TO_LEFT.test(composed)) return composed;
  const clusters = [...segmenter.segment(joinArabic(composed))].map(({ segment }) => segment);
  return reorder(clusters, isRightToLeft).join('');
}

const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

type Kind = 'left' | 'right' | 'number' | 'neutral';

function reorder(clusters: readonly string[], isRightToLeft: boolean): string[] {
  const kinds = kindsOf(clusters);
  const first = kinds.find((kind) => kind === 'left' || kind === 'right');
  const base = isRightToLeft || first === 'right' ? 1 : 0;
  const levels = levelsOf(withBracketKinds(clusters, { kinds, base }), base);
  const line = clusters.map((cluster, index) =>
    (levels[index] ?? 0) % 2 === 1 ? (MIRRORS.get(cluster) ?? withMarksFirst(cluster)) : cluster,
  );
  const order = line.map((_cluster, index) => index);
  // UAX #9, rule L2: from the highest level down to the lowest odd one, reverse every run of that level or more.
  for (let level = 2; level >= 1; level -= 1)
    for (let start = 0; start < order.length; start += 1) {
      let end = start;
      while (end < order.length && (levels[order[end] ?? 0] ?? 0) >= level) end += 1;
      if (end === start) continue;
      order.splice(start, end - start, ...order.slice(start, end).reverse());
      start = end;
    }
  return order.map((index) => line[index] ?? '');
}

/**
 * A letter from right to left begins where the pen is after it: fonts draw its marks, which have no width, from the
 * same place, so drawn behind it from left to right they would be over the letter before.
 */
function withMarksFirst(cluster: string): string {
  return RIGHT_TO_LEFT.test(cluster) ? [...cluster].toReversed().join('') : cluster;
}

function kindsOf(clusters: readonly string[]): Kind[] {
  const kinds = clusters.map((cluster): Kind => {
    // First, since Arabic has its own digits: numbers are left-to-right in every script.
    if (DIGIT.test(cluster)) return 'number';
    if (RIGHT_TO_LEFT.test(cluster)) return 'right';
    return LETTER.test(cluster) ? 'left' : 'neutral';
  });
  for (const [index, cluster] of clusters.entries())
    if (NUMBER_SEPARATOR.test(cluster) && kinds[index - 1] === 'number' && kinds[index + 1] === 'number')
      kinds[index] = 'number';
  // Rule W7: a number after a left-to-right letter joins it.
  let strong: Kind = 'neutral';
  return kinds.map((kind) => {
    if (kind === 'left' || kind === 'right') strong = kind;
    return kind === 'number' && strong === 'left' ? 'left' : kind;
  });
}

/**
 * Rule N0: the two brackets of a pair go the same way. Theirs is the direction of the line where something inside has
 * it, else that of the inside where what is before the pair has it too, as in "UTC (NTP)" on a line from the right.
 */
function withBracketKinds(
  clusters: readonly string[],
  { kinds, base }: { kinds: readonly Kind[]; base: number },
): Kind[] {
  const resolved = [...kinds];
  const [along, against] = base === 0 ? (['left', 'right'] as const) : (['right', 'left'] as const);
  for (const [open, close] of bracketPairs(clusters)) {
    const inside = resolved.slice(open + 1, close).filter((kind) => kind !== 'neutral');
    if (inside.length === 0) continue;
    const before = sideOf(
      resolved.slice(0, open).findLast((kind) => kind !== 'neutral'),
      base,
    );
    const isAlong = inside.some((kind) => sideOf(kind, base) === along) || before === along;
    resolved[open] = resolved[close] = isAlong ? along : against;
  }
  return resolved;
}

/** By the place of the first of each (definition BD16). */
function bracketPairs(clusters: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let open: { at: number; closing: string }[] = [];
  for (const [at, cluster] of clusters.entries()) {
    const closing = BRACKETS.get(cluster);
    if (closing !== undefined) open.push({ at, closing });
    const match = open.findLastIndex((each) => each.closing === cluster);
    if (match === -1) continue;
    pairs.push([open[match]?.at ?? at, at]);
    open = open.slice(0, match);
  }
  return pairs.sort(([one], [other]) => one - other);
}

function levelsOf(kinds: readonly Kind[], base: number): number[] {
  const levels: Record<Exclude<Kind, 'neutral'>, number> = { left: base === 0 ? 0 : 2, right: 1, number: 2 };
  return kinds.map((kind, index) => {
    if (kind !== 'neutral') return levels[kind];
    // Rules N1 and N2: between two of one direction, numbers counting as from the right, else the base.
    const before = sideOf(
      kinds.slice(0, index).findLast((other) => other !== 'neutral'),
      base,
    );
    const after = sideOf(
      kinds.slice(index + 1).find((other) => other !== 'neutral'),
      base,
    );
    if (before !== after) return base;
    return before === 'right' ? 1 : levels.left;
  });
}

function sideOf(kind: Kind | undefined, base: number): 'left' | 'right' {
  if (kind === undefined) return base === 0 ? 'left' : 'right';
  return kind === 'left' ? 'left' : 'right';
}
