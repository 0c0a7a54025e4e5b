import { type Cff, unusable } from './cff-reader.ts';

/** Subroutines that glyphs call directly or indirectly. */
export interface UsedSubrs {
  readonly global: ReadonlySet<number>;
  /** By the index of their font. */
  readonly local: readonly ReadonlySet<number>[];
}

/** Nesting allowed by Adobe Technical Note 5177 §4.4. */
const CALLS_MAX = 10;

const CALL_LOCAL = 10;
const CALL_GLOBAL = 29;
const RETURN = 11;
const END_CHAR = 14;
const HINT_MASKS: ReadonlySet<number> = new Set([19, 20]);
const STEMS: ReadonlySet<number> = new Set([1, 3, 18, 23]);
const ESCAPE = 12;
/** hflex, flex, hflex1 and flex1; other escapes are arithmetic, which current fonts do not use. */
const FLEXES: ReadonlySet<number> = new Set([34, 35, 36, 37]);

/** Interprets Type 2 charstrings (Adobe Technical Note 5177) as far as needed to find their calls. */
export function usedSubrs(cff: Cff, glyphs: readonly number[]): UsedSubrs {
  const global = new Set<number>();
  const local = cff.fonts.map(() => new Set<number>());
  for (const glyph of glyphs) {
    const charString = cff.charStrings.at(glyph);
    const font = cff.fontOf(glyph);
    const localSubrs = local[font];
    if (charString.length === 0 || !localSubrs) throw unusable('a glyph has no outline');
    follow(charString, { cff, font, global, local: localSubrs, stack: [], stems: 0, ended: false }, 0);
  }
  return { global, local };
}

interface Walk {
  readonly cff: Cff;
  readonly font: number;
  readonly global: Set<number>;
  readonly local: Set<number>;
  readonly stack: number[];
  stems: number;
  ended: boolean;
}

function follow(code: Uint8Array, walk: Walk, depth: number): void {
  if (depth > CALLS_MAX) throw unusable('its outlines call one another in a circle');
  for (let at = 0; at < code.length && !walk.ended; ) {
    const first = code[at] ?? 0;
    if (first >= 32 || first === 28) {
      at = push(code, at, walk.stack);
      continue;
    }
    at += 1;
    if (first === RETURN) return;
    if (first === CALL_LOCAL || first === CALL_GLOBAL) call(first, walk, depth);
    else at += operate(first, code[at] ?? 0, walk);
  }
}

function call(operator: number, walk: Walk, depth: number): void {
  const isGlobal = operator === CALL_GLOBAL;
  const subrs = isGlobal ? walk.cff.globalSubrs : walk.cff.fonts[walk.font]?.subrs;
  const number = (walk.stack.pop() ?? Number.NaN) + biasOf(subrs?.count ?? 0);
  const body = subrs?.at(number) ?? new Uint8Array();
  if (body.length === 0) throw unusable('its outlines call what is not there');
  (isGlobal ? walk.global : walk.local).add(number);
  follow(body, walk, depth + 1);
}

/** @returns how many bytes belong to the operator besides itself. */
function operate(operator: number, next: number, walk: Walk): number {
  const count = walk.stack.length;
  if (STEMS.has(operator) || HINT_MASKS.has(operator)) walk.stems += count >> 1;
  if (operator === END_CHAR) {
    if (count >= 4) throw unusable('its glyphs are put together in a way of old');
    walk.ended = true;
  }
  if (operator === ESCAPE && !FLEXES.has(next)) throw unusable('its outlines reckon');
  walk.stack.length = 0;
  if (HINT_MASKS.has(operator)) return Math.ceil(walk.stems / 8);
  return operator === ESCAPE ? 1 : 0;
}

function push(code: Uint8Array, at: number, stack: number[]): number {
  const first = code[at] ?? 0;
  const [one, two] = [code[at + 1] ?? 0, code[at + 2] ?? 0];
  if (first === 28) {
    stack.push(((one << 24) | (two << 16)) >> 16);
    return at + 3;
  }
  if (first <= 246) stack.push(first - 139);
  else if (first <= 250) stack.push((first - 247) * 256 + one + 108);
  else if (first <= 254) stack.push(-(first - 251) * 256 - one - 108);
  // 16.16: no subroutine has such a number.
  else stack.push(Number.NaN);
  if (first <= 246) return at + 1;
  return first <= 254 ? at + 2 : at + 5;
}

/** Adobe Technical Note 5177 §4.7: subroutine numbers are biased. */
function biasOf(count: number): number {
  if (count < 1240) return 107;
  return count < 33_900 ? 1131 : 32_768;
}
