import { randomFillSync } from 'node:crypto';
import { deflateSync } from 'node:zlib';

export interface DocumentOptions {
  pages: number;
  /** Size of the whole file, made up by scanned pictures on its pages; left out: text alone. */
  bytes?: number;
  /** Everything except streams is in object streams, found by a cross-reference stream. */
  hasObjectStreams?: boolean;
}

/**
 * A contract as word processors and scanners make them: text on every page, and pictures that hold most of the bytes.
 * The last page is a third full, so that signatures find a place.
 */
export function buildDocument(options: DocumentOptions): Buffer {
  const { pages, bytes = 0, hasObjectStreams = false } = options;
  const bare = write(objectsOf(pages, []), hasObjectStreams);
  const missing = bytes - bare.length;
  if (missing < 1_000) return bare;
  const count = Math.min(pages, Math.ceil(missing / PICTURE_BYTES));
  const pictures = Array.from({ length: count }, () => pictureOf(Math.floor(missing / count) - 300));
  return write(objectsOf(pages, pictures), hasObjectStreams);
}

const PICTURE_BYTES = 900_000;
const FIRST_PAGE = 10;
const LINES = 42;
const WORDS =
  'the tenant pays rent for mill and river at lease end keys are given back by both in good order';

interface PdfObject {
  number: number;
  dict: string;
  stream?: Buffer;
}

/** A grey picture of noise, as good as incompressible: so many bytes it takes in the file. */
function pictureOf(bytes: number): PdfObject {
  const width = 600;
  const height = Math.max(1, Math.floor(bytes / width));
  const stream = deflateSync(randomFillSync(Buffer.alloc(width * height)), { level: 1 });
  const entries = `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /BitsPerComponent 8`;
  return { number: 0, dict: `${entries} /ColorSpace /DeviceGray /Filter /FlateDecode`, stream };
}

function objectsOf(pages: number, pictures: readonly PdfObject[]): PdfObject[] {
  const pageNumber = (index: number) => FIRST_PAGE + index * 2;
  const firstPicture = pageNumber(pages);
  const kids = Array.from({ length: pages }, (_page, index) => `${pageNumber(index)} 0 R`).join(' ');
  const objects: PdfObject[] = [
    { number: 1, dict: '/Type /Catalog /Pages 2 0 R' },
    { number: 2, dict: `/Type /Pages /Kids [${kids}] /Count ${pages} /MediaBox [0 0 595 842]` },
    { number: 3, dict: '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding' },
  ];
  for (let index = 0; index < pages; index += 1) {
    const number = pageNumber(index);
    const picture = pictures[index] ? `/XObject << /P ${firstPicture + index} 0 R >>` : '';
    const resources = `/Resources << /Font << /F1 3 0 R >> ${picture} >>`;
    objects.push({ number, dict: `/Type /Page /Parent 2 0 R /Contents ${number + 1} 0 R ${resources}` });
    const text = pageText(index, { isLast: index === pages - 1, hasPicture: picture !== '' });
    const stream = deflateSync(Buffer.from(text, 'latin1'));
    objects.push({ number: number + 1, dict: '/Filter /FlateDecode', stream });
  }
  return [...objects, ...pictures.map((picture, index) => ({ ...picture, number: firstPicture + index }))];
}

function pageText(index: number, { isLast, hasPicture }: { isLast: boolean; hasPicture: boolean }): string {
  const words = WORDS.split(' ');
  const count = isLast ? LINES / 3 : LINES;
  const lines = Array.from({ length: Math.floor(hasPicture ? count / 2 : count) }, (_line, at) => {
    const text = words.map((_word, step) => words[(at * 7 + index * 3 + step * 5) % words.length]).join(' ');
    return `(${index + 1}.${at + 1} ${text}) Tj T*`;
  });
  const picture = hasPicture ? `q 320 0 0 220 72 ${isLast ? 420 : 120} cm /P Do Q\n` : '';
  return `${picture}BT /F1 9 Tf 15 TL 72 760 Td\n${lines.join('\n')}\nET`;
}

function write(objects: readonly PdfObject[], hasObjectStreams: boolean): Buffer {
  const file = new FileWriter();
  if (!hasObjectStreams) {
    for (const object of objects) file.put(object);
    return file.endWithTable();
  }
  for (const object of objects) if (object.stream) file.put(object);
  const packed = objects.filter(({ stream }) => !stream);
  let next = Math.max(...objects.map(({ number }) => number)) + 1;
  for (let at = 0; at < packed.length; at += PACKED_MAX) {
    file.putPacked(packed.slice(at, at + PACKED_MAX), next);
    next += 1;
  }
  return file.endWithStream(next);
}

/** As many as writers in use put into one. */
const PACKED_MAX = 100;

class FileWriter {
  readonly #pieces: Buffer[] = [Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')];
  #size = this.#pieces[0]?.length ?? 0;
  /** Type, and offset or object stream, and index: as in a cross-reference stream. */
  readonly #places = new Map<number, readonly [number, number, number]>();

  put({ number, dict, stream }: PdfObject): void {
    this.#places.set(number, [1, this.#size, 0]);
    const length = stream ? ` /Length ${stream.length}` : '';
    this.#add(`${number} 0 obj\n<< ${dict}${length} >>\n`);
    if (stream) this.#add('stream\n', stream, '\nendstream\n');
    this.#add('endobj\n');
  }

  putPacked(objects: readonly PdfObject[], number: number): void {
    let body = '';
    const heads: string[] = [];
    for (const [index, object] of objects.entries()) {
      this.#places.set(object.number, [2, number, index]);
      heads.push(`${object.number} ${body.length}`);
      body += `<< ${object.dict} >>\n`;
    }
    const head = `${heads.join(' ')}\n`;
    const stream = deflateSync(Buffer.from(head + body, 'latin1'));
    const entries = `/Type /ObjStm /N ${objects.length} /First ${head.length} /Filter /FlateDecode`;
    this.put({ number, dict: entries, stream });
  }

  endWithTable(): Buffer {
    const size = Math.max(...this.#places.keys()) + 1;
    const start = this.#size;
    this.#add(`xref\n0 ${size}\n`);
    for (let number = 0; number < size; number += 1) {
      const place = this.#places.get(number);
      const offset = String(place?.[1] ?? 0).padStart(10, '0');
      this.#add(place ? `${offset} 00000 n \n` : `${offset} ${number === 0 ? '65535' : '00000'} f \n`);
    }
    this.#add(`trailer\n<< /Size ${size} /Root 1 0 R ${FILE_ID} >>\nstartxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#pieces);
  }

  endWithStream(number: number): Buffer {
    const start = this.#size;
    this.#places.set(number, [1, start, 0]);
    const rows = Buffer.alloc((number + 1) * 7);
    for (const [at, [type, where, index]] of this.#places) {
      rows.writeUInt8(type, at * 7);
      rows.writeUInt32BE(where, at * 7 + 1);
      rows.writeUInt16BE(index, at * 7 + 5);
    }
    const dict = `/Type /XRef /W [1 4 2] /Size ${number + 1} /Root 1 0 R ${FILE_ID} /Filter /FlateDecode`;
    this.put({ number, dict, stream: deflateSync(rows) });
    this.#add(`startxref\n${start}\n%%EOF\n`);
    return Buffer.concat(this.#pieces);
  }

  #add(...pieces: (string | Buffer)[]): void {
    for (const piece of pieces) {
      const bytes = typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece;
      this.#pieces.push(bytes);
      this.#size += bytes.length;
    }
  }
}

const FILE_ID = `/ID [<${'5a'.repeat(16)}> <${'5a'.repeat(16)}>]`;
