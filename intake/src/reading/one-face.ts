import {
  describePart,
  findTwoFaces,
  type Limits,
  makeOneFace,
  PdfRefusal,
  type TwoFacedPart,
} from '@paraph/pades';
import { differenceOf } from './compare-pictures.ts';
import type { Raster, ViewedDocument } from './pdfium.ts';

/** The file with one face, or why it cannot have one. */
export type OneFace =
  | {
      file: Uint8Array;
      /** What was appended for it; empty where nothing had to be. */
      update: Uint8Array;
      /** Indexes of the pages on which print might still differ. */
      doubted: ReadonlySet<number>;
    }
  | { reasons: string[] };

/** Pages of a file with layers that are drawn twice. */
const LAYERED_PAGES_MAX = 40;
const REASONS_MAX = 3;
export const PRINT = 'Print it to a new PDF and send that.';
const UNSIGNED = 'The file is signed, and a change would break that. Send a copy that is not signed.';

/**
 * Makes print and every screen show the same, where the structure of the file allows a difference: what is signed must
 * not depend on where it is read. A file that others signed is left as it is, or refused.
 */
export function giveOneFace(
  file: Uint8Array,
  { isSigned, pageCount, limits }: { isSigned: boolean; pageCount: number; limits: Limits },
): OneFace {
  const parts = findTwoFaces(file, limits);
  if (isSigned)
    return parts.length > 0
      ? { reasons: reasonsOf(parts, UNSIGNED) }
      : { file, update: Buffer.alloc(0), doubted: new Set() };
  try {
    const update = makeOneFace(file, limits);
    const whole = update.length > 0 ? Buffer.concat([file, update]) : file;
    // The fields of its form become part of the pages when a workflow starts.
    const rest = findTwoFaces(whole, limits).filter(({ kind }) => kind !== 'field');
    if (rest.length > 0) return { reasons: reasonsOf(rest, PRINT) };
    return { file: whole, update, doubted: doubtedPages(parts, pageCount) };
  } catch (error) {
    if (error instanceof PdfRefusal) return { reasons: [error.message] };
    throw error;
  }
}

function doubtedPages(parts: readonly TwoFacedPart[], pageCount: number): Set<number> {
  const pages = new Set(parts.flatMap(({ page }) => page ?? []));
  // One of many pages with a layer is named.
  if (parts.some(({ kind }) => kind === 'layer' || kind === 'hidden-layer'))
    for (let page = 0; page < Math.min(pageCount, LAYERED_PAGES_MAX); page += 1) pages.add(page);
  return pages;
}

function reasonsOf(parts: readonly TwoFacedPart[], remedy: string): string[] {
  return parts.slice(0, REASONS_MAX).map((part) => `${describePart(part)} ${remedy}`);
}

const OTHER_PRINT = 'The page is printed otherwise than it shows.';

/** Why a page is refused: its first one that the viewer prints otherwise than it shows; null if none is. */
export function findOtherPrint(
  document: Pick<ViewedDocument, 'draw' | 'drawPrinted'>,
  doubted: ReadonlySet<number>,
  pixelsOf: (page: number) => Pick<Raster, 'width' | 'height'>,
): string | null {
  for (const page of doubted) {
    const { width, height } = pixelsOf(page);
    const [shown, printed] = [document.draw(page, width, height), document.drawPrinted(page, width, height)];
    const displayed = differenceOf(shown, printed, []);
    if (displayed) return `${describePart({ sentence: OTHER_PRINT, page, displayed })} ${PRINT}`;
  }
  return null;
}
