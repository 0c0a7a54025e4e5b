import { PdfRefusal } from './pdf-refusal.ts';

/** [x1, y1, x2, y2]: lower left and upper right corner in points of user space (ISO 32000-1 §8.3.2.3). */
export type PdfRect = readonly [left: number, bottom: number, right: number, top: number];

/** A rectangle in percent of the displayed page; the origin is the top left corner. */
export interface DisplayedRect {
  readonly posX: number;
  readonly posY: number;
  readonly width: number;
  readonly height: number;
}

export interface PageGeometry {
  /** The displayed part of the page: the crop box within the media box. */
  readonly cropBox: PdfRect;
  /** Clockwise rotation for display, in degrees. */
  readonly rotate: 0 | 90 | 180 | 270;
}

/** Width and height of a page as displayed, in points. */
export function displayedSize({ cropBox, rotate }: PageGeometry): { width: number; height: number } {
  const width = cropBox[2] - cropBox[0];
  const height = cropBox[3] - cropBox[1];
  return rotate % 180 === 0 ? { width, height } : { width: height, height: width };
}

/**
 * Converts a rectangle on the displayed page to user space.
 * @throws PdfRefusal `argument` when a number is not finite or a side is negative.
 */
export function displayedRectToUser(page: PageGeometry, rect: DisplayedRect): PdfRect {
  for (const [key, value] of Object.entries(rect))
    if (!Number.isFinite(value)) throw new PdfRefusal('argument', `${key} must be a number of percent.`, key);
  if (rect.width < 0 || rect.height < 0)
    throw new PdfRefusal('argument', 'width and height must not be negative.', 'width');
  const { width, height } = displayedSize(page);
  const left = (rect.posX / 100) * width;
  const top = (rect.posY / 100) * height;
  const right = left + (rect.width / 100) * width;
  const bottom = top + (rect.height / 100) * height;
  const [x0, y0, x1, y1] = page.cropBox;
  switch (page.rotate) {
    case 0:
      return [x0 + left, y1 - bottom, x0 + right, y1 - top];
    case 90:
      return [x0 + top, y0 + left, x0 + bottom, y0 + right];
    case 180:
      return [x1 - right, y0 + top, x1 - left, y0 + bottom];
    case 270:
      return [x1 - bottom, y1 - right, x1 - top, y1 - left];
  }
}

/** The inverse of {@link displayedRectToUser}. */
export function userRectToDisplayed(page: PageGeometry, rect: PdfRect): DisplayedRect {
  const { width, height } = displayedSize(page);
  const [x0, y0, x1, y1] = page.cropBox;
  const [left, bottom, right, top] = rect;
  const fromLeft = { 0: left - x0, 90: bottom - y0, 180: x1 - right, 270: y1 - top }[page.rotate];
  const fromTop = { 0: y1 - top, 90: left - x0, 180: bottom - y0, 270: x1 - right }[page.rotate];
  const isUpright = page.rotate % 180 === 0;
  return {
    posX: (fromLeft / width) * 100,
    posY: (fromTop / height) * 100,
    width: ((isUpright ? right - left : top - bottom) / width) * 100,
    height: ((isUpright ? top - bottom : right - left) / height) * 100,
  };
}
