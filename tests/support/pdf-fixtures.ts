import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { constants, crc32, deflateRawSync, deflateSync } from 'node:zlib';
import { streamSource, writePdf } from '../../pades/src/testing/sample-pdf.ts';
import { run } from '../conformance/pdf-validators.ts';

export { ballast, streamSource } from '../../pades/src/testing/sample-pdf.ts';

/** A page of a generated PDF; content is painted with Helvetica as /F1. */
export interface FixturePage {
  content?: string;
  mediaBox?: readonly [number, number, number, number];
  cropBox?: readonly [number, number, number, number];
  rotate?: 0 | 90 | 180 | 270;
  /** Further entries of the page's dictionary. */
  entries?: string;
}

export interface Fixture {
  pages?: readonly FixturePage[];
  /** Further entries of the catalogue. */
  catalog?: string;
  /** Further objects, numbered from 100 on. */
  objects?: readonly (string | Buffer)[];
}

export const FIRST_PAGE = 10;
export const FIRST_EXTRA = 100;
export const A4 = { width: 595, height: 842 } as const;

/** A PDF with a cross-reference table. */
export function buildPdf({ pages = [{}], catalog = '', objects = [] }: Fixture = {}): Buffer {
  const kids = pages.map((_page, index) => `${FIRST_PAGE + 2 * index} 0 R`).join(' ');
  const sources = new Map<number, string | Buffer>([
    [1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`],
    [2, `<< /Type /Pages /Kids [${kids}] /Count ${pages.length} >>`],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
  ]);
  for (const [index, page] of pages.entries()) {
    sources.set(FIRST_PAGE + 2 * index, pageSource(page, FIRST_PAGE + 2 * index + 1));
    sources.set(FIRST_PAGE + 2 * index + 1, streamSource('', Buffer.from(page.content ?? '', 'latin1')));
  }
  for (const [index, source] of objects.entries()) sources.set(FIRST_EXTRA + index, source);
  return writePdf([...sources], (body) => {
    const id = crc32(body).toString(16).padStart(8, '0').repeat(4);
    return `/ID [<${id}> <${id}>]`;
  });
}

/** Text lines from the top left of an A4 page, 14 pt apart. */
export function textLines(lines: readonly string[], { left = 72, top = 770 } = {}): string {
  const shown = lines.map((line) => `(${line.replaceAll(/[()\\]/g, '\\$&')}) Tj T*`).join(' ');
  return `BT /F1 11 Tf 14 TL ${left} ${top} Td ${shown} ET`;
}

/** A page so full of text that no signature fits. */
export function fullPage(): FixturePage {
  const line = 'The parties agree on all that is written here and on nothing that is written elsewhere.';
  return { content: textLines(Array.from({ length: 55 }, (_each, index) => `${index + 1}. ${line}`)) };
}

/** Two empty signature fields and a signed-looking text field on the first page. */
export function formFixture(): Buffer {
  const [first, second, text] = [FIRST_EXTRA, FIRST_EXTRA + 1, FIRST_EXTRA + 2];
  const field = (type: string, name: string, rect: string) =>
    `<< /Type /Annot /Subtype /Widget /FT /${type} /T (${name}) /Rect [${rect}] /P ${FIRST_PAGE} 0 R /F 4 >>`;
  return buildPdf({
    pages: [
      {
        content: textLines(['A form with its own fields.']),
        entries: `/Annots [${first} 0 R ${second} 0 R ${text} 0 R]`,
      },
    ],
    catalog: `/AcroForm << /Fields [${first} 0 R ${second} 0 R ${text} 0 R] >>`,
    objects: [
      field('Sig', 'Landlord', '72 300 272 360'),
      field('Sig', 'Tenant', '320 300 520 360'),
      field('Tx', 'Rent', '72 400 272 420'),
    ],
  });
}

/** Has qpdf rewrite a file: object streams, encryption, linearization. */
export function rewriteWithQpdf(file: Buffer, options: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-fixture-'));
  try {
    writeFileSync(join(folder, 'in.pdf'), file);
    const { status, text } = run('qpdf', [...options, join(folder, 'in.pdf'), join(folder, 'out.pdf')]);
    if (status !== 0) throw new Error(text);
    return readFileSync(join(folder, 'out.pdf'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const GIB = 1024 ** 3;

/** Zeros packed by deflate, as many as asked, in a thousandth of the space: made of one block, repeated. */
export function packedZeros(bytes: number): Buffer {
  const block = 8 * 1024 * 1024;
  // A full flush ends on a whole byte and forgets what came before, so blocks can follow one another.
  const packed = deflateRawSync(Buffer.alloc(block), { finishFlush: constants.Z_FULL_FLUSH, level: 9 });
  const last = deflateRawSync(Buffer.alloc(0));
  const repeated = Array.from({ length: Math.ceil(bytes / block) }, () => packed);
  // The check sum at the end is wrong; no reader should get there.
  return Buffer.concat([Buffer.from([0x78, 0x9c]), ...repeated, last, Buffer.alloc(4)]);
}

/** Files that unpack to 10 GiB, each in another place that a reader may unpack. */
export const bombs: Readonly<Record<string, () => Buffer>> = {
  'page contents': () => bombIn('/Filter /FlateDecode', packedZeros(10 * GIB)),
  'page contents packed twice': () =>
    bombIn('/Filter [/FlateDecode /FlateDecode]', deflateSync(packedZeros(10 * GIB))),
  'page contents packed thrice': () =>
    bombIn('/Filter [/Fl /Fl /Fl]', deflateSync(deflateSync(packedZeros(10 * GIB)))),
  'an object stream': () =>
    buildPdf({
      objects: [streamSource('/Type /ObjStm /N 1 /First 4 /Filter /FlateDecode', packedZeros(10 * GIB))],
    }),
  'a cross-reference stream': () => {
    const head = Buffer.from('%PDF-1.7\n');
    const entries = '/Type /XRef /Size 1000000 /W [1 4 2] /Root 1 0 R /Filter /FlateDecode';
    const xref = streamSource(entries, packedZeros(10 * GIB));
    const tail = `\nendobj\nstartxref\n${head.length}\n%%EOF\n`;
    return Buffer.concat([head, Buffer.from('5 0 obj\n'), xref, Buffer.from(tail)]);
  },
  'an image': () => {
    const entries =
      '/Type /XObject /Subtype /Image /Width 50000 /Height 50000 /BitsPerComponent 8 /ColorSpace /DeviceRGB';
    return buildPdf({
      pages: [
        {
          content: '500 0 0 500 0 0 cm /I Do',
          entries: `/Resources << /XObject << /I ${FIRST_EXTRA} 0 R >> >>`,
        },
      ],
      objects: [streamSource(`${entries} /Filter /FlateDecode`, packedZeros(7 * GIB))],
    });
  },
};

function bombIn(entries: string, data: Buffer): Buffer {
  return buildPdf({
    pages: [{ entries: `/Contents ${FIRST_EXTRA} 0 R` }],
    objects: [streamSource(entries, data)],
  });
}

/** Files whose structure leads in circles or to great depth. */
export const loops: Readonly<Record<string, () => Buffer>> = {
  'cross-reference sections': () => {
    const file = buildPdf();
    const at = file.lastIndexOf('xref\n0 ');
    return Buffer.from(file.toString('latin1').replace('/Root', `/Prev ${at} /Root`), 'latin1');
  },
  'the page tree': () => replaced(buildPdf(), '/Kids [10 0 R]', '/Kids [ 2 0 R]'),
  'a page that is its own parent': () => replaced(buildPdf(), '/Parent  2 0 R', '/Parent 10 0 R'),
  'the outline': () =>
    buildPdf({
      catalog: `/Outlines ${FIRST_EXTRA} 0 R`,
      objects: [
        `<< /First ${FIRST_EXTRA + 1} 0 R /Last ${FIRST_EXTRA + 1} 0 R /Count 1 >>`,
        `<< /Title (a) /Parent ${FIRST_EXTRA} 0 R /Next ${FIRST_EXTRA + 1} 0 R /First ${FIRST_EXTRA} 0 R >>`,
      ],
    }),
  'object streams that extend one another': () =>
    buildPdf({
      objects: [
        streamSource(`/Type /ObjStm /N 0 /First 0 /Extends ${FIRST_EXTRA + 1} 0 R`, Buffer.alloc(0)),
        streamSource(`/Type /ObjStm /N 0 /First 0 /Extends ${FIRST_EXTRA} 0 R`, Buffer.alloc(0)),
      ],
    }),
  'a form that draws itself': () =>
    buildPdf({
      pages: [{ content: '/X Do', entries: `/Resources << /XObject << /X ${FIRST_EXTRA} 0 R >> >>` }],
      objects: [
        streamSource(
          `/Type /XObject /Subtype /Form /BBox [0 0 9 9] /Resources << /XObject << /X ${FIRST_EXTRA} 0 R >> >>`,
          Buffer.from('/X Do /X Do /X Do'),
        ),
      ],
    }),
  'arrays 100,000 deep': () => buildPdf({ objects: ['['.repeat(100_000) + ']'.repeat(100_000)] }),
  'dictionaries 100,000 deep': () =>
    buildPdf({ objects: [`${'<< /A '.repeat(100_000)}1${' >>'.repeat(100_000)}`] }),
  'graphics states 1,000,000 deep': () => buildPdf({ pages: [{ content: 'q '.repeat(1_000_000) }] }),
};

function replaced(file: Buffer, from: string, to: string): Buffer {
  const at = file.indexOf(from, 0, 'latin1');
  if (at < 0 || from.length !== to.length) throw new Error(`cannot replace ${from}`);
  const copy = Buffer.from(file);
  copy.write(to, at, 'latin1');
  return copy;
}

/** Files that could do something besides being read, and the word by which the refusal names it. */
export const activeContent: Readonly<Record<string, { file: () => Buffer; named: RegExp }>> = {
  'JavaScript run on opening': {
    file: () => buildPdf({ catalog: '/OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>' }),
    named: /JavaScript/,
  },
  'JavaScript under an escaped name': {
    file: () => buildPdf({ catalog: '/OpenAction << /S /J#61vaScript /J#53 (1) >>' }),
    named: /JavaScript/,
  },
  'a program that is started': {
    file: () => buildPdf({ catalog: '/OpenAction << /S /Launch /F (calc.exe) >>' }),
    named: /starts a program/,
  },
  'a form that sends data': {
    file: () => buildPdf({ catalog: '/AA << /WC << /S /SubmitForm /F (https://example.com) >> >>' }),
    named: /sends data/,
  },
  'an embedded file': {
    file: () =>
      buildPdf({
        catalog: `/Names << /EmbeddedFiles << /Names [(a) ${FIRST_EXTRA} 0 R] >> >>`,
        objects: [
          `<< /Type /Filespec /F (a.exe) /EF << /F ${FIRST_EXTRA + 1} 0 R >> >>`,
          streamSource('/Type /EmbeddedFile', Buffer.from('MZ')),
        ],
      }),
    named: /other files inside/,
  },
  'an XFA form': {
    file: () =>
      buildPdf({
        catalog: `/AcroForm << /Fields [] /XFA ${FIRST_EXTRA} 0 R >>`,
        objects: [streamSource('', Buffer.from('<xdp:xdp/>'))],
      }),
    named: /XFA/,
  },
  'rich media': {
    file: () =>
      buildPdf({
        pages: [{ entries: '/Annots [<< /Type /Annot /Subtype /RichMedia /Rect [0 0 9 9] >>]' }],
      }),
    named: /video, sound or 3D/,
  },
};

/** A JPEG of one grey pixel, without its entropy-coded data: enough to be told from a PDF. */
export function jpegHead(): Buffer {
  return Buffer.from('ffd8ffe000104a46494600010100000100010000ffdb004300', 'hex');
}

function pageSource(page: FixturePage, contentNumber: number): string {
  const box = (page.mediaBox ?? [0, 0, A4.width, A4.height]).join(' ');
  const crop = page.cropBox ? `/CropBox [${page.cropBox.join(' ')}]` : '';
  const own = page.entries ?? '';
  const resources = own.includes('/Resources') ? '' : '/Resources << /Font << /F1 3 0 R >> >>';
  const contents = own.includes('/Contents') ? '' : `/Contents ${contentNumber} 0 R`;
  return `<< /Type /Page /Parent  2 0 R /MediaBox [${box}] ${crop} /Rotate ${page.rotate ?? 0}
${resources} ${contents} ${own} >>`;
}
