import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createSigningJob } from '../sign/signing-job.ts';
import { authority } from '../testing/level-fixture.ts';
import { samplePdf, streamSource } from '../testing/sample-pdf.ts';
import { sampleSignatureImage } from '../testing/sample-signature-image.ts';
import { prepareForTurns, signingOptionsOf } from '../testing/signing-in-turn.ts';
import { PdfDocument } from './document.ts';
import { pdfaPartOf } from './pdfa-part.ts';

const withMetadata = (xmp: string | Uint8Array, entries = ''): Buffer =>
  samplePdf({
    catalog: '/Metadata 10 0 R',
    objects: [streamSource(`/Type /Metadata /Subtype /XML ${entries}`, Buffer.from(xmp)).toString('latin1')],
  });

describe('the part of PDF/A that a file claims', () => {
  test.each<[string, Buffer, number | null]>([
    ['an element', withMetadata('<pdfaid:part>1</pdfaid:part>'), 1],
    ['an attribute', withMetadata('<rdf:Description pdfaid:part="3" pdfaid:conformance="A"/>'), 3],
    ['nothing', withMetadata('<dc:title>pdfaid</dc:title>'), null],
    [
      'compressed metadata',
      withMetadata(deflateSync('<pdfaid:part>2</pdfaid:part>'), '/Filter /FlateDecode'),
      2,
    ],
    [
      'metadata that cannot be read',
      withMetadata('<pdfaid:part>1</pdfaid:part>', '/Filter /LZWDecode'),
      null,
    ],
    ['no metadata', samplePdf(), null],
  ])('is read from %s', (_title, pdf, part) => {
    expect(pdfaPartOf(new PdfDocument(pdf))).toBe(part);
  });

  test.each([
    [1, false, true],
    [2, true, false],
  ])('%i: transparency %s, lists of glyphs %s', async (part, isTransparent, isListed) => {
    const pdf = withMetadata(`<pdfaid:part>${part}</pdfaid:part>`);
    const job = createSigningJob(pdf);
    job.prepareDocument(prepareForTurns(['Ana']));
    const { appearance, ...signatureOptions } = signingOptionsOf('Ana');
    const { rgba, ...size } = sampleSignatureImage();
    // Ink in one colour needs no transparency.
    const image = { ...size, rgba: rgba.map((channel, index) => (index % 4 === 0 ? index % 256 : channel)) };
    const look = appearance ? { ...appearance, image } : null;
    await job.sign({ ...signatureOptions, appearance: look }, authority.signer('Ana'));
    const added = Buffer.from(job.source.read(pdf.length, job.source.size - pdf.length)).toString('latin1');
    expect(added.includes('/SMask')).toBe(isTransparent);
    expect(added.includes('/CIDSet')).toBe(isListed);
    expect(added).not.toContain('/Interpolate');
    expect(added).not.toContain('/BaseFont /Helvetica');
    // Colours of a device would need an output intent of the same device.
    expect(added).not.toMatch(/ rg | RG |DeviceRGB/);
    expect(added).toContain('[/CalRGB');
  });
});
