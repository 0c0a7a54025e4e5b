import {
  ANCHOR_KINDS,
  type AnchorKind,
  findPrintedTags,
  type Placement,
  type PrintedBox,
  type PrintedTag,
  readTextTag,
} from '@paraph/domain';
import { displayedSize, type PageGeometry } from '@paraph/pades';
import { grow, type MeasureContent, POINTS_MIN } from './find-anchors.ts';
import type { ViewedDocument } from './pdfium.ts';
import { PageReading } from './read-page.ts';

/** Points around the ink of a tag, so that no edge of a letter stays. */
const EDGE = 1;
const SMALLEST = Object.fromEntries(
  Object.entries(ANCHOR_KINDS).map(([kind, type]) => [type, POINTS_MIN[kind as AnchorKind]]),
);

/** A cheap test: most pages have no tag. */
export function mayHoldTags(text: string): boolean {
  return /\{\s*\{/.test(text);
}

/** The tags that a page shows (interface.md §5.7), in the order of reading; what is hidden is none. */
export function findTags(
  document: ViewedDocument,
  index: number,
  { geometry, contentIn }: { geometry: PageGeometry; contentIn: MeasureContent },
): PrintedTag[] {
  const reading = new PageReading(document, index, geometry);
  const size = displayedSize(geometry);
  return findPrintedTags(reading.readWords()).flatMap(({ text, boxes: inks }) => {
    const boxes = inks.map((ink) => placed(ink, { size, page: index + 1 }));
    const [first] = boxes;
    const [ink] = inks;
    if (!first || !ink) return [];
    const place = placeOf(text, first, { geometry, contentIn });
    return [{ text, place, boxes, ground: reading.groundOf(ink) }];
  });
}

function placed(
  { x, y, width, height }: PrintedBox,
  { size, page }: { size: { width: number; height: number }; page: number },
): Placement {
  const [left, top] = [Math.max(0, x - EDGE), Math.max(0, y - EDGE)];
  const right = Math.min(size.width, x + width + EDGE);
  const bottom = Math.min(size.height, y + height + EDGE);
  return {
    page,
    posX: (left / size.width) * 100,
    posY: (top / size.height) * 100,
    width: ((right - left) / size.width) * 100,
    height: ((bottom - top) / size.height) * 100,
  };
}

/** As large as the tag says, else as it is printed and fields of its type need. */
function placeOf(
  text: string,
  { page, ...box }: Placement,
  { geometry, contentIn }: { geometry: PageGeometry; contentIn: MeasureContent },
): Placement {
  const tag = readTextTag(text.slice(2, -2));
  if (typeof tag === 'string') return { page, ...box };
  const size = displayedSize(geometry);
  const smallest = SMALLEST[tag.type] ?? { width: 0, height: 0 };
  const pointsMin = { width: tag.width ?? smallest.width, height: tag.height ?? smallest.height };
  const isSquare = tag.type === 'checkbox' && tag.width === null;
  const ink = {
    ...box,
    ...(tag.width === null ? {} : { width: 0 }),
    ...(tag.height === null ? {} : { height: Math.min(box.height, (tag.height / size.height) * 100) }),
    ...(isSquare ? { width: (box.height * size.height) / size.width } : {}),
  };
  return { page, ...grow(ink, { pointsMin, geometry, contentIn }) };
}
