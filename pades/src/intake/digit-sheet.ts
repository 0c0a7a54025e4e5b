import type { PdfDocument } from '../pdf/document.ts';
import { countPages, pageTreeRoot } from '../pdf/pages.ts';
import { latin1 } from '../pdf/parser.ts';
import { RevisionWriter } from '../pdf/revision-writer.ts';
import { arraySource, dictSource, refSource, valueSource } from '../pdf/source-text.ts';
import { isArray, isInteger, isStream, nameOf, type PdfDict, type PdfRef } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { decodeStream } from './decode-stream.ts';

/** Points of a square with one glyph, and its size and origin in it. */
export const SHEET_CELL = 48;
const [SIZE, LEFT, BASE] = [32, 10, 13];
/** Glyphs in a row, and rows; a file has a few fonts with ten digits each. */
const COLUMNS = 20;
const ROWS_MAX = 200;

const DIGIT_CODES = Array.from({ length: 10 }, (_each, digit) => 0x30 + digit);
const DIGIT_NAMES: ReadonlySet<string> = new Set(
  'zero one two three four five six seven eight nine'.split(' '),
);

/** The glyphs that may stand for a digit in the text of a file. */
export interface DigitGlyphs {
  /** Sources of their fonts. */
  readonly fonts: readonly string[];
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

/** Null where no font says what its digits are: those that every viewer has itself show what they say. */
export function findDigits(document: PdfDocument, listed: readonly ListedFont[]): DigitGlyphs | null {
  const fonts: string[] = [];
  const glyphs: { font: number; code: string }[] = [];
  for (const { dict, ref } of listed) {
    const codes = digitCodes(document, dict);
    if (codes.length === 0) continue;
    glyphs.push(...codes.map((code) => ({ font: fonts.length, code })));
    fonts.push(valueSource(ref ?? dict));
  }
  return glyphs.length > 0 ? { fonts, glyphs: glyphs.slice(0, COLUMNS * ROWS_MAX) } : null;
}

/** A sheet for the file of these glyphs, or for one that begins with it. */
export function layOutDigits(document: PdfDocument, { fonts, glyphs }: DigitGlyphs): DigitSheet {
  const rows = Math.ceil(glyphs.length / COLUMNS);
  const height = rows * SHEET_CELL;
  const content = glyphs.map(({ font, code }, index) => {
    const x = (index % COLUMNS) * SHEET_CELL + LEFT;
    const y = height - (Math.floor(index / COLUMNS) + 1) * SHEET_CELL + BASE;
    return `BT /F${font} ${SIZE} Tf 1 0 0 1 ${x} ${y} Tm <${code}> Tj ET`;
  });
  const revision = new RevisionWriter(document);
  const stream = revision.addStream('', Buffer.from(content.join('\n'), 'latin1'));
  const box = `[0 0 ${COLUMNS * SHEET_CELL} ${height}]`;
  const entries = `/MediaBox ${box} /CropBox ${box} /Rotate 0 /Contents ${refSource(stream)}`;
  const resources = fonts.map((source, index) => `/F${index} ${source}`).join(' ');
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
  const subtype = nameAt(document, font, 'Subtype');
  const isComposite = subtype === 'Type0';
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
  const descriptor = document.dict(font, 'FontDescriptor');
  const isEmbedded = ['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.entries.has(key));
  if (cmap === null && !isEmbedded && subtype !== 'Type3') return [];
  return [...new Set([...mapped, ...namedDigits(document, font)])];
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
