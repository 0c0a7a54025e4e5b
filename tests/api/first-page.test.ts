import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { decodePng } from '@paraph/pades';
import { expect, test } from 'vitest';
import { drawFirstPage } from '../../intake/src/reading/draw-first-page.ts';
import { openViewer } from '../../intake/src/reading/pdfium.ts';
import { createSigningJob } from '../../pades/src/sign/signing-job.ts';
import { sampleAuthority } from '../../pades/src/testing/sample-authority.ts';
import { samplePdf } from '../../pades/src/testing/sample-pdf.ts';
import { prepareForTurns, signingOptionsOf } from '../../pades/src/testing/signing-in-turn.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';
import { folderForThisTest } from '../support/scratch.ts';

const viewer = await openViewer();

function pictureOf(file: Uint8Array): Buffer {
  const answer = drawFirstPage(viewer, file);
  return Buffer.from(answer.kind === 'picture' ? answer.bytes : '', 'base64');
}

test('page 1 is pictured 400 pixels wide; what cannot be opened is refused', () => {
  const picture = pictureOf(buildPdf({ pages: [{ content: textLines(['A contract.']) }, {}] }));
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([400, 566]);
  expect(drawFirstPage(viewer, Buffer.from('no PDF')).kind).toBe('refused');
});

test('the picture shows what people wrote and signed, as another program draws it', async () => {
  const job = createSigningJob(samplePdf());
  job.prepareDocument(prepareForTurns());
  await job.sign(signingOptionsOf('Ana'), sampleAuthority().signer('Ana'));
  const file = Buffer.from(job.source.read(0, job.source.size));
  const { width, height, rgba } = decodePng(pictureOf(file));
  const other = await drawByPoppler(file, { width, height });
  // Ink in cells of 10 pixels, so that a line half a pixel further down is no difference.
  const inkOf = (pixels: Uint8Array, parts: 3 | 4) => {
    const cells = new Map<string, number>();
    for (let at = 0; at < width * height; at += 1) {
      if ((pixels[at * parts] ?? 255) > 128) continue;
      const cell = `${Math.floor((at % width) / 10)} ${Math.floor(at / width / 10)}`;
      cells.set(cell, (cells.get(cell) ?? 0) + 1);
    }
    return cells;
  };
  const [own, poppler] = [inkOf(rgba, 4), inkOf(other, 3)];
  const places = [...poppler].filter(([, count]) => count >= 10).map(([cell]) => cell);
  expect(places.length).toBeGreaterThan(40);
  const lacking = places.filter((cell) => !own.has(cell));
  expect(lacking.length, lacking.join(', ')).toBeLessThanOrEqual(places.length * 0.02);
});

async function drawByPoppler(file: Buffer, { width, height }: { width: number; height: number }) {
  const folder = await folderForThisTest();
  await writeFile(join(folder, 'a.pdf'), file);
  const size = ['-scale-to-x', String(width), '-scale-to-y', String(height)];
  await promisify(execFile)('pdftoppm', [...size, '-singlefile', 'a.pdf', 'a'], { cwd: folder });
  const ppm = await readFile(join(folder, 'a.ppm'));
  return ppm.subarray(ppm.length - width * height * 3);
}
