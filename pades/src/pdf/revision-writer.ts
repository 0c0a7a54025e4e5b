import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { PdfDocument } from './document.ts';
import { latin1 } from './parser.ts';
import { valueSource } from './source-text.ts';
import { isArray, isString, type PdfRef } from './values.ts';

interface WrittenObject {
  readonly generation: number;
  /** File offset. */
  readonly offset: number;
}

interface StreamSource {
  /** Source of the dictionary without /Length. */
  readonly entries: string;
  readonly data: Uint8Array;
}

/** Source of a stream object. */
export function streamSource({ entries, data }: StreamSource): Buffer {
  const head = Buffer.from(`<< ${entries} /Length ${data.length} >>\nstream\n`, 'latin1');
  return Buffer.concat([head, data, Buffer.from('\nendstream', 'latin1')]);
}

/** An object as this writer writes it. */
export function objectBytes(ref: PdfRef, source: string): Buffer {
  return Buffer.from(`${openingOf(ref)}${source}${CLOSING}`, 'latin1');
}

const CLOSING = '\nendobj\n';

function openingOf({ number, generation }: PdfRef): string {
  return `${number} ${generation} obj\n`;
}

/**
 * Writes an incremental update (ISO 32000-1 §7.5.6): objects, then a cross-reference section of the same kind as the
 * newest section of the file. The bytes of the file do not change.
 */
export class RevisionWriter {
  readonly document: PdfDocument;
  readonly #chunks: Uint8Array[] = [];
  readonly #placed = new Map<number, WrittenObject>();
  #length = 0;
  #nextNumber: number;

  constructor(document: PdfDocument) {
    this.document = document;
    this.#nextNumber = document.nextNumber;
    const { source } = document;
    const last = source.read(source.size - 1, 1)[0];
    if (last !== 10 && last !== 13) this.#write('\n');
  }

  /** False until the first object is written. */
  get hasObjects(): boolean {
    return this.#placed.size > 0;
  }

  /** Reserves a new object number. */
  allocate(): PdfRef {
    const number = this.#nextNumber;
    this.#nextNumber += 1;
    return { kind: 'ref', number, generation: 0 };
  }

  /** Writes an object; returns the offset of its source in the update. */
  put(ref: PdfRef, source: string | Uint8Array): number {
    this.#begin(ref);
    const start = this.#length;
    this.#write(source);
    this.#write(CLOSING);
    return start;
  }

  /** Writes a new object and returns its reference. */
  add(source: string): PdfRef {
    const ref = this.allocate();
    this.put(ref, source);
    return ref;
  }

  /** Writes a new stream object; `entries` is the source of its dictionary without /Length. */
  addStream(entries: string, data: Uint8Array): PdfRef {
    const ref = this.allocate();
    this.putStream(ref, { entries, data });
    return ref;
  }

  /**
   * Writes a new stream object, compressed even where that makes it no shorter: EU DSS reports a /Filter that the
   * appearance of an empty field gets with its signature as an undefined change.
   */
  addPacked(entries: string, data: Uint8Array): PdfRef {
    return this.addStream(`${entries} /Filter /FlateDecode`, deflateSync(data));
  }

  putStream(ref: PdfRef, stream: StreamSource): void {
    this.put(ref, streamSource(stream));
  }

  /** Ends the revision and returns the bytes to append. */
  finish(): Uint8Array {
    const { newest } = this.document;
    if (newest.kind === 'table') this.#writeTable();
    else this.#writeStream();
    return Buffer.concat(this.#chunks);
  }

  #begin(ref: PdfRef): void {
    const offset = this.document.source.size + this.#length;
    this.#placed.set(ref.number, { generation: ref.generation, offset });
    this.#write(openingOf(ref));
  }

  #write(chunk: string | Uint8Array): void {
    const bytes = typeof chunk === 'string' ? Buffer.from(chunk, 'latin1') : chunk;
    this.#chunks.push(bytes);
    this.#length += bytes.length;
  }

  #writeTable(): void {
    const start = this.document.source.size + this.#length;
    let table = 'xref\n';
    for (const run of this.#runs()) {
      table += `${run[0]} ${run.length}\n`;
      for (const number of run) {
        const { offset, generation } = this.#placed.get(number) ?? { offset: 0, generation: 0 };
        table += `${String(offset).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`;
      }
    }
    this.#write(`${table}trailer\n<< ${this.#trailerEntries()} >>\nstartxref\n${start}\n%%EOF\n`);
  }

  #writeStream(): void {
    const start = this.document.source.size + this.#length;
    const streamRef = this.allocate();
    const trailer = this.#trailerEntries();
    this.#begin(streamRef);
    const runs = this.#runs();
    const data = Buffer.alloc(this.#placed.size * 9);
    for (const [row, number] of runs.flat().entries()) {
      const { offset, generation } = this.#placed.get(number) ?? { offset: 0, generation: 0 };
      data.writeUInt8(1, row * 9);
      data.writeUIntBE(offset, row * 9 + 1, 6);
      data.writeUInt16BE(generation, row * 9 + 7);
    }
    const index = runs.map((run) => `${run[0]} ${run.length}`).join(' ');
    const entries = `/Type /XRef /W [1 6 2] /Index [${index}] ${trailer} /Length ${data.length}`;
    this.#write(`<< ${entries} >>\nstream\n`);
    this.#write(data);
    this.#write(`\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`);
  }

  /** Object numbers written, as ascending runs without gaps: the subsections of the cross-reference. */
  #runs(): number[][] {
    const runs: number[][] = [];
    for (const number of [...this.#placed.keys()].sort((one, other) => one - other)) {
      const run = runs.at(-1);
      if (run && run.at(-1) === number - 1) run.push(number);
      else runs.push([number]);
    }
    return runs;
  }

  #trailerEntries(): string {
    const { trailer, xref } = this.document;
    const unchanged: string[] = [];
    for (const key of ['Root', 'Info']) {
      const span = trailer.spans.get(key);
      if (span) unchanged.push(latin1(span.bytes, span.start, span.end));
    }
    const id = this.document.resolve(trailer.entries.get('ID'));
    const first = isArray(id) ? id.items[0] : undefined;
    // ISO 32000-1 §14.4: the first part is permanent, the second identifies this revision.
    const current = `<${this.#fingerprint()}>`;
    unchanged.push(`/ID [${isString(first) ? valueSource(first) : current} ${current}]`);
    return `/Size ${this.#nextNumber} /Prev ${xref.startxref} ${unchanged.join(' ')}`;
  }

  #fingerprint(): string {
    const hash = createHash('sha256').update(String(this.document.source.size));
    for (const chunk of this.#chunks) hash.update(chunk);
    return hash.digest('hex').slice(0, 32);
  }
}
