import type { Pdfium } from './pdfium-memory.ts';

/** User space, points. */
export type Rect = [left: number, bottom: number, right: number, top: number];

/** A character that was painted. */
export interface Glyph {
  char: string;
  /** Around its ink. */
  box: Rect;
  /** Points. */
  fontSize: number;
  /** 0xRRGGBB, in which it is filled. */
  colour: number;
  /** It is not seen, whatever the page shows at its place. */
  isHidden: boolean;
}

/** The functions themselves: their wrappers cost more than what they do, and a page has thousands of characters. */
interface GlyphExports {
  FPDFText_LoadPage(page: number): number;
  FPDFText_ClosePage(textPage: number): void;
  FPDFText_CountChars(textPage: number): number;
  FPDFText_GetUnicode(textPage: number, at: number): number;
  FPDFText_IsGenerated(textPage: number, at: number): number;
  FPDFText_GetCharBox(textPage: number, at: number, ...pointers: [number, number, number, number]): number;
  FPDFText_GetFontSize(textPage: number, at: number): number;
  FPDFText_GetMatrix(textPage: number, at: number, pointer: number): number;
  FPDFText_GetFillColor(textPage: number, at: number, ...pointers: [number, number, number, number]): number;
  FPDFText_GetTextObject(textPage: number, at: number): number;
  FPDFTextObj_GetTextRenderMode(object: number): number;
  FPDFPage_CountObjects(page: number): number;
  FPDFPage_GetObject(page: number, at: number): number;
  FPDFFormObj_CountObjects(form: number): number;
  FPDFFormObj_GetObject(form: number, at: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, ...pointers: [number, number, number, number]): number;
  FPDFPageObj_GetMatrix(object: number, pointer: number): number;
  FPDFPageObj_GetFillColor(object: number, ...pointers: [number, number, number, number]): number;
  FPDFPageObj_HasTransparency(object: number): number;
  FPDFPath_GetDrawMode(object: number, fillMode: number, stroke: number): number;
  FPDFPath_CountSegments(object: number): number;
  FPDFPageObj_CountMarks(object: number): number;
  FPDFPageObj_GetMark(object: number, at: number): number;
  FPDFPageObjMark_GetParamStringValue(
    mark: number,
    key: number,
    buffer: number,
    length: number,
    out: number,
  ): number;
}

/** ISO 32000-1 §9.3.6: neither filled nor stroked; clipping only. */
const INVISIBLE_MODES = new Set([3, 7]);
/** Alpha below which letters are no more than a shimmer. */
const ALPHA_MIN = 0x60;
/** With its byte order mark. More than a ligature has: what the letters show is not what they are said to be. */
const ACTUAL_TEXT_MAX = 4;
const PATH = 2;
const IMAGE = 3;
const SHADING = 4;
const FORM = 5;
/** Forms in forms. */
const DEPTH_MAX = 8;
const OBJECTS_MAX = 50_000;

/** What was painted after letters and may hide them. */
interface Cover {
  rect: Rect;
  order: number;
}

/** The characters of a page. */
export function readGlyphs(pdfium: Pdfium, page: number): Glyph[] {
  const call = pdfium.call.pdfium.wasmExports as unknown as GlyphExports;
  const textPage = call.FPDFText_LoadPage(page);
  if (textPage === 0) return [];
  try {
    return pdfium.lend(128, (pointer) => new GlyphReading(pdfium, call, { page, textPage, pointer }).read());
  } finally {
    call.FPDFText_ClosePage(textPage);
  }
}

class GlyphReading {
  readonly #pdfium: Pdfium;
  readonly #call: GlyphExports;
  readonly #at: { page: number; textPage: number; pointer: number };
  /** When each object was painted. */
  readonly #orders = new Map<number, number>();
  readonly #covers: Cover[] = [];
  readonly #paints = new Map<number, { colour: number; isUnseen: boolean }>();

  constructor(pdfium: Pdfium, call: GlyphExports, at: { page: number; textPage: number; pointer: number }) {
    this.#pdfium = pdfium;
    this.#call = call;
    this.#at = at;
  }

