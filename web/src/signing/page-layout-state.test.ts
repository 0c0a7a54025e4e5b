import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  boxesOf,
  grownBox,
  pageWidthFor,
  type ScreenBox,
  shiftInto,
  touchReaches,
  zoomIn,
  zoomOut,
} from './page-layout-state.ts';

it('fills a narrow screen and stays readable on a wide one', () => {
  expect(pageWidthFor(344, 1)).toBe(342);
  expect(pageWidthFor(1248, 1)).toBe(860);
  expect(pageWidthFor(344, 2)).toBe(684);
  expect(pageWidthFor(0, 1)).toBeGreaterThan(0);
});

it('zooms in steps and stops at both ends', () => {
  expect(zoomIn(zoomIn(zoomIn(zoomIn(zoomIn(1)))))).toBe(3);
  expect(zoomOut(zoomOut(1.25))).toBe(1);
});

it('moves a box into the sight by the shortest way, and shows the start of one that is too large', () => {
  const sight = { start: 8, end: 352 };
  expect(shiftInto({ start: 20, end: 244 }, sight)).toBe(0);
  expect(shiftInto({ start: 150, end: 374 }, sight)).toBe(-22);
  expect(shiftInto({ start: -30, end: 194 }, sight)).toBe(38);
  expect(shiftInto({ start: 100, end: 600 }, sight)).toBe(-92);
});

describe('the box of a focused field', () => {
  const own = { left: 100, top: 100, right: 160, bottom: 114 };
  const grow = (neighbours: ScreenBox[], atLeft = 0) =>
    grownBox(own, { width: 224, height: 44, atLeft, neighbours, sight: { start: 8, end: 352 } });

  test('grows to a readable size where nothing is, towards the middle of the page, and stays in sight', () => {
    expect(grow([])).toEqual({ left: 100, top: 85, right: 324, bottom: 129 });
    expect(grow([], 1)).toEqual({ left: 8, top: 85, right: 232, bottom: 129 });
    const atEdge = { left: 300, top: 10, right: 350, bottom: 60 };
    expect(
      grownBox(atEdge, {
        ...{ width: 224, height: 44, atLeft: 0, neighbours: [], sight: { start: 8, end: 352 } },
      }),
    ).toEqual({ left: 128, top: 10, right: 352, bottom: 60 });
  });

  test('stops at its neighbours, and grows to where there are none', () => {
    const below = { left: 90, top: 118, right: 200, bottom: 132 };
    expect(grow([below])).toEqual({ left: 100, top: 70, right: 324, bottom: 114 });
    const above = { ...below, top: 84, bottom: 94 };
    expect(grow([below, above])).toMatchObject({ top: 98, bottom: 114 });
    const beside = { left: 170, top: 100, right: 230, bottom: 114 };
    expect(grow([beside])).toMatchObject({ left: 8, right: 166 });
    expect(grow([beside, { ...beside, left: 40, right: 98 }])).toMatchObject({ left: 100, right: 166 });
  });

  test('covers no neighbour, keeps its own size at least, and does not mind fields that it lies on already', () => {
    const edge = fc.integer({ min: -50, max: 400 });
    const boxes = fc.array(
      fc
        .tuple(edge, edge, fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 40 }))
        .map(([left, top, width, height]) => ({ left, top, right: left + width, bottom: top + height })),
      { maxLength: 12 },
    );
    const isOver = (one: ScreenBox, other: ScreenBox) =>
      one.left < other.right && one.right > other.left && one.top < other.bottom && one.bottom > other.top;
    fc.assert(
      fc.property(boxes, fc.constantFrom(0, 0.5, 1), (neighbours, atLeft) => {
        const box = grow(neighbours, atLeft);
        const covered = neighbours.filter((each) => isOver(each, box) && !isOver(each, own));
        expect(covered).toEqual([]);
        expect(box.left <= own.left && box.right >= own.right).toBe(true);
        expect(box.top <= own.top && box.bottom >= own.bottom).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  test('is as large for a finger as its neighbours allow', () => {
    const placements = [0, 20, 20].map((posX, index) => ({
      posX,
      posY: index < 2 ? 10 : 13,
      width: 18,
      height: 2,
    }));
    const boxes = boxesOf([...placements, { ...placements[0], posX: 60, posY: 60, width: 2, height: 2 }], {
      width: 350,
      height: 500,
    });
    const [first, above, below, alone] = touchReaches(boxes);
    expect(first).toMatchObject({ left: 0, right: 0, top: 17, bottom: 17 });
    expect([above?.bottom, above?.top, below?.top, below?.bottom]).toEqual([1, 33, 1, 33]);
    expect(alone).toEqual({ left: 18.5, right: 18.5, top: 17, bottom: 17 });
  });
});
