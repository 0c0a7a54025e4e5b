import type { PlaceKind } from './place-words.ts';
import { bottomOf, boxesMeet, type Phrase, type PrintedBox, type PrintedPage } from './printed-page.ts';

/** A place before its box is chosen. */
export interface FoundPlace {
  kind: PlaceKind;
  label: Phrase;
  /** Where there is room; its lower edge is the line. */
  room: PrintedBox;
  confidence: number;
}

/** A place with its box; one line for place and date has become two. */
export interface PlacedBox {
  box: PrintedBox;
  kind: Exclude<PlaceKind, 'place-and-date'>;
  found: FoundPlace;
}

/** Points. Kinds that are not named are as high as a line of text. */
const HEIGHT: Partial<Record<PlaceKind, number>> = { signature: 44, initials: 30 };
const HEIGHT_USUAL = 16;
const HEIGHT_MIN = 10;
const WIDTH_MAX: Partial<Record<PlaceKind, number>> = { signature: 220, initials: 90, date: 140 };
const WIDTH_USUAL = 300;
const WIDTH_MIN: Partial<Record<PlaceKind, number>> = { signature: 60, initials: 22, date: 36 };
const WIDTH_MIN_USUAL = 50;

export function heightOf(kind: PlaceKind): number {
  return HEIGHT[kind] ?? HEIGHT_USUAL;
}

export function boxesOf(found: FoundPlace): PlacedBox[] {
  if (found.kind !== 'place-and-date') return boxOf(found, found.kind);
  const { room } = found;
  const { isRightToLeft } = found.label;
  const share = room.width * 0.6;
  const first = { ...room, x: isRightToLeft ? room.x + room.width - share : room.x, width: share - 4 };
  const second = { ...room, x: isRightToLeft ? room.x : room.x + share, width: room.width - share };
  return [...boxOf({ ...found, room: first }, 'location'), ...boxOf({ ...found, room: second }, 'date')];
}

/** The lower left of the room, or its lower right where people write from right to left. */
function boxOf(found: FoundPlace, kind: PlacedBox['kind']): PlacedBox[] {
  const { room, label } = found;
  const height = Math.min(heightOf(kind), room.height);
  const width = Math.min(WIDTH_MAX[kind] ?? WIDTH_USUAL, room.width);
  if (height < HEIGHT_MIN || width < (WIDTH_MIN[kind] ?? WIDTH_MIN_USUAL)) return [];
  const x = label.isRightToLeft ? room.x + room.width - width : room.x;
  return [{ box: { x, y: room.y + room.height - height, width, height }, kind, found }];
}

/** The surest of those that cover one another, and none where something is already. */
export function withoutOverlaps(places: readonly PlacedBox[], { taken }: PrintedPage): PlacedBox[] {
  const kept: PlacedBox[] = [];
  for (const place of [...places].sort((one, other) => other.found.confidence - one.found.confidence)) {
    const isFree =
      !taken.some((box) => boxesMeet(box, place.box)) && !kept.some(({ box }) => boxesMeet(box, place.box));
    if (isFree) kept.push(place);
  }
  return kept;
}

export function inReadingOrder(one: PlacedBox, other: PlacedBox): number {
  const [above, below] = [bottomOf(one.box), bottomOf(other.box)];
  return Math.abs(above - below) > 6 ? above - below : one.box.x - other.box.x;
}
