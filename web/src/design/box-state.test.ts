import { expect, test } from 'vitest';
import {
  aligned,
  alignedLines,
  centeredBox,
  freeBox,
  moved,
  movedTogether,
  onPage,
  resized,
  snapped,
} from './box-state.ts';

const A4 = { width: 595, height: 842 };
const box = { posX: 40, posY: 40, width: 20, height: 10 };

test('a new field is centered at the point, has a size in points and fits on its page', () => {
  const signature = centeredBox('signature', A4, { x: 50, y: 50 });
  expect(signature).toEqual({ posX: 36.6, posY: 47.1, width: 26.9, height: 5.8 });
  expect(centeredBox('signature', A4, { x: 100, y: 0 })).toMatchObject({ posX: 73.1, posY: 0 });
  expect(centeredBox('address', { width: 100, height: 20 }, { x: 50, y: 50 })).toEqual({
    posX: 0,
    posY: 0,
    width: 100,
    height: 100,
  });
});

test('moving stops at the edges of the page', () => {
  expect(moved(box, { x: 1.004, y: -0.2 })).toMatchObject({ posX: 41, posY: 39.8 });
  expect(moved(box, { x: 99, y: -99 })).toMatchObject({ posX: 80, posY: 0 });
});

test('resizing stops at the edge of the page and at what can still be read', () => {
  const text = { type: 'text', page: A4 } as const;
  expect(resized(box, { width: 5, height: 1 }, text)).toMatchObject({ width: 25, height: 11 });
  expect(resized(box, { width: 99, height: 99 }, text)).toMatchObject({ width: 60, height: 60 });
  expect(resized(box, { width: -99, height: -99 }, text)).toMatchObject({ width: 2.1, height: 1.2 });
  expect(resized(box, { width: -99, height: -99 }, { type: 'signature', page: A4 })).toMatchObject({
    width: 20.2,
    height: 4.3,
  });
});

test('a new field does not cover others', () => {
  expect(freeBox(box, [])).toEqual(box);
  expect(freeBox(box, [box])).toMatchObject({ posX: 40, posY: 51 });
  expect(freeBox({ ...box, posY: 88 }, [{ ...box, posY: 88 }])).toMatchObject({ posY: 0 });
  const everything = { posX: 0, posY: 0, width: 100, height: 100 };
  expect(freeBox(box, [everything])).toEqual(box);
});

test('a field that comes close to the edge of another lines up with it', () => {
  const other = { posX: 10, posY: 39.5, width: 29.6, height: 5 };
  expect(snapped(box, [other])).toMatchObject({ posX: 39.6, posY: 39.5 });
  expect(snapped(box, [{ ...other, posX: 0, posY: 70 }])).toEqual(box);
  expect(snapped(box, [])).toEqual(box);
});

test('a field that is larger than its page is made to fit', () => {
  expect(onPage({ posX: -5, posY: 101, width: 130, height: 10 })).toEqual({
    posX: 0,
    posY: 90,
    width: 100,
    height: 10,
  });
});

const pair = [box, { posX: 5, posY: 60, width: 10, height: 30 }];

test('fields that move together keep their distance at the edges', () => {
  expect(movedTogether(pair, { x: -20, y: 20 }).map(({ posX, posY }) => [posX, posY])).toEqual([
    [35, 50],
    [0, 70],
  ]);
});

test('fields line up with the outermost, or take the size of the last', () => {
  const boxes = (how: Parameters<typeof aligned>[1]) =>
    aligned(pair, how).map(({ posX, posY, width, height }) => [posX, posY, width, height]);
  expect(boxes('left')).toEqual([
    [5, 40, 20, 10],
    [5, 60, 10, 30],
  ]);
  expect(boxes('right')).toEqual([
    [40, 40, 20, 10],
    [50, 60, 10, 30],
  ]);
  expect(boxes('top').map(([, posY]) => posY)).toEqual([40, 40]);
  expect(boxes('bottom').map(([, posY]) => posY)).toEqual([80, 60]);
  expect(boxes('size')).toEqual([
    [40, 40, 10, 30],
    [5, 60, 10, 30],
  ]);
});

test('lines show where a box meets the edges and middles of others', () => {
  const box = { posX: 10, posY: 20, width: 30, height: 8 };
  const below = { posX: 10, posY: 40, width: 20, height: 8 };
  expect(alignedLines(box, [below])).toEqual([{ axis: 'x', at: 10 }]);
  expect(alignedLines(box, [{ ...below, width: 30 }]).map(({ at }) => at)).toEqual([10, 25, 40]);
  expect(alignedLines(box, [{ ...below, posX: 11 }])).toEqual([]);
  expect(alignedLines(box, [])).toEqual([]);
});
