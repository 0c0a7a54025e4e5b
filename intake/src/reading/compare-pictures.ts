import {
  type AddedOverlay,
  addShownComparison,
  type DisplayedRect,
  type ShownDifference,
  type ShownOverlay,
  type SignedRevision,
  type ValidationReport,
} from '@paraph/pades';
import { type Raster, type ViewedDocument, type Viewer, ViewerError } from './pdfium.ts';

/** A changed digit still differs, and a page of any size is drawn in little time. */
const PIXELS_PER_POINT = 0.75;
const PIXELS_MAX = 400_000;
/** First pages that are compared, and pairs of pages in all. */
const PAGES_MAX = 40;
const PAIRS_MAX = 80;
/** The same content is drawn with the same pixels; less than this nobody sees. */
const TOLERANCE = 8;
/** Edges are drawn with partly covered pixels beside the rectangle. */
const EDGE_PIXELS = 2;

interface ComparedFile {
  file: Uint8Array;
  /** Called for each pair of pages: a long document gets more time. */
  onPagesRead(pages: number): void;
}

interface Candidate {
  /** Index of the signature. */
  signature: number;
  revision: SignedRevision;
}

/**
 * Draws the pages as they were signed and as they are in the whole file, and adds to the report where they differ apart
 * from what permitted changes explain. Runs only in the intake's child process.
 */
export function comparePictures(
  viewer: Viewer,
  report: ValidationReport,
  { file, onPagesRead }: ComparedFile,
): ValidationReport {
  const candidates = report.signatures.flatMap(({ signedRevision, sinceSigning }, signature) =>
    signedRevision && sinceSigning !== 'broken' ? [{ signature, revision: signedRevision }] : [],
  );
  const after = candidates.length > 0 ? viewer.open(file) : null;
  if (!after) return report;
  try {
    const of = after.pageCount;
    const pages = Math.min(of, PAGES_MAX);
    const chosen = candidates.slice(0, Math.max(1, Math.floor(PAIRS_MAX / Math.max(1, pages))));
    const compared = chosen.map((candidate) => {
      const before = viewer.open(file.subarray(0, candidate.revision.bytes));
      if (!before) throw new ViewerError('cannot show a signed revision');
      try {
        return compareRevision([before, after], candidate, { pages, onPagesRead });
      } finally {
        before.close();
      }
    });
    return addShownComparison(report, {
      signatures: chosen.length,
      compared: chosen.map(({ signature }) => signature),
      pages,
      of,
      differences: compared.flatMap(({ differences }) => differences),
      overlays: compared.flatMap(({ overlays }) => overlays),
    });
  } catch (error) {
    if (error instanceof ViewerError) return report;
    throw error;
  } finally {
    after.close();
  }
}

interface RevisionDifferences {
  differences: ShownDifference[];
  overlays: ShownOverlay[];
}

function compareRevision(
  [before, after]: readonly [ViewedDocument, ViewedDocument],
  { signature, revision }: Candidate,
  { pages, onPagesRead }: { pages: number } & Pick<ComparedFile, 'onPagesRead'>,
): RevisionDifferences {
  const differences: ShownDifference[] = [];
  const overlays: ShownOverlay[] = [];
  if (before.pageCount !== after.pageCount) {
    const page = Math.min(before.pageCount, after.pageCount);
    differences.push({ signature, page, displayed: null });
  }
  for (let page = 0; page < Math.min(pages, before.pageCount); page += 1) {
    const [old, now] = [drawPage(before, page), drawPage(after, page)];
    const isHere = (overlay: { page: number }): boolean => overlay.page === page;
    const added = revision.added.filter(isHere);
    const isSameSize = old?.width === now?.width && old?.height === now?.height;
    if (!isSameSize) differences.push({ signature, page, displayed: null });
    if (!isSameSize || !old || !now)
      overlays.push(...added.map((overlay) => ({ ...overlay, signature, covers: true })));
    else {
      const explained = [...revision.explained.filter(isHere), ...added].map((overlay) => overlay.displayed);
      const displayed = differenceOf(old, now, explained);
      if (displayed) differences.push({ signature, page, displayed });
      const shown = added.map((overlay) => ({ ...overlay, signature, ...lookAt([old, now], overlay) }));
      overlays.push(...shown.filter(({ shows }) => shows));
    }
    onPagesRead(2);
  }
  return { differences, overlays };
}

/** Pixels to each side: closer than lines of text, and farther than a pen is wide. */
const NEAR_PIXELS = 2;

/**
 * Whether the place looks different, and whether something that the signed page showed there cannot be seen any more: a
 * signature may cross a line or words. What stands out is what has not the commonest colour, which is the paper.
 */
