import { expect, test } from 'vitest';
import { chunk, pngPicture } from '../../../intake/src/testing/pictures.ts';
import { expectReadOrRefused } from '../testing/damage.ts';
import { decodePng } from './decode-png.ts';
import { shrinkPixels, trimPixels } from './pixels.ts';

type SamplePng = NonNullable<Parameters<typeof pngPicture>[0]>;

test.each<[string, SamplePng, number[]]>([
  ['grey', { width: 2, height: 1, colourType: 0, rows: Buffer.of(0, 7, 9) }, [7, 7, 7, 255, 9, 9, 9, 255]],
  ['grey with opacity', { colourType: 4, rows: Buffer.of(0, 7, 9) }, [7, 7, 7, 9]],
  ['colour', { colourType: 2, rows: Buffer.of(0, 1, 2, 3) }, [1, 2, 3, 255]],
  [
    'colour with one transparent colour',
    {
      colourType: 2,
      rows: Buffer.of(0, 1, 2, 3),
      moreChunks: [chunk('tRNS', Buffer.of(0, 1, 0, 2, 0, 3))],
    },
    [1, 2, 3, 0],
  ],
  ['colour with opacity', { colourType: 6, rows: Buffer.of(0, 1, 2, 3, 4) }, [1, 2, 3, 4]],
  [
    'palette',
    {
      width: 2,
      height: 1,
      colourType: 3,
      rows: Buffer.of(0, 1, 0),
      moreChunks: [chunk('PLTE', Buffer.of(1, 2, 3, 4, 5, 6)), chunk('tRNS', Buffer.of(9))],
    },
    [4, 5, 6, 255, 1, 2, 3, 9],
  ],
  [
    'each filter',
    {
      width: 2,
      height: 5,
      colourType: 0,
      rows: Buffer.of(0, 10, 20, 1, 10, 10, 2, 1, 1, 3, 1, 1, 4, 1, 1),
    },
    [10, 20, 10, 20, 11, 21, 6, 14, 7, 15].flatMap((grey) => [grey, grey, grey, 255]),
  ],
  [
    'an interlaced picture',
    { width: 2, height: 2, colourType: 0, interlace: 1, rows: Buffer.of(0, 1, 0, 2, 0, 3, 4) },
    [1, 2, 3, 4].flatMap((grey) => [grey, grey, grey, 255]),
  ],
])('decodePng reads %s', (_title, options, rgba) => {
  expect([...decodePng(pngPicture(options)).rgba]).toEqual(rgba);
});

test.each<[string, Buffer, string]>([
  ['a JPEG', Buffer.from('ffd8ffe000104a464946', 'hex'), 'not a PNG'],
  ['16 bits', pngPicture({ colourType: 0, depth: 16, rows: Buffer.of(0, 1, 1) }), '8 bits'],
  ['too few rows', pngPicture({ width: 1, height: 2, colourType: 0, rows: Buffer.of(0, 1) }), 'damaged'],
  ['too many rows', pngPicture({ colourType: 0, rows: Buffer.of(0, 1, 0) }), 'damaged'],
  [
    'a bomb',
    pngPicture({ width: 9, height: 9, colourType: 0, rows: Buffer.alloc(1_000_000) }),
    'too large when decompressed',
  ],
  [
    'too many pixels',
    pngPicture({ width: 30_000, height: 30_000, colourType: 0, rows: Buffer.of(0) }),
    'pixels',
  ],
  [
    'a colour that is not in the palette',
    pngPicture({
      colourType: 3,
      rows: Buffer.of(0, 5),
      moreChunks: [chunk('PLTE', Buffer.of(1, 2, 3))],
    }),
    'damaged',
  ],
])('decodePng refuses %s', (_title, bytes, message) => {
  expect(() => decodePng(bytes)).toThrow(message);
});

test('decodePng reads or refuses any damaged picture', async () => {
  const whole = pngPicture({ width: 3, height: 3, colourType: 6, rows: Buffer.alloc(39) });
  await expectReadOrRefused(whole, (damaged) => expect(decodePng(damaged).rgba).toHaveLength(36));
});

test('pixels are trimmed to what can be seen', () => {
  const rgba = new Uint8Array(4 * 4 * 4);
  rgba.set([1, 2, 3, 255], (2 * 4 + 1) * 4);
  rgba.set([4, 5, 6, 255], (2 * 4 + 2) * 4);
  expect(trimPixels({ width: 4, height: 4, rgba })).toEqual({
    width: 2,
    height: 1,
    rgba: Uint8Array.of(1, 2, 3, 255, 4, 5, 6, 255),
  });
  expect(trimPixels({ width: 1, height: 1, rgba: new Uint8Array(4) })).toBeNull();
});

test('pixels are shrunk without dark edges', () => {
  const rgba = Uint8Array.of(200, 100, 50, 255, 0, 0, 0, 0, 200, 100, 50, 255, 0, 0, 0, 0);
  expect([...shrinkPixels({ width: 2, height: 2, rgba }, 1).rgba]).toEqual([200, 100, 50, 128]);
});
