import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ContentMap, type PageContent } from './content-map.ts';

const BACKGROUND = 0xf0e0d0;

/** Background, the same with another unused byte or a little dithered, and others; rows are often all background. */
const pixel = fc.constantFrom(
  0xfff0e0d0,
  0x00f0e0d0,
  0xfff1dfd2,
  0xfff3e0d0,
  0xfff0e3d0,
  0xfff0e0d3,
  0xff000000,
);
const row = (width: number) =>
  fc.oneof(
    fc.constant(Array<number>(width).fill(0xfff0e0d0)),
    fc.array(pixel, { minLength: width, maxLength: width }),
  );
const page = fc.integer({ min: 1, max: 9 }).chain((width) =>
  fc.record({
    rows: fc.array(row(width), { minLength: 1, maxLength: 9 }),
    occupied: fc.array(fc.tuple(fc.nat(90), fc.nat(90)), { maxLength: 2 }),
  }),
);

test('a map counts the pixels with content, whatever was mapped before', () => {
  fc.assert(
    fc.property(fc.array(page, { minLength: 1, maxLength: 3 }), (pages) => {
      for (const { rows, occupied } of pages) {
        const [height, width] = [rows.length, rows[0]?.length ?? 0];
        const pixels = new Uint8Array(Uint32Array.from(rows.flat()).buffer);
        const rects = occupied.map(([posX, posY]) => ({ posX, posY, width: 10, height: 10 }));
        const content = { raster: { width, height, pixels }, page: { width, height }, occupied: rects };
        const map = new ContentMap(content, BACKGROUND);
        const counted = rows.map((_row, top) =>
          Array.from({ length: width }, (_pixel, left) => map.count({ left, top, width: 1, height: 1 })),
        );
        expect(counted).toEqual(
          rows.map((each, y) => each.map((word, x) => contentAt(word, { x, y }, content))),
        );
        const total = counted.flat().reduce((sum, count) => sum + count, 0);
        expect(map.count({ left: 0, top: 0, width, height })).toBe(total);
      }
    }),
  );
});

function contentAt(word: number, at: { x: number; y: number }, { page, occupied }: PageContent): number {
  const differs = [0, 8, 16].some(
    (bits) => Math.abs(((word >> bits) & 0xff) - ((BACKGROUND >> bits) & 0xff)) > 2,
  );
  const isTaken = occupied.some(({ posX, posY, width, height }) => {
    const covers = (from: number, length: number, size: number, pixel: number) =>
      pixel >= Math.floor((from / 100) * size) && pixel < Math.ceil(((from + length) / 100) * size);
    return covers(posX, width, page.width, at.x) && covers(posY, height, page.height, at.y);
  });
  return differs || isTaken ? 1 : 0;
}
