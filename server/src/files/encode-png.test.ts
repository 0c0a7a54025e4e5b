import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePng } from './encode-png.ts';

test('a picture keeps its size and colours', () => {
  // Two rows of two pixels, blue first: red, green; white, black.
  const pixels = Uint8Array.from([0, 0, 255, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0]);
  const png = encodePng({ width: 2, height: 2, pixels });
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(2);
  expect(png.readUInt32BE(20)).toBe(2);
  const length = png.readUInt32BE(33);
  const rows = inflateSync(png.subarray(41, 41 + length));
  // Filter 2 on both rows: the first as it is, the second less the first.
  expect([...rows]).toEqual([2, 255, 0, 0, 0, 255, 0, 2, 0, 255, 255, 0, 1, 0]);
});
