import type * as Pdfjs from 'pdfjs-dist';
import modernWorkerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url';
import legacyWorkerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import { accessHeaders } from '../api/bearer.ts';
import { createDrawQueue, type DrawQueue } from './draw-queue.ts';

export interface PageTarget {
  readonly page: number;
  readonly canvas: HTMLCanvasElement;
  readonly text: HTMLElement;
  /** Width of the page on the screen, CSS pixels. */
  readonly width: number;
  /** How far it is from what is seen, pixels; 0 while a part of it is seen. */
  readonly distance: () => number;
}

export type SmallTarget = Pick<PageTarget, 'canvas' | 'page' | 'width'>;

export interface PageDrawing {
  /** Whether the page has text; a scanned page has none. */
  readonly done: Promise<boolean>;
  readonly cancel: () => void;
}

export interface PdfFile {
  readonly pages: number;
  /** Each page's size in points, as displayed. */
  readonly sizes: () => Promise<{ width: number; height: number }[]>;
  readonly draw: (target: PageTarget) => PageDrawing;
  /** Draws a small picture of a page, without its text. */
  readonly drawSmall: (target: SmallTarget) => Promise<void>;
  readonly close: () => void;
}

/** What the modern build of pdf.js needs; a browser without it gets the build that brings it along. */
const isModern =
  'getOrInsertComputed' in Map.prototype &&
  'try' in Promise &&
  'sumPrecise' in Math &&
  'fromBase64' in Uint8Array;

export const pdfWorkerUrl = isModern ? modernWorkerUrl : legacyWorkerUrl;

const loadLibrary = (): Promise<typeof Pdfjs> =>
  isModern ? import('pdfjs-dist') : import('pdfjs-dist/legacy/build/pdf.mjs');

const canvasPixelsMax = 16_000_000;

/**
 * Opens a PDF: one in memory, whose bytes it takes away, or one that it reads by range as pages are shown. Active
 * content is disabled: no forms, scripts or XFA, annotations are only drawn, and pdf.js 6 cannot evaluate code from a
 * file.
 * WebAssembly is disabled so that the content security policy need not allow it; decoders are scripts of our origin.
 */
export async function openPdf(file: { url: string } | { data: Uint8Array }): Promise<PdfFile> {
  const pdfjs = await loadLibrary();
  pdfjs.GlobalWorkerOptions.workerSrc = pdfWorkerUrl;
  const files = `${location.origin}/assets/pdfjs/`;
  const task = pdfjs.getDocument({
    ...file,
    withCredentials: true,
    httpHeaders: accessHeaders(),
    enableXfa: false,
    disableAutoFetch: true,
    disableStream: true,
    // What follows on what is asked for comes in one request: larger ones only bring bytes that are not needed yet.
    rangeChunkSize: 128 * 1024,
    cMapUrl: `${files}cmaps/`,
    cMapPacked: true,
    standardFontDataUrl: `${files}standard_fonts/`,
    wasmUrl: `${files}wasm/`,
    iccUrl: `${files}iccs/`,
    useWasm: false,
    stopAtErrors: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  });
  const document = await task.promise;
  const queue = createDrawQueue();
  return {
    pages: document.numPages,
    sizes: () => readSizes(document),
    draw: (target) => drawPage({ pdfjs, document, queue }, target),
    drawSmall: (target) => drawSmall({ pdfjs, document, queue }, target),
    close: () => void task.destroy(),
  };
}

async function readSizes(document: Pdfjs.PDFDocumentProxy) {
  const sizes: { width: number; height: number }[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const { width, height } = (await document.getPage(number)).getViewport({ scale: 1 });
    sizes.push({ width, height });
  }
  return sizes;
}

interface OpenPdf {
  readonly pdfjs: typeof Pdfjs;
  readonly document: Pdfjs.PDFDocumentProxy;
  readonly queue: DrawQueue;
}

function drawPage({ pdfjs, document, queue }: OpenPdf, target: PageTarget): PageDrawing {
  let stop: (() => void) | null = null;
  let isCancelled = false;
  const run = async (): Promise<boolean> => {
    const page = await document.getPage(target.page);
    if (isCancelled) return true;
    const { painting, viewport } = paint(page, target);
    stop = () => painting.cancel();
    await painting.promise;
    if (isCancelled) return true;
    target.text.replaceChildren();
    target.text.style.setProperty('--total-scale-factor', String(viewport.scale));
    const layer = new pdfjs.TextLayer({
      textContentSource: page.streamTextContent({ includeMarkedContent: true }),
      container: target.text,
      viewport,
    });
    stop = () => layer.cancel();
    await layer.render();
    return layer.textContentItemsStr.some((text) => text.trim() !== '');
  };
  const queued = drawInOrder(queue, target.distance, () =>
    run().catch((error: unknown) => {
      if (!isCancelled) throw error;
      return true;
    }),
  );
  return {
    done: queued.done,
    cancel: () => {
      isCancelled = true;
      stop?.();
      queued.leave();
    },
  };
}

/** Behind every page, however far. */
const smallDistance = 1_000_000_000;

function drawSmall({ document, queue }: OpenPdf, target: SmallTarget): Promise<void> {
  const run = async () => paint(await document.getPage(target.page), target).painting.promise;
  return drawInOrder(queue, () => smallDistance, run).done;
}

function drawInOrder<T>(queue: DrawQueue, distance: () => number, run: () => Promise<T>) {
  const drawn = Promise.withResolvers<T>();
  const start = () => {
    const drawing = run();
    drawing.then(drawn.resolve, drawn.reject);
    return drawing;
  };
  return { done: drawn.promise, leave: queue.add({ distance, start }) };
}

/** Starts drawing a page at the target's width, in the screen's pixels. */
function paint(page: Pdfjs.PDFPageProxy, target: SmallTarget) {
  const natural = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: target.width / natural.width });
  const density = densityFor(viewport.width * viewport.height);
  const painting = page.render({
    canvas: freshCanvas(target.canvas, viewport.width * density, viewport.height * density),
    viewport,
    transform: [density, 0, 0, density, 0, 0],
  });
  return { painting, viewport };
}

function freshCanvas(canvas: HTMLCanvasElement, width: number, height: number): HTMLCanvasElement {
  canvas.width = Math.floor(width);
  canvas.height = Math.floor(height);
  return canvas;
}

/** The screen's pixel density, reduced where a large zoom would need too much memory. */
function densityFor(area: number): number {
  const wanted = Math.min(window.devicePixelRatio || 1, 3);
  return Math.min(wanted, Math.sqrt(canvasPixelsMax / area));
}
