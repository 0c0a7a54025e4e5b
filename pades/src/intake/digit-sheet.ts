import { createHash } from 'node:crypto';
import type { PdfDocument } from '../pdf/document.ts';
import { countPages, pageTreeRoot } from '../pdf/pages.ts';
import { latin1 } from '../pdf/parser.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { arraySource, dictSource, refSource, valueSource } from '../pdf/source-text.ts';
import {
  dictOf,
  isArray,
  isInteger,
  isRef,
  isStream,
  nameOf,
  type PdfDict,
  type PdfRef,
  type PdfValue,
} from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { decodeStream } from './decode-stream.ts';

/** Points of a square with one glyph, and its size and origin in it. */
export const SHEET_CELL = 32;
export const SHEET_GLYPH = { size: 22, left: 6, base: 8 } as const;
/** Glyphs in a row, and rows; a file has a few fonts with ten digits each. */
const COLUMNS = 20;
const ROWS_MAX = 200;

const DIGIT_CODES = Array.from({ length: 10 }, (_each, digit) => 0x30 + digit);
const DIGIT_NAMES: ReadonlySet<string> = new Set(
  'zero one two three four five six seven eight nine'.split(' '),
);

/** The glyphs that may stand for a digit in the text of a file. */
export interface DigitGlyphs {
  /** Sources of their fonts, with a hash of all that each consists of; null for one of too many objects. */
  readonly fonts: readonly { readonly source: string; readonly digest: string | null }[];
  /** `font` is its index, `code` in hexadecimal. */
  readonly glyphs: readonly { readonly font: number; readonly code: string }[];
}

/** A page with those glyphs, one in a cell: what a program reads there can be compared with what it shows. */
export interface DigitSheet {
  /** Bytes to append to a copy of the file, whose last page is then the sheet. */
  readonly update: Uint8Array;
  readonly columns: number;
  readonly rows: number;
}

/** A font dictionary, and its number where it is an object of its own. */
export interface ListedFont {
  readonly dict: PdfDict;
  readonly ref: PdfRef | null;
}

/**
 * Null where no font says what its digits are: those that every viewer has itself show what they say. Leaves out fonts
 * that were compared before, by their hash.
 */
export function findDigits(
  document: PdfDocument,
  listed: readonly ListedFont[],
  compared: ReadonlySet<string>,
): DigitGlyphs | null {
  const fonts: { source: string; digest: string | null }[] = [];
  const glyphs: { font: number; code: string }[] = [];
  for (const { dict, ref } of listed) {
    if (isOfViewers(document, dict)) continue;
    const digest = digestOf(document, dict);
    const codes = digest !== null && compared.has(digest) ? [] : digitCodes(document, dict);
    if (codes.length === 0) continue;
    for (const code of codes) glyphs.push({ font: fonts.length, code });
    fonts.push({ source: valueSource(ref ?? dict), digest });
  }
  return glyphs.length > 0 ? { fonts, glyphs } : null;
}

/** Objects of a font: descriptor, program and tables are few, and a font of drawings has one for each glyph. */
const FONT_OBJECTS_MAX = 200;

/** A hash of a font that does not depend on the numbers of its objects. */
function digestOf(document: PdfDocument, font: PdfDict): string | null {
  const hash = createHash('sha256');
  const order = new Map<number, number>();
  const feed = (value: PdfValue): void => {
    const dict = dictOf(value);
    if (isRef(value)) {
      const visited = order.get(value.number);
      hash.update(`R${visited ?? order.size} `);
      if (visited !== undefined || order.size > FONT_OBJECTS_MAX) return;
      order.set(value.number, order.size);
      feed(document.resolve(value));
    } else if (isArray(value)) {
      hash.update(`[${value.items.length} `);
      value.items.forEach(feed);
    } else if (dict) {
      hash.update(`<${dict.entries.size} `);
      for (const [key, entry] of dict.entries) {
        hash.update(`/${key} `);
        feed(key === 'Parent' ? null : entry);
      }
      if (isStream(value)) hash.update(document.rawStream(value));
    } else hash.update(`${valueSource(value)} `);
  };
  feed(font);
  return order.size > FONT_OBJECTS_MAX ? null : hash.digest('base64');
}

/** A sheet for the file of these glyphs, or for one that begins with it. */
export function layOutDigits(document: PdfDocument, { fonts, glyphs }: DigitGlyphs): DigitSheet {
  const rows = Math.ceil(glyphs.length / COLUMNS);
  if (rows > ROWS_MAX) throw new PdfRefusal('limit', 'The file has too many fonts to compare their digits.');
  const height = rows * SHEET_CELL;
  const content = glyphs.map(({ font, code }, index) => {
    const x = (index % COLUMNS) * SHEET_CELL + SHEET_GLYPH.left;
    const y = height - (Math.floor(index / COLUMNS) + 1) * SHEET_CELL + SHEET_GLYPH.base;
    return `BT /F${font} ${SHEET_GLYPH.size} Tf 1 0 0 1 ${x} ${y} Tm <${code}> Tj ET`;
  });
  const revision = new RevisionWriter(document);
  const stream = revision.addStream('', Buffer.from(content.join('\n'), 'latin1'));
  const box = `[0 0 ${COLUMNS * SHEET_CELL} ${height}]`;
  const entries = `/MediaBox ${box} /CropBox ${box} /Rotate 0 /Contents ${refSource(stream)}`;
  const resources = fonts.map(({ source }, index) => `/F${index} ${source}`).join(' ');
  const root = pageTreeRoot(document);
  const page = revision.add(
    `<< /Type /Page /Parent ${refSource(root.ref)} ${entries} /Resources << /Font << ${resources} >> >> >>`,
  );
  const kids = document.resolve(root.dict.entries.get('Kids'));
  revision.put(
    root.ref,
    dictSource(root.dict, {
      Kids: arraySource(isArray(kids) ? kids : null, [refSource(page)]),
      Count: String(countPages(document) + 1),
    }),
  );
  return { update: revision.finish(), columns: COLUMNS, rows };
}

