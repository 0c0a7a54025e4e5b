import type { DisplayedRect } from '@paraph/pades';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findBlankAreas } from './find-blank-areas.ts';
import type { Raster } from './pdfium.ts';

const A4 = { width: 595, height: 842 };
const WHITE = 0xffffff;

interface Painted {
  left: number;
  top: number;
  width: number;
  height: number;
  colour: number;
}

test('a blank page has room for one signature, in the comfortable size', () => {
  const blanks = search({ background: WHITE, painted: [], count: 1 });
  expect(blanks).toHaveLength(1);
  expect(inPoints(blanks?.[0])).toMatchObject({ width: 180, height: 54 });
});

test('places are right below the text and in line with its left edge', () => {
  const painted = [{ left: 80, top: 60, width: 400, height: 200, colour: 0 }];
  const [first, second] = (search({ background: WHITE, painted, count: 2 }) ?? []).map((blank) =>
    inPoints(blank),
  );
  expect(first?.left).toBeCloseTo(80, 0);
  expect(first?.top).toBeGreaterThanOrEqual(260 + 24);
  expect(first?.top).toBeLessThan(260 + 24 + 6);
  expect(second?.top).toBeCloseTo(first?.top ?? 0);
});

test('smaller fields are proposed where the comfortable ones do not fit', () => {
  const painted = [{ left: 0, top: 0, width: 595, height: 842 - 24 - 24 - 40, colour: 0x333333 }];
  const [firstBlank] = (search({ background: WHITE, painted, count: 1 }) ?? []).map((blank) =>
    inPoints(blank),
  );
  expect(firstBlank).toMatchObject({ width: 120, height: 36 });
});

test('nothing is proposed where not all fit', () => {
  const painted = [{ left: 0, top: 0, width: 595, height: 700, colour: 0x333333 }];
  expect(search({ background: WHITE, painted, count: 3 })).not.toBeNull();
  expect(search({ background: WHITE, painted, count: 7 })).toBeNull();
});

test('a coloured page is as good as a white one, a dark one is not: ink could not be read', () => {
  expect(search({ background: 0xf4e8c8, painted: [], count: 2 })).toHaveLength(2);
  expect(search({ background: 0x203040, painted: [], count: 2 })).toBeNull();
});

test('what is there without being seen is kept free', () => {
  const occupied = [{ posX: 0, posY: 0, width: 100, height: 50 }];
  const blanks = search({ background: WHITE, painted: [], count: 1, occupied });
  expect(inPoints(blanks?.[0]).top).toBeGreaterThanOrEqual(421 + 24 - 1);
});

test('whatever a page shows, no place comes near it, leaves the page or meets another place', () => {
  fc.assert(
    fc.property(arbitraryPage(), ({ page, background, painted, count, scale }) => {
      const raster = paint(page, { background, painted, scale });
      const blankAreas = findBlankAreas({ raster, page, occupied: [], count });
      const blanks = (blankAreas ?? []).map((blank) => inPoints(blank, page));
      for (const [index, area] of blanks.entries()) {
        expect(area.left).toBeGreaterThanOrEqual(23.9);
        expect(area.top).toBeGreaterThanOrEqual(23.9);
        expect(area.left + area.width).toBeLessThanOrEqual(page.width - 23.9);
        expect(area.top + area.height).toBeLessThanOrEqual(page.height - 23.9);
        expect(area.width).toBeGreaterThanOrEqual(119.9);
        expect(area.height).toBeGreaterThanOrEqual(35.9);
        for (const other of blanks.slice(index + 1)) expect(meet(area, other)).toBe(false);
        expect(coloursNear(raster, page, area)).toHaveLength(1);
      }
    }),
    { numRuns: 60 },
  );
});

function arbitraryPage() {
  return fc.record({
    page: fc.record({ width: fc.integer({ min: 80, max: 700 }), height: fc.integer({ min: 60, max: 900 }) }),
    background: fc.constantFrom(WHITE, 0xfff8e0, 0xd0e8ff),
    painted: fc.array(
      fc.record({
        left: fc.integer({ min: 0, max: 600 }),
        top: fc.integer({ min: 0, max: 850 }),
        width: fc.integer({ min: 2, max: 200 }),
        height: fc.integer({ min: 2, max: 60 }),
        colour: fc.constantFrom(0x000000, 0x14213d, 0xfff000, 0xd0e0f0),
      }),
      { maxLength: 12 },
    ),
    count: fc.integer({ min: 1, max: 7 }),
    scale: fc.constantFrom(0.7, 1, 1.5),
  });
}

function search(about: {
  background: number;
  painted: Painted[];
  count: number;
  occupied?: DisplayedRect[];
}): DisplayedRect[] | null {
  const { occupied = [], count } = about;
  return findBlankAreas({ raster: paint(A4, about), page: A4, occupied, count });
}

function paint(
  page: { width: number; height: number },
  { background, painted, scale = 1 }: { background: number; painted: Painted[]; scale?: number },
): Raster {
  const width = Math.round(page.width * scale);
  const height = Math.round(page.height * scale);
  const pixels = new Uint8Array(width * height * 4);
  const view = new DataView(pixels.buffer);
  for (let index = 0; index < width * height; index += 1) view.setUint32(index * 4, background, true);
  for (const rect of painted) {
    for (
      let y = Math.floor(rect.top * scale);
      y < Math.min(height, (rect.top + rect.height) * scale);
      y += 1
    ) {
      for (
        let x = Math.floor(rect.left * scale);
        x < Math.min(width, (rect.left + rect.width) * scale);
        x += 1
      )
        view.setUint32((y * width + x) * 4, rect.colour, true);
    }
  }
  return { width, height, pixels };
}

function inPoints(area: DisplayedRect | undefined, page = A4) {
  if (!area) throw new Error('no place was found');
  const round = (value: number) => Math.round(value * 1e6) / 1e6;
  return {
    left: round((area.posX / 100) * page.width),
    top: round((area.posY / 100) * page.height),
    width: round((area.width / 100) * page.width),
    height: round((area.height / 100) * page.height),
  };
}

type Box = { left: number; top: number; width: number; height: number };

function meet(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}

/** The colours of the place and of the 24 pt around it, less the breadth of a pixel that rounding may take. */
function coloursNear(raster: Raster, page: { width: number }, area: Box): number[] {
  const scale = raster.width / page.width;
  const view = new DataView(raster.pixels.buffer);
  const colours = new Set<number>();
  const [left, right] = [area.left - 24, area.left + area.width + 24].map((at) => at * scale) as [
    number,
    number,
  ];
  const [top, bottom] = [area.top - 24, area.top + area.height + 24].map((at) => at * scale) as [
    number,
    number,
  ];
  for (let y = Math.ceil(top) + 1; y < Math.floor(bottom) - 1; y += 1) {
    for (let x = Math.ceil(left) + 1; x < Math.floor(right) - 1; x += 1)
      colours.add(view.getUint32((y * raster.width + x) * 4, true));
  }
  return [...colours];
}
