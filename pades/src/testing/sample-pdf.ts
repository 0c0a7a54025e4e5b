import { deflateSync } from 'node:zlib';

/** Options of a generated test file; defaults are the simplest choice. */
export interface SampleOptions {
  readonly pages?: number;
  readonly xref?: 'table' | 'stream' | 'hybrid';
  readonly mediaBox?: string;
  readonly cropBox?: string;
  readonly rotate?: number;
  /** Extra entries of the catalogue, of the first page and of the trailer, as PDF source. */
  readonly catalog?: string;
  readonly page?: string;
  readonly trailer?: string;
  /** What all pages show; the default is a line of text. */
  readonly content?: string;
  /** Extra objects from number 10 up, as PDF source; a string each. */
  readonly objects?: readonly string[];
  /** Bytes of incompressible data in one unused stream. */
  readonly ballast?: number;
}

/** Object numbers of every sample; pages follow the extra objects. */
const sampleNumbers = { catalog: 1, pages: 2, font: 3, content: 4, info: 5, extra: 10 } as const;

/** Objects by number, in the order in which they are written. */
export type PdfSources = readonly (readonly [number: number, source: string | Uint8Array])[];

/** Builds a small valid PDF with a line of text per page. */
export function samplePdf(options: SampleOptions = {}): Buffer {
  const trailer = `/Info 5 0 R /ID [<${'ab'.repeat(16)}> <${'cd'.repeat(16)}>] ${options.trailer ?? ''}`;
  return writePdf(sampleObjects(options), () => trailer, options.xref);
}

/** A file of these objects, number 1 being its catalogue; further entries of the trailer may depend on their bytes. */
export function writePdf(
  sources: PdfSources,
  trailerOf: (body: Buffer) => string,
  xref: SampleOptions['xref'] = 'table',
): Buffer {
  const chunks: Uint8Array[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  const offsets = new Map<number, number>();
  let position = chunks[0]?.length ?? 0;
  for (const [number, source] of sources) {
    offsets.set(number, position);
    const content = typeof source === 'string' ? Buffer.from(source, 'latin1') : source;
    const object = Buffer.concat([Buffer.from(`${number} 0 obj\n`), content, Buffer.from('\nendobj\n')]);
    chunks.push(object);
    position += object.length;
  }
  const size = Math.max(...offsets.keys()) + 1;
  const body = Buffer.concat(chunks);
  const ending = { offsets, size, trailer: `/Root 1 0 R ${trailerOf(body)}`, position };
  const write = { table: tableEnding, stream: streamEnding, hybrid: hybridEnding }[xref];
  return Buffer.concat([body, Buffer.from(write(ending), 'latin1')]);
}

function sampleObjects(options: SampleOptions): PdfSources {
  const count = options.pages ?? 1;
  const objects = options.objects ?? [];
  const firstPage = sampleNumbers.extra + objects.length;
  const kids = Array.from({ length: count }, (_item, index) => `${firstPage + index} 0 R`).join(' ');
  const text = options.content ?? 'BT /F1 18 Tf 72 700 Td (A contract between two people.) Tj ET';
  const content = deflateSync(Buffer.from(text, 'latin1'));
  const sources: [number, string | Uint8Array][] = [
    [1, `<< /Type /Catalog /Pages 2 0 R ${options.catalog ?? ''} >>`],
    [
      2,
      `<< /Type /Pages /Kids [${kids}] /Count ${count} /MediaBox ${options.mediaBox ?? '[0 0 595 842]'}
 /Resources << /Font << /F1 3 0 R >> >> >>`,
    ],
    [3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'],
    [4, streamSource(`/Filter /FlateDecode`, content)],
    [5, '<< /Producer (sample) >>'],
    ...objects.map((source, index): [number, string] => [sampleNumbers.extra + index, source]),
  ];
  for (let index = 0; index < count; index += 1) {
    const crop = options.cropBox ? `/CropBox ${options.cropBox}` : '';
    const rotate = options.rotate === undefined ? '' : `/Rotate ${options.rotate}`;
    const pageEntries = index === 0 ? (options.page ?? '') : '';
    sources.push([
      firstPage + index,
      `<< /Type /Page /Parent 2 0 R /Contents 4 0 R ${crop} ${rotate} ${pageEntries} >>`,
    ]);
  }
  if (options.ballast !== undefined)
    sources.push([firstPage + count, streamSource('', ballast(options.ballast))]);
  return sources;
}

/** A stream object's source with its /Length. */
export function streamSource(entries: string, data: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`, 'latin1'),
    data,
    Buffer.from('\nendstream'),
  ]);
}

interface Ending {
  readonly offsets: ReadonlyMap<number, number>;
  readonly size: number;
  readonly trailer: string;
  readonly position: number;
}

function tableEnding({ offsets, size, trailer, position }: Ending): string {
  const table = xrefTable(offsets, size);
  return `${table}trailer\n<< /Size ${size} ${trailer} >>\nstartxref\n${position}\n%%EOF\n`;
}

function streamEnding({ offsets, size, trailer, position }: Ending): string {
  const rows = Buffer.alloc((size + 1) * 6);
  rows.writeUInt8(0, 0);
  for (const [number, offset] of [...offsets, [size, position] as const]) {
    rows.writeUInt8(1, number * 6);
    rows.writeUInt32BE(offset, number * 6 + 1);
  }
  const data = deflateSync(rows).toString('latin1');
  const entries = `/Type /XRef /W [1 4 1] /Size ${size + 1} ${trailer} /Filter /FlateDecode /Length ${data.length}`;
  return `${size} 0 obj\n<< ${entries} >>\nstream\n${data}\nendstream\nendobj\nstartxref\n${position}\n%%EOF\n`;
}

/** A hybrid file: the information dictionary is free in the table and listed in the stream. */
function hybridEnding({ offsets, size, trailer, position }: Ending): string {
  const info = sampleNumbers.info;
  const row = Buffer.alloc(6);
  row.writeUInt8(1, 0);
  row.writeUInt32BE(offsets.get(info) ?? 0, 1);
  const data = row.toString('latin1');
  const entries = `/Type /XRef /W [1 4 1] /Size ${size + 1} /Index [${info} 1] /Length ${data.length}`;
  const hidden = `${size} 0 obj\n<< ${entries} >>\nstream\n${data}\nendstream\nendobj\n`;
  const shown = new Map([...offsets].filter(([number]) => number !== info));
  const table = xrefTable(shown, size);
  const keys = `/Size ${size + 1} ${trailer} /XRefStm ${position}`;
  return `${hidden}${table}trailer\n<< ${keys} >>\nstartxref\n${position + hidden.length}\n%%EOF\n`;
}

function xrefTable(offsets: ReadonlyMap<number, number>, size: number): string {
  let table = `xref\n0 ${size}\n`;
  for (let number = 0; number < size; number += 1) {
    const offset = offsets.get(number);
    const digits = String(offset ?? 0).padStart(10, '0');
    table +=
      offset === undefined ? `${digits} ${number === 0 ? '65535' : '00000'} f \n` : `${digits} 00000 n \n`;
  }
  return table;
}

/** Deterministic bytes that do not compress, to make a file as large as wanted. */
export function ballast(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  let state = 0x2545f491;
  for (let index = 0; index < length; index += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    bytes[index] = state;
  }
  return bytes;
}
