import { expect, test } from 'vitest';
import { chunk, heldAs, jpegPicture, pngPicture, progressiveJpeg } from '../testing/pictures.ts';
import { openViewer } from './pdfium.ts';
import { makePicturePage, pageSizeOf } from './picture-page.ts';

const viewer = await openViewer();

function pageOf(picture: Buffer): Buffer {
  const answer = makePicturePage(viewer, picture);
  if (answer.kind !== 'page') throw new Error(JSON.stringify(answer));
  return Buffer.from(answer.bytes, 'base64');
}

/** Red, green and blue in the middle of each cell of a grid. */
function coloursOf(pdf: Buffer, across: number, down: number): number[][] {
  const cell = 8;
  const document = viewer.open(pdf);
  if (!document) throw new Error('the page cannot be opened');
  const { pixels } = document.draw(0, across * cell, down * cell);
  document.close();
  return Array.from({ length: across * down }, (_each, index) => {
    const x = (index % across) * cell + cell / 2;
    const y = Math.floor(index / across) * cell + cell / 2;
    const at = (y * across * cell + x) * 4;
    return [pixels[at + 2] ?? 0, pixels[at + 1] ?? 0, pixels[at] ?? 0];
  });
}

const close = (shown: number[][], expected: number[][]) =>
  expect(shown.flat().map((each, at) => Math.abs(each - (expected.flat()[at] ?? 999)) <= 3)).not.toContain(
    false,
  );

test('a JPEG keeps its coded pixels, stands upright, and loses what its camera said', () => {
  const pixels = jpegPicture.subarray(jpegPicture.indexOf(Buffer.from('ffdb', 'hex')));
  for (const jpeg of [jpegPicture, progressiveJpeg]) expect(pageOf(jpeg)).toBeInstanceOf(Buffer);
  const upright = coloursOf(pageOf(jpegPicture), 6, 4);
  const turned = pageOf(heldAs(6, 'GPS 51.30 N '));
  expect(turned.includes(pixels)).toBe(true);
  expect(turned.includes('GPS')).toBe(false);
  expect(turned.includes('Exif')).toBe(false);
  // Turned to the right: the first column of what is shown is the last row of the file, read from below.
  const shown = coloursOf(turned, 4, 6);
  const expected = Array.from({ length: 24 }, (_each, index) => {
    const [x, y] = [index % 4, Math.floor(index / 4)];
    return upright[(3 - x) * 6 + y] ?? [];
  });
  expect(shown.flat().filter((each, at) => Math.abs(each - (expected.flat()[at] ?? 999)) > 40)).toEqual([]);
});

interface Sample {
  rows: number[];
  depth?: number;
  colourType?: number;
  palette?: number[];
  clear?: number[];
}

const RED = [255, 0, 0];
const WHITE = [255, 255, 255];

test.each<[string, Sample, number[][]]>([
  ['8 bits', { rows: [0, 255, 0, 0, 0, 0, 255] }, [RED, [0, 0, 255]]],
  ['16 bits', { depth: 16, rows: [0, 255, 255, 0, 0, 0, 0, 128, 0, 128, 0, 128, 0] }, [RED, [128, 128, 128]]],
  ['1 bit', { depth: 1, colourType: 0, rows: [0, 0b01000000] }, [[0, 0, 0], WHITE]],
  [
    'a palette of 4 bits',
    { depth: 4, colourType: 3, rows: [0, 0x10], palette: [0, 0, 255, 255, 0, 0] },
    [RED, [0, 0, 255]],
  ],
  ['alpha', { colourType: 6, rows: [0, 255, 0, 0, 255, 0, 0, 0, 0] }, [RED, WHITE]],
  [
    'half of it',
    { colourType: 4, rows: [0, 0, 128, 0, 255] },
    [
      [127, 127, 127],
      [0, 0, 0],
    ],
  ],
  [
    'alpha of 16 bits',
    { depth: 16, colourType: 6, rows: [0, 255, 255, 0, 0, 0, 0, 255, 255, 0, 0, 0, 0, 0, 0, 0, 0] },
    [RED, WHITE],
  ],
  [
    'a transparent palette',
    { depth: 1, colourType: 3, rows: [0, 0b01000000], palette: [255, 0, 0, 0, 0, 0], clear: [255, 0] },
    [RED, WHITE],
  ],
  [
    'a transparent grey of 2 bits',
    { depth: 2, colourType: 0, rows: [0, 0b01110000], clear: [0, 1] },
    [WHITE, WHITE],
  ],
])(
  'a PNG of %s shows its colours, on white',
  (_what: string, { rows, palette, clear, ...about }: Sample, colours: number[][]) => {
    const moreChunks = [
      ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
      ...(clear ? [chunk('tRNS', Buffer.from(clear))] : []),
      chunk('tEXt', Buffer.from('Author\0Somebody')),
    ];
    const pdf = pageOf(pngPicture({ width: 2, height: 1, rows: Buffer.from(rows), moreChunks, ...about }));
    close(coloursOf(pdf, 2, 1), colours);
    expect(pdf.includes('Somebody')).toBe(false);
  },
);

