import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { init } from '@embedpdf/pdfium';
import { type Glyph, readGlyphs } from './pdfium-glyphs.ts';
import { Pdfium, ViewerError } from './pdfium-memory.ts';

/** A page drawn on white: rows of `width` pixels, four bytes each, blue first. */
export interface Raster {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** One character as displayed text has it; `box` in user space, points, null for a break that was inferred. */
export interface PageText {
  /** All characters of the page, lines parted by CR LF. */
  text: string;
  boxOf(at: number): [left: number, bottom: number, right: number, top: number] | null;
  /** Name of its font. */
  fontOf(at: number): string;
}

/** What a viewer makes of a file. Only for child processes: a hostile file may crash or stall it. */
export interface Viewer {
  /** `appended`: an incremental update of the file. */
  open(file: Uint8Array, appended?: Uint8Array): ViewedDocument | null;
}

export interface ViewedDocument {
  pageCount: number;
  sizeOf(index: number): { width: number; height: number };
  /** Calls back with the page's text while it is loaded. */
  readText<T>(index: number, read: (text: PageText) => T): T;
  /** Every character that was painted, with what decides whether it is seen. */
  readGlyphs(index: number): Glyph[];
  draw(index: number, width: number, height: number): Raster;
  /** The same with what is in the form fields. */
  drawFilled(index: number, width: number, height: number): Raster;
  /** As a printer would get it, without what is in the form fields. */
  drawPrinted(index: number, width: number, height: number): Raster;
  /** Its fonts stay loaded while other pages are read. */
  keepOpen(index: number): void;
  /** Rectangles of all annotations, invisible ones included; user space, points. */
  annotationRects(index: number): [left: number, bottom: number, right: number, top: number][];
  /** Those of form fields alone. */
  widgetRects(index: number): [left: number, bottom: number, right: number, top: number][];
  close(): void;
}

export { ViewerError };

// PDFium's FPDF_ANNOT, FPDF_PRINTING and FPDFBitmap_BGRx.
const DRAW_ANNOTATIONS = 0x01;
const FOR_PRINT = 0x800;
const FORMAT_BGRX = 3;
// FPDF_ANNOT_WIDGET.
const WIDGET = 20;
const WHITE = 0xffffffff;

export async function openViewer(): Promise<Viewer> {
  const path = fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm'));
  const silent = () => {};
  const overrides = { wasmBinary: await readFile(path), print: silent, printErr: silent };
  const pdfium = new Pdfium(await init(overrides as unknown as Parameters<typeof init>[0]));
  pdfium.call.PDFiumExt_Init();
  return { open: (file, appended = new Uint8Array()) => openDocument(pdfium, file, appended) };
}

function openDocument(pdfium: Pdfium, file: Uint8Array, appended: Uint8Array): ViewedDocument | null {
  const { call } = pdfium;
  const size = file.length + appended.length;
  const memory = pdfium.allocate(size);
  pdfium.bytes().set(file, memory);
  pdfium.bytes().set(appended, memory + file.length);
  const document = call.FPDF_LoadMemDocument(memory, size, '');
  if (document === 0) {
    pdfium.free(memory);
    return null;
  }
  // Widgets are drawn by the form only. It runs no script: this build has no interpreter, and fields are never entered.
  let form: Form | null = null;
  // Loading a page parses its content, so it stays open until another one is asked for.
  let open: { index: number; page: number } | null = null;
  let stays: { index: number; page: number } | null = null;
  const closePage = () => {
    if (open) call.FPDF_ClosePage(open.page);
    open = null;
  };
  const pageOf = (index: number): number => {
    if (stays?.index === index) return stays.page;
    if (open?.index === index) return open.page;
    closePage();
    const page = call.FPDF_LoadPage(document, index);
    if (page === 0) throw new ViewerError(`cannot show page ${index + 1}`);
    open = { index, page };
    return page;
  };
  return {
    pageCount: call.FPDF_GetPageCount(document),
    sizeOf: (index) => readSize(pdfium, document, index),
    readText: (index, read) => readText(pdfium, pageOf(index), read),
    readGlyphs: (index) => readGlyphs(pdfium, pageOf(index)),
    draw: (index, width, height) => draw(pdfium, pageOf(index), { width, height }),
    drawFilled: (index, width, height) => {
      form ??= openForm(pdfium, document);
      return draw(pdfium, pageOf(index), { width, height, form });
    },
    drawPrinted: (index, width, height) => draw(pdfium, pageOf(index), { width, height, flags: FOR_PRINT }),
    keepOpen: (index) => {
      stays = { index, page: pageOf(index) };
      open = null;
    },
    annotationRects: (index) => readAnnotationRects(pdfium, pageOf(index), () => true),
    widgetRects: (index) => readAnnotationRects(pdfium, pageOf(index), (type) => type === WIDGET),
    close: () => {
      closePage();
      if (stays) call.FPDF_ClosePage(stays.page);
      form?.close();
      call.FPDF_CloseDocument(document);
      pdfium.free(memory);
    },
  };
}

function readSize(pdfium: Pdfium, document: number, index: number): { width: number; height: number } {
  return pdfium.lend(8, (size) => {
    if (!pdfium.call.FPDF_GetPageSizeByIndexF(document, index, size))
      throw new ViewerError(`cannot show page ${index + 1}`);
    const view = pdfium.view(size, 8);
    return { width: view.getFloat32(0, true), height: view.getFloat32(4, true) };
  });
}

function readText<T>(pdfium: Pdfium, page: number, read: (text: PageText) => T): T {
  const { call } = pdfium;
  const textPage = call.FPDFText_LoadPage(page);
  if (textPage === 0) return read({ text: '', boxOf: () => null, fontOf: () => '' });
  try {
    const count = call.FPDFText_CountChars(textPage);
    const text = count > 0 ? readString(pdfium, textPage, count) : '';
    return pdfium.lend(32, (pointer) =>
      read({
        text,
        boxOf: (at) => readBox(pdfium, { textPage, pointer }, at),
        fontOf: (at) => readFontName(pdfium, textPage, at),
      }),
    );
  } finally {
    call.FPDFText_ClosePage(textPage);
  }
}

function readString(pdfium: Pdfium, textPage: number, count: number): string {
  return pdfium.lend((count + 1) * 2, (pointer) => {
    const written = pdfium.call.FPDFText_GetText(textPage, 0, count, pointer);
    const length = Math.max(0, written - 1) * 2;
    return Buffer.from(pdfium.bytes().subarray(pointer, pointer + length)).toString('utf16le');
  });
}

/** The functions themselves: their wrappers cost more than what they do, and a page has thousands of characters. */
interface CharacterExports {
  FPDFText_GetCharIndexFromTextIndex(textPage: number, at: number): number;
  FPDFText_IsGenerated(textPage: number, index: number): number;
  FPDFText_GetCharBox(textPage: number, index: number, ...pointers: [number, number, number, number]): number;
}

/** `pointer` is to memory for four numbers of 64 bits. */
function readBox(
  pdfium: Pdfium,
  { textPage, pointer }: { textPage: number; pointer: number },
  at: number,
): ReturnType<PageText['boxOf']> {
  const call = pdfium.call.pdfium.wasmExports as unknown as CharacterExports;
  const index = call.FPDFText_GetCharIndexFromTextIndex(textPage, at);
  if (index < 0 || call.FPDFText_IsGenerated(textPage, index) === 1) return null;
  const [left, right, bottom, top] = [pointer, pointer + 8, pointer + 16, pointer + 24] as const;
  if (call.FPDFText_GetCharBox(textPage, index, left, right, bottom, top) === 0) return null;
  const view = pdfium.view(pointer, 32);
  return [
    view.getFloat64(0, true),
    view.getFloat64(16, true),
    view.getFloat64(8, true),
    view.getFloat64(24, true),
  ];
}

/** As much of it as tells fonts apart. */
const FONT_NAME_BYTES = 200;

function readFontName(pdfium: Pdfium, textPage: number, at: number): string {
  const call = pdfium.call.pdfium.wasmExports as unknown as CharacterExports;
  const index = call.FPDFText_GetCharIndexFromTextIndex(textPage, at);
  return pdfium.lend(FONT_NAME_BYTES, (pointer) => {
    const length = pdfium.call.FPDFText_GetFontInfo(textPage, index, pointer, FONT_NAME_BYTES, 0);
    const end = pointer + Math.min(length, FONT_NAME_BYTES);
    return Buffer.from(pdfium.bytes().subarray(pointer, end)).toString('latin1');
  });
}

interface Form {
  handle: number;
  close(): void;
}

function openForm({ call }: Pdfium, document: number): Form {
  const callbacks = call.PDFiumExt_OpenFormFillInfo();
  const handle = call.PDFiumExt_InitFormFillEnvironment(document, callbacks);
  if (handle === 0) throw new ViewerError('cannot show the form');
  // No shade over fields that can be filled.
  call.FPDF_SetFormFieldHighlightAlpha(handle, 0);
  return {
    handle,
    close: () => {
      call.PDFiumExt_ExitFormFillEnvironment(handle);
      call.PDFiumExt_CloseFormFillInfo(callbacks);
    },
  };
}

interface Drawing {
  width: number;
  height: number;
  form?: Form;
  flags?: number;
}

function draw(pdfium: Pdfium, page: number, { width, height, form, flags = 0 }: Drawing): Raster {
  const { call } = pdfium;
  const bitmap = call.FPDFBitmap_CreateEx(width, height, FORMAT_BGRX, 0, 0);
  if (bitmap === 0) throw new ViewerError('has no more memory');
  try {
    call.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
    call.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS | flags);
    if (form) call.FPDF_FFLDraw(form.handle, bitmap, page, 0, 0, width, height, 0, DRAW_ANNOTATIONS);
    const start = call.FPDFBitmap_GetBuffer(bitmap);
    const stride = call.FPDFBitmap_GetStride(bitmap);
    const rows = pdfium.bytes().subarray(start, start + stride * height);
    return { width, height, pixels: tight(rows, stride, width * 4) };
  } finally {
    call.FPDFBitmap_Destroy(bitmap);
  }
}

