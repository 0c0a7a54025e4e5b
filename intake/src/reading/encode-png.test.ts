import { inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { encodePagePng } from './encode-png.ts';

function decode(png: Buffer) {
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  const length = png.readUInt32BE(33);
  const rows = [...inflateSync(png.subarray(41, 41 + length))];
  return {
    size: [png.readUInt32BE(16), png.readUInt32BE(20)],
    depthAndColour: [...png.subarray(24, 26)],
    rows,
  };
}

test('a picture keeps its size and colours', () => {
  // Two rows of two pixels, blue first: red, green; white, black.
  const pixels = Uint8Array.from([0, 0, 255, 0, 0, 255, 0, 0, 255, 255, 255, 0, 0, 0, 0, 0]);
  // Filter 2 on both rows: the first as it is, the second less the first.
  const rows = [2, 255, 0, 0, 0, 255, 0, 2, 0, 255, 255, 0, 1, 0];
  const png = encodePagePng({ width: 2, height: 2, pixels });
  expect(decode(png)).toEqual({ size: [2, 2], depthAndColour: [8, 2], rows });
});

test('a page without colours has sixteen greys, two pixels a byte; the grain of paper is lost', () => {
  // Three pixels a row: white, white with grain and a tint, black; dark, grey, white.
  const greys = [
    255, 255, 255, 0, 249, 252, 255, 0, 0, 0, 0, 0, 17, 17, 17, 0, 136, 136, 136, 0, 255, 255, 255, 0,
  ];
  const png = encodePagePng({ width: 3, height: 2, pixels: Uint8Array.from(greys) });
  expect(decode(png)).toEqual({ size: [3, 2], depthAndColour: [4, 0], rows: [0, 0xff, 0x00, 0, 0x18, 0xf0] });
});