test.each([
  ['an animation', pngPicture({ moreChunks: [chunk('acTL', Buffer.alloc(8))] }), 'It moves'],
  ['a bomb', pngPicture({ width: 30_000, height: 30_000 }), 'million pixels'],
  ['few rows', pngPicture({ height: 9 }), 'It is damaged'],
  ['more rows than it says', pngPicture({ rows: Buffer.alloc(5_000_000) }), 'It is damaged'],
  [
    'too much to decode',
    pngPicture({ width: 5_000, height: 4_001, colourType: 6, rows: Buffer.alloc(4_001 * 20_001) }),
    'more than 20 million',
  ],
  ['a cut JPEG', jpegPicture.subarray(0, 200), 'It is damaged'],
])('%s is refused with the remedy', (_what, picture, words) => {
  const answer = makePicturePage(viewer, picture);
  expect(answer).toMatchObject({ kind: 'refused', reasons: [expect.stringContaining(words)] });
});

test.each([
  [{ width: 2550, height: 3300, dotsPerInch: 300 }, [612, 792]],
  [{ width: 4032, height: 3024, orientation: 6 }, [595.28, 793.71]],
  [{ width: 4032, height: 3024 }, [793.71, 595.28]],
  [{ width: 1240, height: 1754, dotsPerInch: 150 }, [595.2, 841.89]],
  [{ width: 100, height: 50, dotsPerInch: 300 }, [419.53, 209.77]],
  [{ width: 9000, height: 9000, dotsPerInch: 300 }, [612, 612]],
  [{ width: 10_000, height: 10 }, [841.89, 1]],
])('%j has a page of %j points', (picture, size) => {
  const page = pageSizeOf({ orientation: 1, dotsPerInch: null, ...picture });
  for (const [at, points] of size.entries()) expect(Math.abs((page[at] ?? 0) - points)).toBeLessThan(0.5);
});

test('what a picture says of its size on paper counts, unless it is that of a screen', () => {
  const pHYs = (dots: number) => {
    const data = Buffer.alloc(9);
    data.writeUInt32BE(Math.round(dots / 0.0254), 0);
    data[8] = 1;
    return pngPicture({
      width: 1500,
      height: 1200,
      colourType: 0,
      rows: Buffer.alloc(1200 * 1501),
      moreChunks: [chunk('pHYs', data)],
    });
  };
  const boxOf = (picture: Buffer) => /MediaBox\[([^\]]+)/.exec(pageOf(picture).toString('latin1'))?.[1];
  expect(boxOf(pHYs(150))).toBe('0 0 720 576');
  expect(boxOf(pHYs(72))).toBe('0 0 744.1 595.28');
  const jfif = Buffer.from(jpegPicture);
  jfif.writeUInt16BE(600, 14);
  expect(boxOf(jfif)).toBe('0 0 419.53 279.69');
});