function lookAt(
  [old, now]: readonly [Raster, Raster],
  { displayed }: AddedOverlay,
): { shows: boolean; covers: boolean } {
  const inside = maskOf(old, [displayed]);
  const pixelsInside = [...inside.keys()].filter((pixel) => inside[pixel] === 1);
  const shows = pixelsInside.some((pixel) => !isSamePixel(old.pixels, now.pixels, pixel));
  if (!shows) return { shows, covers: false };
  const paper = paperAmong(old, pixelsInside);
  const covers = pixelsInside.some((pixel) => {
    const was = distance(old.pixels, pixel, [old.pixels, paper]);
    if (was <= TOLERANCE) return false;
    const isFaded = distance(now.pixels, pixel, [old.pixels, paper]) < was / 2;
    return isFaded || contrastAt(now, pixel) < Math.min(was, contrastAt(old, pixel)) / 2;
  });
  return { shows, covers };
}

/** A pixel of the commonest colour. */
function paperAmong({ pixels }: Raster, indexes: readonly number[]): number {
  const counts = new Map<number, { pixel: number; count: number }>();
  for (const pixel of indexes) {
    const at = pixel * 4;
    const colour = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
    counts.set(colour, { pixel, count: (counts.get(colour)?.count ?? 0) + 1 });
  }
  return [...counts.values()].reduce((most, each) => (each.count > most.count ? each : most)).pixel;
}

/** How much a pixel stands out from those around it. */
function contrastAt({ width, height, pixels }: Raster, pixel: number): number {
  const [column, row] = [pixel % width, Math.floor(pixel / width)];
  let most = 0;
  for (let y = Math.max(0, row - NEAR_PIXELS); y <= Math.min(height - 1, row + NEAR_PIXELS); y += 1)
    for (let x = Math.max(0, column - NEAR_PIXELS); x <= Math.min(width - 1, column + NEAR_PIXELS); x += 1)
      most = Math.max(most, distance(pixels, pixel, [pixels, y * width + x]));
  return most;
}

/** Of two colours: the difference in the channel where they differ most. */
function distance(
  pixels: Uint8Array,
  pixel: number,
  [otherPixels, other]: readonly [Uint8Array, number],
): number {
  let most = 0;
  for (let channel = 0; channel < 3; channel += 1)
    most = Math.max(
      most,
      Math.abs((pixels[pixel * 4 + channel] ?? 0) - (otherPixels[other * 4 + channel] ?? 0)),
    );
  return most;
}

/** Null for a page that the viewer cannot show. */
function drawPage(document: ViewedDocument, index: number): Raster | null {
  try {
    const { width, height } = document.sizeOf(index);
    const scale = Math.min(PIXELS_PER_POINT, Math.sqrt(PIXELS_MAX / (width * height)));
    const pixels = (length: number) => Math.max(1, Math.round(length * scale));
    return document.drawFilled(index, pixels(width), pixels(height));
  } catch (error) {
    if (error instanceof ViewerError) return null;
    throw error;
  }
}

/** The rectangle around all pixels that differ outside the explained places, in percent; null without one. */
export function differenceOf(
  old: Raster,
  now: Raster,
  explained: readonly DisplayedRect[],
): DisplayedRect | null {
  const { width, height } = old;
  const isExplained = maskOf(old, explained);
  let [left, top, right, bottom] = [width, height, -1, -1];
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    if (isExplained[pixel] === 1 || isSamePixel(old.pixels, now.pixels, pixel)) continue;
    const [column, row] = [pixel % width, Math.floor(pixel / width)];
    left = Math.min(left, column);
    right = Math.max(right, column);
    top = Math.min(top, row);
    bottom = Math.max(bottom, row);
  }
  if (right < 0) return null;
  return {
    posX: (left / width) * 100,
    posY: (top / height) * 100,
    width: ((right + 1 - left) / width) * 100,
    height: ((bottom + 1 - top) / height) * 100,
  };
}

function isSamePixel(old: Uint8Array, now: Uint8Array, pixel: number): boolean {
  return distance(old, pixel, [now, pixel]) <= TOLERANCE;
}

function maskOf({ width, height }: Raster, rects: readonly DisplayedRect[]): Uint8Array {
  const mask = new Uint8Array(width * height);
  const clamp = (value: number, max: number) => Math.min(max, Math.max(0, value));
  for (const rect of rects) {
    const left = clamp(Math.floor((rect.posX / 100) * width) - EDGE_PIXELS, width);
    const right = clamp(Math.ceil(((rect.posX + rect.width) / 100) * width) + EDGE_PIXELS, width);
    const top = clamp(Math.floor((rect.posY / 100) * height) - EDGE_PIXELS, height);
    const bottom = clamp(Math.ceil(((rect.posY + rect.height) / 100) * height) + EDGE_PIXELS, height);
    for (let row = top; row < bottom; row += 1) mask.fill(1, row * width + left, row * width + right);
  }
  return mask;
}
