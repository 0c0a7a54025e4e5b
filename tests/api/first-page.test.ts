import { expect, test } from 'vitest';
import { drawFirstPage } from '../../server/src/files/draw-first-page.ts';
import { openViewer } from '../../server/src/files/pdfium.ts';
import { buildPdf, textLines } from '../support/pdf-fixtures.ts';

test('page 1 is pictured 400 pixels wide; what cannot be opened is refused', async () => {
  const viewer = await openViewer();
  const answer = drawFirstPage(viewer, buildPdf({ pages: [{ content: textLines(['A contract.']) }, {}] }));
  const picture = Buffer.from(answer.kind === 'picture' ? answer.bytes : '', 'base64');
  expect(picture.subarray(1, 4).toString()).toBe('PNG');
  expect([picture.readUInt32BE(16), picture.readUInt32BE(20)]).toEqual([400, 566]);
  expect(drawFirstPage(viewer, Buffer.from('no PDF')).kind).toBe('refused');
});
