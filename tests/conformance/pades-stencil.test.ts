import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Bitmap } from '../../pades/src/drawing/encode-fax.ts';
import { writeStencil } from '../../pades/src/drawing/write-image.ts';
import { PdfDocument } from '../../pades/src/pdf/document.ts';
import { RevisionWriter } from '../../pades/src/pdf/revision-writer.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { run } from './pdf-validators.ts';
import { scratchFiles } from './scratch-files.ts';

const { at } = scratchFiles();

/** A stencil as MuPDF decodes it: a bit for each pixel, 0 where it is painted; every row begins at a byte. */
function decoded(bitmap: Bitmap): Buffer {
  const pdf = samplePdf();
  const revision = new RevisionWriter(new PdfDocument(pdf));
  const { number } = writeStencil(revision, { ...bitmap, colour: [0, 0, 0] });
  const [path, out] = [at('stencil.pdf'), at('rows')];
  writeFileSync(path, Buffer.concat([pdf, revision.finish()]));
  expect(run('mutool', ['show', '-b', '-o', out, path, String(number)])).toMatchObject({
    status: 0,
    text: '',
  });
  return readFileSync(out);
}

function expected({ width, height, pixels }: Bitmap): Buffer {
  const rowBytes = Math.ceil(width / 8);
  const bits = Buffer.alloc(rowBytes * height);
  for (let pixel = 0; pixel < pixels.length; pixel += 1) {
    const [row, x] = [Math.floor(pixel / width), pixel % width];
    const at = row * rowBytes + (x >> 3);
    if (pixels[pixel] === 0) bits[at] = (bits[at] ?? 0) | (0x80 >> (x & 7));
  }
  return bits;
}

test('MuPDF reads a run of every length in both colours', () => {
  const multiples = Array.from({ length: 40 }, (_each, index) => (index + 1) * 64);
  const lengths = [...Array(64).keys(), ...multiples, 2623, 2624, 2690];
  const width = 5400;
  // Each below a blank row, which shares no change with it.
  const rows = lengths.flatMap((length) => {
    const row = new Uint8Array(width).fill(1, length, 2 * length + 5);
    return [new Uint8Array(width), row, new Uint8Array(width), row.map((pixel) => 1 - pixel)];
  });
  const bitmap = { width, height: rows.length, pixels: Buffer.concat(rows) };
  expect(decoded(bitmap).equals(expected(bitmap))).toBe(true);
});

test('MuPDF reads rows that differ from those above in every way', () => {
  const [width, height] = [208, 400];
  const pixels = new Uint8Array(width * height);
  // A linear congruential generator: the same bitmap in every run.
  let state = 1;
  const next = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return (state >> 8) % below;
  };
  for (let row = 1; row < height; row += 1) {
    pixels.copyWithin(row * width, (row - 1) * width, row * width);
    for (let change = next(12); change > 0; change -= 1) {
      const start = row * width + next(width);
      pixels.fill(next(2), start, Math.min((row + 1) * width, start + next(9)));
    }
  }
  const bitmap = { width, height, pixels };
  expect(decoded(bitmap).equals(expected(bitmap))).toBe(true);
});
