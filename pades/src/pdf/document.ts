import { type ByteSource, type PdfInput, toSource } from '../byte-source.ts';
import { defaultLimits, type Limits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { inflate, unpredict } from './filters.ts';
import { type ObjectStream, readObjectStream } from './object-stream.ts';
import { parseObject } from './parse-object.ts';
import { latin1, OutOfBytes, Parser } from './parser.ts';
import {
  dictOf,
  type IndirectObject,
  isArray,
  isDict,
  isInteger,
  isRef,
  isStream,
  nameOf,
  type PdfDict,
  type PdfRef,
  type PdfStream,
  type PdfValue,
} from './values.ts';
import { readVersion } from './version.ts';
import { readableGroups, readXrefChain, type XrefChain } from './xref.ts';
import type { XrefReader } from './xref-section.ts';
import { findEntry, type XrefEntry, type XrefSection } from './xref-section.ts';

/** Cache of parsed parts of a file. Appending bytes does not invalidate it. */
interface Memory {
  readonly sections: Map<number, XrefSection>;
  readonly objectsByOffset: Map<number, IndirectObject>;
  /** Object streams by their file offset. */
  readonly containers: Map<number, ObjectStream>;
  /** Object streams being read, to detect one whose /Length is an object inside itself. */
  readonly opening: Set<number>;
  inflatedBytes: number;
  parsedBytes: number;
}

/** Bytes exempt from `limits.parsedPasses`, so that small files do not reach it. */
const PARSED_FREE_BYTES = 16 * 1024 * 1024;

/** Parsed objects in the cache; it is cleared when full, so that memory does not grow with the file. */
const OBJECTS_CACHED = 4096;

/** With more sections than this, an index from object numbers to sections replaces the linear search. */
const SECTIONS_SEARCHED = 8;

export interface DocumentOptions {
  readonly limits?: Limits;
  /** Of a damaged file, found by searching it; the file's own is not read. */
  readonly repairedXref?: XrefChain;
  /** A document over a prefix of this file, whose cache is shared, and which is read as strictly. */
  readonly earlier?: PdfDocument;
  /** Reads what viewers read and no file that is signed here may have: white space before an object. */
  readonly isLoose?: boolean;
}

/** A PDF file opened for reading; objects are located and parsed on demand. */
export class PdfDocument {
  readonly source: ByteSource;
  readonly limits: Limits;
  /** From the header, "1.7". */
  readonly version: string;
  /** Whether its cross-reference was found by searching the file. */
  readonly isRepaired: boolean;
  #xref: XrefChain | null = null;
  readonly #isLoose: boolean;
  readonly #memory: Memory;
  #newestSections: Uint16Array | null = null;

  constructor(input: PdfInput, options: DocumentOptions = {}) {
    this.source = toSource(input);
    this.limits = options.limits ?? defaultLimits;
    this.#isLoose = options.isLoose ?? (options.earlier ? options.earlier.#isLoose : false);
    this.#memory = options.earlier
      ? options.earlier.#memory
      : {
          sections: new Map(),
          objectsByOffset: new Map(),
          containers: new Map(),
          opening: new Set(),
          inflatedBytes: 0,
          parsedBytes: 0,
        };
    if (this.source.size > this.limits.fileBytes)
      throw new PdfRefusal('limit', `The file is larger than ${this.limits.fileBytes} bytes.`);
    this.isRepaired = options.repairedXref !== undefined;
    this.version = readVersion(this.source, this.isRepaired);
    this.#xref = options.repairedXref ?? readXrefChain(this.#xrefReader());
  }

  get xref(): XrefChain {
    // A cross-reference stream that depends on another object cannot be read, since objects need the cross-reference.
    if (!this.#xref)
      throw new PdfRefusal('xref', 'The file is damaged: its cross-reference depends on itself.');
    return this.#xref;
  }

  /** Of a damaged file: the sections of its own cross-reference that can be read, newest first. */
  get readableSections(): ReturnType<typeof readableGroups> {
    return readableGroups(this.#xrefReader());
  }

  /** The newest section: its trailer is in force, and an appended section must be of its kind. */
  get newest(): XrefSection {
    const [section] = this.xref.sections;
    if (!section) throw new PdfRefusal('xref', 'The file is damaged: it has no cross-reference.');
    return section;
  }

  get trailer(): PdfDict {
    return this.newest.trailer;
  }

  get isEncrypted(): boolean {
    return this.xref.sections.some(({ trailer }) => (trailer.entries.get('Encrypt') ?? null) !== null);
  }

  /** The next free object number; ignores a /Size that is too small, so that no existing object is replaced. */
  get nextNumber(): number {
    let highest = 0;
    for (const { trailer, subsections } of this.xref.sections) {
      const size = trailer.entries.get('Size');
      if (isInteger(size)) highest = Math.max(highest, size);
      const last = subsections.at(-1);
      if (last) highest = Math.max(highest, last.first + last.count);
    }
    return highest;
  }

  get root(): { readonly ref: PdfRef; readonly dict: PdfDict } {
    const ref = this.trailer.entries.get('Root');
    const dict = isRef(ref) ? this.resolve(ref) : null;
    if (!isRef(ref) || !isDict(dict))
      throw new PdfRefusal('object', 'The file is damaged: it has no catalogue.');
    return { ref, dict };
  }

  entry(number: number): XrefEntry {
    const { sections } = this.xref;
    for (let index = this.#sectionOf(number); index < sections.length; index += 1) {
      const section = sections[index];
      const entry = section ? findEntry(section, number) : null;
      if (!section || entry === null) continue;
      // ISO 32000-1 §7.5.8.4: an object that is free in a hybrid file's table may be in its cross-reference stream.
      const isHiddenCandidate = entry.type === 'free' && section.hiddenAt !== null;
      const hidden = isHiddenCandidate ? this.#memory.sections.get(section.hiddenAt ?? -1) : undefined;
      return (hidden && findEntry(hidden, number)) ?? entry;
    }
    return { type: 'free' };
  }

  /** The object with this number; null for free and unknown numbers (ISO 32000-1 §7.3.10). */
  object(number: number): IndirectObject | null {
    const entry = this.entry(number);
    if (entry.type === 'free') return null;
    if (entry.type === 'compressed') return this.#compressedObject(number, entry);
    const object = this.objectAt(entry.offset);
    if (object.number !== number || object.generation !== entry.generation)
      throw new PdfRefusal(
        'xref',
        'The file is damaged: its cross-reference points to another object. Save or export it again.',
        `object ${number}`,
      );
    return object;
  }

  /** Follows references until a direct value; null for a dangling one. @throws PdfRefusal `object` for a circle */
  resolve(value: PdfValue | undefined): PdfValue {
    let current = value ?? null;
    for (let steps = 0; isRef(current); steps += 1) {
      if (steps > this.limits.nesting)
        throw new PdfRefusal(
          'object',
          'The file is damaged: references form a circle.',
          `object ${current.number}`,
        );
      const object: IndirectObject | null = this.object(current.number);
      current = object !== null && object.generation === current.generation ? object.value : null;
    }
    return current;
  }

  /** The dictionary at a key, references resolved, or null. */
  dict(holder: PdfDict, key: string): PdfDict | null {
    return dictOf(this.resolve(holder.entries.get(key)));
  }

  /** Numbers of the objects in an object stream. @throws PdfRefusal when it cannot be read */
  numbersInStream(number: number): readonly number[] {
    const entry = this.entry(number);
    return entry.type === 'offset' ? this.#objectStream(number, entry.offset).numbers : [];
  }

  /** Parses the object at a file offset. */
  objectAt(offset: number): IndirectObject {
    const { source, limits } = this;
    const cached = this.#memory.objectsByOffset.get(offset);
    // The shared cache may hold an object of a longer file that ends after this one.
    if (offset >= source.size || (cached?.end ?? 0) > source.size)
      throw new PdfRefusal('xref', 'The file is damaged: an object is beyond its end.', `byte ${offset}`);
    if (cached) return cached;
    for (let window = 512; ; window *= 8) {
      const bytes = source.read(offset, window);
      const final = offset + bytes.length >= source.size;
      this.#countParsed(bytes.length);
      try {
        const object = parseObject({ bytes, final, offset, limits, isLoose: this.#isLoose });
        if (this.#memory.objectsByOffset.size >= OBJECTS_CACHED) this.#memory.objectsByOffset.clear();
        this.#memory.objectsByOffset.set(offset, object);
        return object;
      } catch (error) {
        if (!(error instanceof OutOfBytes)) throw error;
        if (window > limits.objectBytes)
          throw new PdfRefusal('limit', 'An object is too large.', `byte ${offset}`);
      }
    }
  }

  /** File offset of the end of a stream's data by its /Length. @throws PdfRefusal `stream` when outside the file */
  streamEnd({ dataOffset, dict }: PdfStream): number {
    const length = this.resolve(dict.entries.get('Length'));
    if (!isInteger(length) || length < 0 || dataOffset + length > this.source.size)
      throw new PdfRefusal(
        'stream',
        'The file is damaged: a stream has a wrong /Length.',
        `byte ${dataOffset}`,
      );
    return dataOffset + length;
  }

  /** Encoded data of a stream; checks that `endstream` follows at /Length. */
  rawStream(stream: PdfStream): Uint8Array {
    const { dataOffset } = stream;
    const where = `byte ${dataOffset}`;
    const length = this.streamEnd(stream) - dataOffset;
    const after = latin1(this.source.read(dataOffset + length, 16));
    if (!/^[\0\t\n\f\r ]*endstream/.test(after))
      throw new PdfRefusal('stream', 'The file is damaged: a stream has a wrong /Length.', where);
    return this.source.read(dataOffset, length);
  }

  /** Decoded data of a cross-reference or object stream: no filter, or FlateDecode with a PNG predictor. */
  structureStream(stream: PdfStream): Uint8Array {
    const raw = this.rawStream(stream);
    const at = `byte ${stream.dataOffset}`;
    const filter = this.resolve(stream.dict.entries.get('Filter'));
    const [first, second] = isArray(filter) ? filter.items : [filter];
    if ((first ?? null) === null) return raw;
    if (second !== undefined || nameOf(this.resolve(first)) !== 'FlateDecode')
      throw new PdfRefusal(
        'filter',
        'The compression of its structure is not supported. Save or export it again.',
        at,
      );
    const data = this.inflateCounted(raw, at);
    const parms = this.resolve(stream.dict.entries.get('DecodeParms'));
    const parmsDict = this.resolve(isArray(parms) ? parms.items[0] : parms);
    if (!isDict(parmsDict)) return data;
    const number = (key: string, fallback: number): number => {
      const value = parmsDict.entries.get(key);
      return isInteger(value) && value > 0 && value < 100_000 ? value : fallback;
    };
    return unpredict(
      data,
      {
        predictor: number('Predictor', 1),
        colors: number('Colors', 1),
        bits: number('BitsPerComponent', 8),
        columns: number('Columns', 1),
      },
      at,
    );
  }

  /** Inflates within the limits for one stream and for the whole file. */
  inflateCounted(data: Uint8Array, at: string): Uint8Array {
    const left = this.limits.inflatedTotalBytes - this.#memory.inflatedBytes;
    const inflated = inflate(data, { bytesMax: Math.min(this.limits.inflatedStreamBytes, left), at });
    this.#memory.inflatedBytes += inflated.length;
    return inflated;
  }

  /** Index of the section at which the search for a number starts; exact when the index is in use. */
  #sectionOf(number: number): number {
    const { sections } = this.xref;
    if (sections.length <= SECTIONS_SEARCHED) return 0;
    if (this.#newestSections === null) {
      this.#newestSections = new Uint16Array(this.nextNumber).fill(sections.length);
      for (const [index, { subsections }] of [...sections.entries()].reverse())
        for (const { first, count } of subsections) this.#newestSections.fill(index, first, first + count);
    }
    return this.#newestSections[number] ?? sections.length;
  }

  #countParsed(bytes: number): void {
    this.#memory.parsedBytes += bytes;
    if (this.#memory.parsedBytes > PARSED_FREE_BYTES + this.source.size * this.limits.parsedPasses)
      throw new PdfRefusal('limit', 'The file takes too long to read, because its parts overlap.');
  }

  #compressedObject(
    number: number,
    entry: { readonly container: number; readonly index: number },
  ): IndirectObject {
    const { container, index } = entry;
    const containerOffset = this.entry(container);
    const where = `object ${container}`;
    if (containerOffset.type !== 'offset')
      throw new PdfRefusal('object', 'The file is damaged: an object stream is missing.', where);
    const objects = this.#objectStream(container, containerOffset.offset);
    const cached = objects.parsed.get(number);
    if (cached) return cached;
    const offset = objects.offsets[index];
    if (objects.numbers[index] !== number || offset === undefined)
      throw new PdfRefusal(
        'xref',
        'The file is damaged: an object stream holds another object.',
        `object ${number}`,
      );
    const parser = new Parser(objects.data, offset, {
      final: true,
      limits: this.limits,
      at: `object ${number}`,
    });
    const object: IndirectObject = { number, generation: 0, value: parser.value(), base: null, end: null };
    objects.parsed.set(number, object);
    return object;
  }

  #objectStream(number: number, offset: number): ObjectStream {
    const { containers, opening } = this.#memory;
    const cached = containers.get(offset);
    const at = `object ${number}`;
    if (cached && cached.end > this.source.size)
      throw new PdfRefusal('object', 'The file is damaged: an object stream is missing.', at);
    if (cached) return cached;
    if (opening.has(offset))
      throw new PdfRefusal('object', 'The file is damaged: an object stream contains itself.', at);
    opening.add(offset);
    try {
      const container = readObjectStream(this, number, this.objectAt(offset));
      containers.set(offset, container);
      return container;
    } finally {
      opening.delete(offset);
    }
  }

  #xrefReader(): XrefReader {
    return {
      source: this.source,
      limits: this.limits,
      sections: this.#memory.sections,
      streamAt: (offset) => {
        const { value, number } = this.objectAt(offset);
        if (!isStream(value))
          throw new PdfRefusal(
            'xref',
            'The file is damaged: a cross-reference is missing.',
            `byte ${offset}`,
          );
        if (!isInteger(value.dict.entries.get('Length')))
          throw new PdfRefusal(
            'xref',
            'The file is damaged: a cross-reference has no length.',
            `byte ${offset}`,
          );
        return { number, stream: value, end: this.streamEnd(value), data: this.structureStream(value) };
      },
    };
  }
}