const FONTS: ReadonlySet<string | null> = new Set(['MMType1', 'TrueType', 'Type0', 'Type1', 'Type3']);

export function isFont(document: PdfDocument, dict: PdfDict): boolean {
  return FONTS.has(nameAt(document, dict, 'Subtype'));
}

/** Codes in hexadecimal that may stand for a digit. */
function digitCodes(document: PdfDocument, font: PdfDict): string[] {
  const isComposite = nameAt(document, font, 'Subtype') === 'Type0';
  const cmap = readCmap(document, font);
  // What cannot be read here may be read by viewers.
  if (cmap === 'unreadable') return [...Array(256).keys()].map((code) => hex(code, isComposite ? 4 : 2));
  const mapped = cmap === null ? [] : mappedDigits(cmap);
  if (isComposite) {
    // Codes are of a character set, or of the font itself: then a CMap alone says what they stand for.
    const isOfFont = nameAt(document, font, 'Encoding')?.startsWith('Identity-') === true;
    const own =
      cmap !== null && isOfFont ? [] : [4, 2].flatMap((size) => DIGIT_CODES.map((code) => hex(code, size)));
    return [...new Set([...mapped, ...own])];
  }
  return [...new Set([...mapped, ...namedDigits(document, font)])];
}

/** A simple font that is not in the file and has no table for readers. */
function isOfViewers(document: PdfDocument, font: PdfDict): boolean {
  const subtype = nameAt(document, font, 'Subtype');
  if (subtype === 'Type0' || subtype === 'Type3' || font.entries.has('ToUnicode')) return false;
  const descriptor = document.dict(font, 'FontDescriptor');
  return !['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.entries.has(key));
}

function readCmap(document: PdfDocument, font: PdfDict): string | 'unreadable' | null {
  const entry = document.resolve(font.entries.get('ToUnicode'));
  if (!isStream(entry)) return null;
  try {
    const cmap = decodeStream(document, entry);
    return cmap ? latin1(cmap) : 'unreadable';
  } catch (error) {
    if (error instanceof PdfRefusal) return 'unreadable';
    throw error;
  }
}

/** Digits by the names that an encoding gives its codes, and by the codes that stand for them in all others. */
function namedDigits(document: PdfDocument, font: PdfDict): string[] {
  const differences = document.resolve(document.dict(font, 'Encoding')?.entries.get('Differences'));
  const [first, last] = ['FirstChar', 'LastChar'].map((key) => document.resolve(font.entries.get(key)));
  const isIn = (code: number) => !(isInteger(first) && code < first) && !(isInteger(last) && code > last);
  const codes = DIGIT_CODES.filter(isIn);
  let next = 0;
  for (const item of isArray(differences) ? differences.items : []) {
    const value = document.resolve(item);
    if (DIGIT_NAMES.has(nameOf(value) ?? '')) codes.push(next & 0xff);
    next = typeof value === 'number' ? Math.trunc(value) : next + 1;
  }
  return codes.map((code) => hex(code, 2));
}

const SECTION = /beginbf(char|range)(.*?)endbf\1/gs;

/** What a CMap maps to a single digit (ISO 32000-1 §9.10.3). */
function mappedDigits(cmap: string): string[] {
  const codes: string[] = [];
  for (const [, kind, body = ''] of cmap.matchAll(SECTION)) {
    const tokens = body.replace(/\s+/g, '').match(/<(?:[0-9a-f]{2})+>|\[[^\]]*\]/gi) ?? [];
    const size = kind === 'char' ? 2 : 3;
    for (let at = 0; at + size <= tokens.length; at += size) {
      const [low = '', high = '', target = ''] = [tokens[at], tokens[at + size - 2], tokens[at + size - 1]];
      const count = numberOf(high) - numberOf(low);
      const steps = stepsToDigits(target).filter((step) => step >= 0 && step <= count);
      codes.push(...steps.map((step) => hex(numberOf(low) + step, low.length - 2)));
    }
  }
  return codes;
}

/** How far after the first code of a range its digits are; the target counts up, or is a list. */
function stepsToDigits(target: string): number[] {
  if (target.startsWith('['))
    return (target.match(/<[^<>]*>/g) ?? []).flatMap((each, step) => (/^<003[0-9]>$/.test(each) ? step : []));
  return target.length === 6 ? DIGIT_CODES.map((code) => code - numberOf(target)) : [];
}

function numberOf(token: string): number {
  return Number.parseInt(token.slice(1, -1), 16);
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, '0');
}

function nameAt(document: PdfDocument, dict: PdfDict, key: string): string | null {
  return nameOf(document.resolve(dict.entries.get(key)));
}
