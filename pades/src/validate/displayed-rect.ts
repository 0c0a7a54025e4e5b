import { type DisplayedRect, userRectToDisplayed } from '../geometry.ts';
import type { PdfDocument } from '../pdf/document.ts';
import { findPage, pageInfo, rectOf } from '../pdf/pages.ts';
import type { PdfDict } from '../pdf/values.ts';
import { PdfRefusal } from '../pdf-refusal.ts';

/** Where a page shows an annotation, in percent of the page; null for one without a rectangle. */
export function displayedRectOf(
  document: PdfDocument,
  page: number,
  annotation: PdfDict,
): DisplayedRect | null {
  const corners = rectOf(document, annotation.entries.get('Rect'));
  return corners && userRectToDisplayed(pageInfo(document, findPage(document, page), page), corners);
}

/** As `displayedRectOf`; null also where the page cannot be read. */
export function readableRectOf(
  document: PdfDocument,
  page: number | null,
  annotation: PdfDict | null,
): DisplayedRect | null {
  if (page === null || annotation === null) return null;
  try {
    return displayedRectOf(document, page, annotation);
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}

/** The share of its page that a rectangle takes, in percent. */
export function shareOfPage({ posX, posY, width, height }: DisplayedRect): number {
  const inside = (from: number, length: number): number =>
    Math.max(0, Math.min(100, from + length) - Math.max(0, from));
  return (inside(posX, width) * inside(posY, height)) / 100;
}
