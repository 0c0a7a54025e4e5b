import type { PdfDocument } from '../pdf/document.ts';
import { latin1 } from '../pdf/parser.ts';
import { isArray, isDict, isStream, isString, nameOf, type PdfDict, type PdfValue } from '../pdf/values.ts';
import { decodeStream } from './decode-stream.ts';
import { NAMES_MARK, readMarks, type UnicodeCodes } from './to-unicode.ts';

/** The codes that may show an underscore or an opening brace with one font. */
export interface MarkCodes {
  readonly bytes: readonly number[];
  readonly pairs: readonly number[];
}

/** Readers take a code for the character itself where a font does not say what it stands for. */
const UNDERSCORE = 0x5f;
const BRACE = 0x7b;
const BASE_ENCODINGS = ['WinAnsiEncoding', 'MacRomanEncoding', 'StandardEncoding'];
/** Above the control characters, what one of the encodings has no name for (ISO 32000-1 Annex D). */
const UNNAMED = new Set([0x7f, 0x81, 0x8d, 0x8f, 0x90, 0x9d, 0xa0, 0xca]);
const STANDARD_FONT = /^(?:Helvetica|Times|Courier)(?:-|$)/;
const NONE: UnicodeCodes = { codes: new Set(), mapped: new Set() };

/** Null if it cannot be told, and any code may. Refers to fonts as ISO 32000-1 §9.6 to §9.10 describes them. */
export function markCodes(document: PdfDocument, font: PdfDict): MarkCodes | null {
  const entry = document.resolve(font.entries.get('ToUnicode'));
  const cmap = isStream(entry) ? decodeStream(document, entry) : null;
  if (entry !== null && cmap === null) return null;
  const unicode = cmap ? readMarks(cmap) : NONE;
  if (unicode === null) return null;
  const subtype = nameAt(document, font, 'Subtype');
  if (subtype === 'Type0') {
    const isReadable = cmap !== null && hasDefaultCodes(document, font);
    return isReadable ? { bytes: [], pairs: [...itselfOf(unicode), ...unicode.codes] } : null;
  }
  if (subtype === 'Type1' || subtype === 'MMType1' || subtype === 'TrueType' || subtype === 'Type3')
    return simpleCodes(document, { font, subtype, unicode });
  return null;
}

/** A brace is a code that many fonts give to a letter, and say so. */
function itselfOf({ mapped }: UnicodeCodes): number[] {
  return mapped.has(BRACE) ? [UNDERSCORE] : [UNDERSCORE, BRACE];
}

/** Whether codes are two bytes and mean nothing but glyphs of the font. */
function hasDefaultCodes(document: PdfDocument, font: PdfDict): boolean {
  const encoding = nameAt(document, font, 'Encoding');
  const descendants = document.resolve(font.entries.get('DescendantFonts'));
  const descendant = isArray(descendants) ? document.resolve(descendants.items[0]) : null;
  const info = isDict(descendant) ? document.dict(descendant, 'CIDSystemInfo') : null;
  const ordering = info && document.resolve(info.entries.get('Ordering'));
  const isIdentity = encoding === 'Identity-H' || encoding === 'Identity-V';
  return isIdentity && isString(ordering) && latin1(ordering.bytes) === 'Identity';
}

interface SimpleFont {
  readonly font: PdfDict;
  readonly subtype: 'Type1' | 'MMType1' | 'TrueType' | 'Type3';
  readonly unicode: UnicodeCodes;
}

function simpleCodes(document: PdfDocument, { font, subtype, unicode }: SimpleFont): MarkCodes | null {
  const encoding = document.resolve(font.entries.get('Encoding'));
  const base = isDict(encoding) ? nameAt(document, encoding, 'BaseEncoding') : nameOf(encoding);
  const names = isDict(encoding) ? differencesOf(document, encoding) : new Map<number, string>();
  if (names === null) return null;
  const hasOwn = isOfTypeOne(subtype) ? mayEncodeMark(document, font) : isForeign(document, font, subtype);
  const isBased = (code: number) => {
    if (base === null || !BASE_ENCODINGS.includes(base) || code < 0x20 || UNNAMED.has(code)) return false;
    return base !== 'StandardEncoding' || code < 0x7f;
  };
  const bytes = new Set([...itselfOf(unicode), ...unicode.codes]);
  for (let code = 0; code < 256; code += 1) {
    if (unicode.mapped.has(code)) continue;
    const name = names.get(code);
    // What has no name gets its meaning from the font itself.
    if (name === undefined ? hasOwn && !isBased(code) : NAMES_MARK.test(name)) bytes.add(code);
  }
  return { bytes: [...bytes].filter((code) => code < 256), pairs: [] };
}

function isOfTypeOne(subtype: SimpleFont['subtype']): boolean {
  return subtype === 'Type1' || subtype === 'MMType1';
}

/** A TrueType font that is not in the file, and whose name makes some readers choose another encoding. */
function isForeign(document: PdfDocument, font: PdfDict, subtype: SimpleFont['subtype']): boolean {
  if (subtype === 'Type3' || document.dict(font, 'FontDescriptor')?.entries.has('FontFile2')) return false;
  return !/^[\x21-\x7e]+$/.test(nameAt(document, font, 'BaseFont') ?? '');
}

function differencesOf(document: PdfDocument, encoding: PdfDict): Map<number, string> | null {
  const array = document.resolve(encoding.entries.get('Differences'));
  const names = new Map<number, string>();
  if (array === null) return names;
  if (!isArray(array)) return null;
  let code = 0;
  for (const item of array.items) {
    const value: PdfValue = document.resolve(item);
    const name = nameOf(value);
    if (typeof value === 'number') code = Math.trunc(value);
    else if (name === null) return null;
    else {
      // One code may be listed twice.
      const earlier = names.get(code);
      names.set(code, earlier === undefined ? name : `${earlier} ${name}`);
      code += 1;
    }
  }
  return names;
}

/** Whether the encoding inside a Type 1 font may have a mark elsewhere than at its usual code. */
function mayEncodeMark(document: PdfDocument, font: PdfDict): boolean {
  const descriptor = document.dict(font, 'FontDescriptor');
  const program = document.resolve(descriptor?.entries.get('FontFile'));
  if (isStream(program)) {
    const source = decodeStream(document, program);
    // What follows is encrypted, and has no encoding in it.
    const clear = source && (latin1(source).split('eexec', 1)[0] ?? '');
    return clear === null || NAMES_MARK.test(clear);
  }
  const isStandard = STANDARD_FONT.test(nameAt(document, font, 'BaseFont') ?? '');
  return !isStandard || (descriptor?.entries.has('FontFile3') ?? false);
}

function nameAt(document: PdfDocument, dict: PdfDict, key: string): string | null {
  return nameOf(document.resolve(dict.entries.get(key)));
}