function tight(rows: Uint8Array, stride: number, rowBytes: number): Uint8Array {
  if (stride === rowBytes) return rows.slice();
  const height = rows.length / stride;
  const pixels = new Uint8Array(rowBytes * height);
  for (let row = 0; row < height; row += 1) {
    pixels.set(rows.subarray(row * stride, row * stride + rowBytes), row * rowBytes);
  }
  return pixels;
}

function readAnnotationRects(
  pdfium: Pdfium,
  page: number,
  isWanted: (type: number) => boolean,
): ReturnType<ViewedDocument['annotationRects']> {
  const { call } = pdfium;
  const rects: ReturnType<ViewedDocument['annotationRects']> = [];
  const count = call.FPDFPage_GetAnnotCount(page);
  for (let index = 0; index < count; index += 1) {
    const annotation = call.FPDFPage_GetAnnot(page, index);
    if (annotation === 0) continue;
    const type = call.FPDFAnnot_GetSubtype(annotation);
    pdfium.lend(16, (pointer) => {
      // FS_RECTF: left, top, right, bottom.
      if (!isWanted(type) || !call.FPDFAnnot_GetRect(annotation, pointer)) return;
      const view = pdfium.view(pointer, 16);
      const [a, b, c, d] = [0, 4, 8, 12].map((at) => view.getFloat32(at, true)) as [
        number,
        number,
        number,
        number,
      ];
      rects.push([Math.min(a, c), Math.min(b, d), Math.max(a, c), Math.max(b, d)]);
    });
    call.FPDFPage_CloseAnnot(annotation);
  }
  return rects;
}