  read(): Glyph[] {
    const { textPage } = this.#at;
    const count = this.#call.FPDFText_CountChars(textPage);
    if (count <= 0) return [];
    const { page } = this.#at;
    this.#walk(this.#call.FPDFPage_CountObjects(page), (at) => this.#call.FPDFPage_GetObject(page, at), [
      IDENTITY,
    ]);
    const glyphs: Glyph[] = [];
    for (let at = 0; at < count; at += 1) glyphs.push(this.#glyphAt(at));
    return glyphs;
  }

  #glyphAt(at: number): Glyph {
    const call = this.#call;
    const { textPage, pointer } = this.#at;
    const code = call.FPDFText_GetUnicode(textPage, at);
    if (code === 0 || call.FPDFText_IsGenerated(textPage, at) === 1) return SPACE;
    const char = String.fromCodePoint(code <= 0x10ffff ? code : 0xfffd);
    const [p0, p1, p2, p3] = [pointer, pointer + 8, pointer + 16, pointer + 24] as const;
    if (char.trim() === '' || call.FPDFText_GetCharBox(textPage, at, p0, p1, p2, p3) === 0) return SPACE;
    const view = this.#pdfium.view(pointer, 32);
    const [left, right, bottom, top] = [0, 8, 16, 24].map((offset) => view.getFloat64(offset, true)) as Rect;
    const box: Rect = [left, bottom, right, top];
    const object = call.FPDFText_GetTextObject(textPage, at);
    const { colour, isUnseen } = this.#paintOf(object, at);
    const isHidden = isUnseen || this.#isCovered(object, box);
    return { char, box, fontSize: this.#fontSizeAt(at), colour, isHidden };
  }

  /** As displayed: the font's size by the scale of what it is painted with. */
  #fontSizeAt(at: number): number {
    const { textPage, pointer } = this.#at;
    const size = this.#call.FPDFText_GetFontSize(textPage, at);
    if (this.#call.FPDFText_GetMatrix(textPage, at, pointer) === 0) return size;
    const [, , c, d] = this.#floats(4) as Rect;
    return size * Math.hypot(c, d);
  }

  #paintOf(object: number, at: number): { colour: number; isUnseen: boolean } {
    const before = this.#paints.get(object);
    if (before && object !== 0) return before;
    const { textPage } = this.#at;
    const { colour, alpha } = this.#colourOf(() =>
      this.#call.FPDFText_GetFillColor(textPage, at, ...this.#words),
    );
    const paint = { colour, isUnseen: alpha < ALPHA_MIN || this.#isUnseen(object) };
    this.#paints.set(object, paint);
    return paint;
  }

  /** Painted invisibly, or said to be other letters than those that are shown. */
  #isUnseen(object: number): boolean {
    return (
      object === 0 ||
      INVISIBLE_MODES.has(this.#call.FPDFTextObj_GetTextRenderMode(object)) ||
      this.#actualTextOf(object) > ACTUAL_TEXT_MAX
    );
  }

  /** How many characters replace those of the object (ISO 32000-1 §14.9.4). */
  #actualTextOf(object: number): number {
    const call = this.#call;
    const { pointer } = this.#at;
    const key = pointer + 64;
    const name = Buffer.from('ActualText\0', 'latin1');
    let most = 0;
    for (let at = 0; at < Math.min(call.FPDFPageObj_CountMarks(object), 100); at += 1) {
      this.#pdfium.bytes().set(name, key);
      const mark = call.FPDFPageObj_GetMark(object, at);
      if (call.FPDFPageObjMark_GetParamStringValue(mark, key, 0, 0, pointer) === 0) continue;
      const bytes = this.#pdfium.view(pointer, 4).getUint32(0, true);
      most = Math.max(most, bytes / 2 - 1);
    }
    return most;
  }

  #isCovered(object: number, [left, bottom, right, top]: Rect): boolean {
    const order = this.#orders.get(object) ?? -1;
    const [x, y] = [(left + right) / 2, (bottom + top) / 2];
    return this.#covers.some(
      ({ rect, order: later }) =>
        later > order && x >= rect[0] && x <= rect[2] && y >= rect[1] && y <= rect[3],
    );
  }

  #walk(count: number, objectAt: (at: number) => number, matrices: readonly Matrix[]): void {
    for (let at = 0; at < count && this.#orders.size < OBJECTS_MAX; at += 1) {
      const object = objectAt(at);
      if (object === 0) continue;
      const order = this.#orders.size;
      this.#orders.set(object, order);
      const type = this.#call.FPDFPageObj_GetType(object);
      if (type === FORM && matrices.length < DEPTH_MAX) {
        const inner = this.#call.FPDFFormObj_CountObjects(object);
        const matrix = this.#matrixOf(object);
        this.#walk(inner, (each) => this.#call.FPDFFormObj_GetObject(object, each), [...matrices, matrix]);
      } else if (this.#mayCover(object, type)) {
        const rect = this.#boundsOf(object, matrices);
        if (rect) this.#covers.push({ rect, order });
      }
    }
  }

  /** Pictures, and areas that are filled without any light coming through; a dark frame leaves its middle free. */
  #mayCover(object: number, type: number): boolean {
    if (type === IMAGE || type === SHADING) return true;
    if (type !== PATH) return false;
    const call = this.#call;
    const { pointer } = this.#at;
    if (call.FPDFPath_GetDrawMode(object, pointer, pointer + 8) === 0) return false;
    if (this.#pdfium.view(pointer, 4).getInt32(0, true) === 0) return false;
    if (call.FPDFPageObj_HasTransparency(object) !== 0) return false;
    const isArea = call.FPDFPath_CountSegments(object) <= 5;
    const { colour } = this.#colourOf(() => call.FPDFPageObj_GetFillColor(object, ...this.#words));
    return isArea || isLight(colour) || !this.#isLarge(object);
  }

  #isLarge(object: number): boolean {
    const rect = this.#boundsOf(object, [IDENTITY]);
    return rect !== null && (rect[2] - rect[0]) * (rect[3] - rect[1]) > LARGE_POINTS;
  }

  #boundsOf(object: number, matrices: readonly Matrix[]): Rect | null {
    const { pointer } = this.#at;
    if (this.#call.FPDFPageObj_GetBounds(object, pointer, pointer + 4, pointer + 8, pointer + 12) === 0)
      return null;
    const [left, bottom, right, top] = this.#floats(4) as Rect;
    return matrices.reduceRight<Rect>(
      (rect, matrix) => transformed(rect, matrix),
      [left, bottom, right, top],
    );
  }

  #matrixOf(object: number): Matrix {
    const { pointer } = this.#at;
    const isRead = this.#call.FPDFPageObj_GetMatrix(object, pointer) !== 0;
    return isRead ? (this.#floats(6) as Matrix) : IDENTITY;
  }

  get #words(): [number, number, number, number] {
    const { pointer } = this.#at;
    return [pointer, pointer + 4, pointer + 8, pointer + 12];
  }

  #colourOf(read: () => number): { colour: number; alpha: number } {
    if (read() === 0) return { colour: 0, alpha: 0xff };
    const view = this.#pdfium.view(this.#at.pointer, 16);
    const [red, green, blue, alpha] = [0, 4, 8, 12].map((at) => view.getUint32(at, true)) as Rect;
    return { colour: (red << 16) | (green << 8) | blue, alpha };
  }

  #floats(count: number): number[] {
    const view = this.#pdfium.view(this.#at.pointer, count * 4);
    return Array.from({ length: count }, (_each, index) => view.getFloat32(index * 4, true));
  }
}

const NOWHERE: Rect = [0, 0, 0, 0];
const SPACE: Glyph = { char: ' ', box: NOWHERE, fontSize: 0, colour: 0, isHidden: false };
/** Square points: a quarter of a page. */
const LARGE_POINTS = 120_000;

/** As in `cm`: a b c d e f. */
type Matrix = [number, number, number, number, number, number];
const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

function transformed([left, bottom, right, top]: Rect, [a, b, c, d, e, f]: Matrix): Rect {
  const corners = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ] as const;
  const xs = corners.map(([x, y]) => a * x + c * y + e);
  const ys = corners.map(([x, y]) => b * x + d * y + f);
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function isLight(colour: number): boolean {
  return ((colour >> 16) & 0xff) + ((colour >> 8) & 0xff) + (colour & 0xff) > 3 * 0xa0;
}
