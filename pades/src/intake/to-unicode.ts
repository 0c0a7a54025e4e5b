import { latin1 } from '../pdf/parser.ts';

/** What a font's ToUnicode CMap (ISO 32000-1 §9.10.3) says about some characters. */
export interface UnicodeCodes {
  /** Codes that may stand for one of them. */
  readonly codes: ReadonlySet<number>;
  /** Codes of one byte that have another meaning for certain. */
  readonly mapped: ReadonlySet<number>;
}

// U+005F and U+007B, and what readers normalize to them.
const MARKS = [0x5f, 0xfe33, 0xfe34, 0xfe4d, 0xfe4e, 0xfe4f, 0xff3f, 0x7b, 0xfe37, 0xfe5b, 0xff5b] as const;
/** The same in digits, and in names of glyphs; finds more than it must. */
export const NAMES_MARK = /underscore|lowline|5f|fe33|fe34|fe4[def]|ff3f|brace|7b|fe37|fe5b|ff5b/i;
const SECTION = /beginbf(char|range)(.*?)endbf\1/gs;
const TOKEN = /<([^<>]*)>|[[\]]/g;
const HEX = /^[0-9a-f]{1,64}$/i;

/** Reads where an underscore or brace may come from; null if the CMap is not as plain as those that writers make. */
export function readMarks(cmap: Uint8Array): UnicodeCodes | null {
  const text = latin1(cmap);
  if (/usecmap|Adobe-(?:Korea1|Japan1|CNS1|GB1)|\([^)]*%/.test(text)) return null;
  const source = text.replace(/%[^\r\n]*/g, '');
  const sections = [...source.matchAll(SECTION)];
  if (sections.length !== (source.match(/beginbf/g) ?? []).length) return null;
  const ranges = { codes: new Set<number>(), mapped: new Set<number>() };
  for (const [, kind, body = ''] of sections) {
    const tokens = tokensOf(body);
    const isRead = tokens && (kind === 'char' ? readChars(tokens, ranges) : readRanges(tokens, ranges));
    if (!isRead) return null;
  }
  // One code may be listed twice, and readers differ in which one counts.
  for (const code of ranges.codes) ranges.mapped.delete(code);
  return ranges;
}

interface MappedCodes {
  codes: Set<number>;
  mapped: Set<number>;
}

/** Hexadecimal strings without white space, and brackets; null if there is anything else. */
function tokensOf(body: string): string[] | null {
  if (body.replace(TOKEN, '').trim() !== '') return null;
  const tokens = [...body.matchAll(TOKEN)].map(([token, hex]) => hex?.replace(/\s/g, '') ?? token);
  return tokens.every((token) => token === '[' || token === ']' || HEX.test(token)) ? tokens : null;
}

function readChars(tokens: readonly string[], ranges: MappedCodes): boolean {
  if (tokens.length % 2 !== 0 || tokens.includes('[') || tokens.includes(']')) return false;
  for (let at = 0; at < tokens.length; at += 2) add(ranges, codeOf(tokens[at]), tokens[at + 1] ?? '');
  return true;
}

function readRanges(tokens: readonly string[], ranges: MappedCodes): boolean {
  for (let at = 0; at < tokens.length; ) {
    const [low = '', high = '', first = ''] = tokens.slice(at, at + 3);
    if (!HEX.test(low) || !HEX.test(high) || first === '' || first === ']') return false;
    const range = { low: codeOf(low), high: codeOf(high) };
    if (first !== '[') {
      if (!addRange(ranges, range, first)) return false;
      at += 3;
      continue;
    }
    const end = tokens.indexOf(']', at);
    if (end < 0) return false;
    for (const [index, target] of tokens.slice(at + 3, end).entries()) add(ranges, range.low + index, target);
    at = end + 1;
  }
  return true;
}

function add(ranges: MappedCodes, code: number, target: string): void {
  if (NAMES_MARK.test(target)) ranges.codes.add(code);
  else if (isText(target) && code < 256) ranges.mapped.add(code);
}

function addRange(ranges: MappedCodes, { low, high }: { low: number; high: number }, first: string): boolean {
  const last = Number.parseInt(first.slice(-4), 16);
  const count = high - low;
  // Only the last unit counts up; with a mark before it, each code would stand for one.
  if (count < 0 || count > 0xffff || NAMES_MARK.test(first.slice(0, -4))) return false;
  for (const code of MARKS) {
    const step = (code - last) & 0xffff;
    if (step <= count) ranges.codes.add(low + step);
  }
  if (!isText(first)) return true;
  // Some readers end a range where the first byte would change.
  const end = Math.min(255, (low & ~0xff) | (high & 0xff));
  for (let code = low; code <= end; code += 1) {
    const unit = (last + code - low) & 0xffff;
    if (unit !== 0 && unit !== 0xffff) ranges.mapped.add(code);
  }
  return true;
}

/** Whole units of UTF-16 that readers do not take for none. */
function isText(target: string): boolean {
  return target.length % 4 === 0 && !/^(?:0+|f+)$/i.test(target);
}

function codeOf(hex = ''): number {
  return Number.parseInt(hex, 16);
}
