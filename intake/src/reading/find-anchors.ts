import { type AnchorKind, type Placement, readAnchor, SIGNATURE_POINTS_MIN } from '@paraph/domain';
import { type DisplayedRect, displayedSize, type PageGeometry, userRectToDisplayed } from '@paraph/pades';
import type { DetectedAnchor } from '../intake-messages.ts';
import type { PageText } from './pdfium.ts';

// A long anchor may be broken after an underscore; its place is where it begins.
const BREAK = '(?:\\r?\\n)?';
const WORD = new RegExp(
  `(?<![A-Za-z0-9_])(?:yumisign|paraph)_${BREAK}[A-Za-z]+_${BREAK}[A-Za-z0-9-]{1,40}(?![A-Za-z0-9_-])`,
  'g',
);

/** Smallest fields that can be read and hit with a finger; an anchor in small print is grown to them. */
export const POINTS_MIN: Readonly<Record<AnchorKind, { width: number; height: number }>> = {
  signature: SIGNATURE_POINTS_MIN,
  initials: { width: 48, height: 24 },
  date: { width: 72, height: 14 },
  email: { width: 96, height: 14 },
  title: { width: 72, height: 14 },
  company: { width: 72, height: 14 },
  fullName: { width: 72, height: 14 },
  address: { width: 96, height: 14 },
  department: { width: 72, height: 14 },
  location: { width: 72, height: 14 },
  text: { width: 72, height: 14 },
  number: { width: 48, height: 14 },
  checkbox: { width: 14, height: 14 },
  attachment: { width: 120, height: 24 },
};

/** A cheap test: most pages have no anchor. */
export function mayHoldAnchors(text: string): boolean {
  return text.search(WORD) >= 0;
}

/** How much of the page's content a rectangle covers, in percent of the displayed page; any measure. */
export type MeasureContent = (rect: DisplayedRect) => number;

/** The text anchors of one page (interface.md §5.7), in the order of the text; `page` counts from 1. */
export function findAnchors(
  text: PageText,
  { page, geometry, contentIn }: { page: number; geometry: PageGeometry; contentIn: MeasureContent },
): DetectedAnchor[] {
  const detected: DetectedAnchor[] = [];
  for (const match of text.text.matchAll(WORD)) {
    const anchor = readAnchor(match[0].replaceAll(/\r?\n/g, ''));
    const rect = anchor && rectOf(text, match.index, match[0].split(/\r?\n/)[0] ?? '');
    if (!anchor || !rect) continue;
    const whole = userRectToDisplayed(geometry, rect);
    if (!isSeen(whole)) continue;
    const ink = anchor.kind === 'checkbox' ? squareAtStart(whole, geometry) : whole;
    const area = grow(ink, { pointsMin: POINTS_MIN[anchor.kind], geometry, contentIn });
    detected.push({ ...anchor, place: { page, ...area } });
  }
  return detected;
}

type Rect = [left: number, bottom: number, right: number, top: number];

/** The box around all characters of a line, or of a part of it. */
export function rectOf(text: Pick<PageText, 'boxOf'>, start: number, line: string): Rect | null {
  let rect: Rect | null = null;
  for (let at = start; at < start + line.length; at += 1) {
    const box = text.boxOf(at);
    if (!box) continue;
    rect = rect
      ? [
          Math.min(rect[0], box[0]),
          Math.min(rect[1], box[1]),
          Math.max(rect[2], box[2]),
          Math.max(rect[3], box[3]),
        ]
      : [...box];
  }
  return rect;
}

function isSeen({ posX, posY, width, height }: DisplayedRect): boolean {
  const isOnPage = posX < 100 && posY < 100 && posX + width > 0 && posY + height > 0;
  return isOnPage && [posX, posY, width, height].every(Number.isFinite);
}

/** A box to tick is no wider than it is high, where the words of its anchor begin. */
function squareAtStart(ink: DisplayedRect, geometry: PageGeometry): DisplayedRect {
  const page = displayedSize(geometry);
  return { ...ink, width: Math.min(ink.width, (ink.height * page.height) / page.width) };
}

/**
 * At least the given size, from the anchor's top left corner; extended upwards or to both sides where that covers less
 * content, and moved to stay on the page.
 */
export function grow(
  ink: DisplayedRect,
  about: {
    pointsMin: { width: number; height: number };
    geometry: PageGeometry;
    contentIn: MeasureContent;
  },
): Omit<Placement, 'page'> {
  const page = displayedSize(about.geometry);
  const width = Math.min(100, Math.max(ink.width, (about.pointsMin.width / page.width) * 100));
  const height = Math.min(100, Math.max(ink.height, (about.pointsMin.height / page.height) * 100));
  const surplus = height - ink.height;
  const tops = surplus > 0 ? [ink.posY, ink.posY - surplus, ink.posY - surplus / 2] : [ink.posY];
  const areas = tops.map((top) => ({
    posX: Math.min(Math.max(0, ink.posX), 100 - width),
    posY: Math.min(Math.max(0, top), 100 - height),
    width,
    height,
  }));
  const covered = areas.length > 1 ? areas.map(about.contentIn) : [0];
  return areas[covered.indexOf(Math.min(...covered))] as Omit<Placement, 'page'>;
}
