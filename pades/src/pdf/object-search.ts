import { type ByteSource, truncatedSource } from '../byte-source.ts';
import type { Limits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { PdfDocument } from './document.ts';
import { latin1 } from './parser.ts';
import { dictOf, emptyDict, isDict, isRef, type PdfDict } from './values.ts';
import type { XrefChain } from './xref.ts';
import type { XrefEntry, XrefSubsection } from './xref-section.ts';
import { readTrailer } from './xref-table.ts';

const WINDOW_BYTES = 65_536;
/** Longer than any token; one that begins here is read with the next window. */
const OVERLAP_BYTES = 256;
/** Each may be as long as the file, so only the last ones are read. */
const TRAILERS_TRIED = 16;

/** A stream whose dictionary is longer is searched like the rest of the file. */
const DICTIONARY_BYTES = 4096;

/** The beginning of an object or of a stream's data, a trailer, a name that tells what an object is, a comment. */
const TOKEN = new RegExp(
  [
    /(?<![0-9])([0-9]{1,10})[\0\t\n\f\r ]{1,64}([0-9]{1,5})[\0\t\n\f\r ]{1,64}obj(?![a-zA-Z])/,
    />>[\0\t\n\f\r ]{0,64}(stream)(?:\r\n|\n|\r)/,
    /\b(trailer)\b/,
    /\/(ObjStm|XRef|Catalog)\b/,
    /(?<=[\r\n])%[^\r\n]{0,200}/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'g',
);
const LENGTH = /\/Length[\0\t\n\f\r ]+([0-9]{1,10})(?![0-9]|[\0\t\n\f\r ]+[0-9]+[\0\t\n\f\r ]+R)/;

interface ListedObject {
  readonly number: number;
  readonly generation: number;
  readonly offset: number;
}

type ObjectEntry = XrefEntry & { readonly at: number };

/**
 * Finds the objects of a damaged file as viewers do that cannot use its cross-reference: by searching for them. Of
 * several with one number the last counts. The data of streams are skipped only where their length is true.
 */
export class ObjectSearch {
  readonly #source: ByteSource;
  readonly #limits: Limits;
  /** In the order of the file. */
  readonly #objects: ListedObject[] = [];
  readonly #streams: ListedObject[] = [];
  readonly #catalogues: ListedObject[] = [];
  /** Offsets of the word `trailer`, and of objects that are cross-reference streams. */
  readonly #trailers: number[] = [];

  /** @throws PdfRefusal `limit` when the file has too many objects */
  constructor(source: ByteSource, limits: Limits) {
    this.#source = source;
    this.#limits = limits;
    this.#search();
  }

  /** The file as far as `end`, opened with the objects that were found; null when it has no catalogue. */
  documentAt(end: number, earlier?: PdfDocument): PdfDocument | null {
    const source = end === this.#source.size ? this.#source : truncatedSource(this.#source, end);
    const entries = new Map<number, ObjectEntry>();
    for (const { number, generation, offset } of this.#objects)
      if (offset < end) entries.set(number, { type: 'offset', offset, generation, at: offset });
    const open = (trailer: PdfDict, former: PdfDocument | undefined): PdfDocument =>
      new PdfDocument(source, {
        limits: this.#limits,
        isLoose: true,
        repairedXref: chainOf(entries, { end, trailer }),
        ...(former ? { earlier: former } : {}),
      });
    const first = open(emptyDict, earlier);
    this.#addPacked(first, entries);
    const packed = open(emptyDict, first);
    const trailer = this.#findTrailer(packed);
    return trailer && open(trailer, first);
  }

  #search(): void {
    const { size } = this.#source;
    let current: ListedObject | null = null;
    let next = 0;
    for (let start = 0; start < size; start = Math.max(start + WINDOW_BYTES - OVERLAP_BYTES, next)) {
      const text = latin1(this.#source.read(start, Math.min(WINDOW_BYTES, size - start)));
      const isLast = start + text.length >= size;
      TOKEN.lastIndex = Math.max(0, next - start);
      for (let match = TOKEN.exec(text); match; match = TOKEN.exec(text)) {
        if (!isLast && match.index >= text.length - OVERLAP_BYTES) break;
        next = start + match.index + match[0].length;
        if (match[3] === undefined) {
          current = this.#read(match, start + match.index, current);
          continue;
        }
        if (current) next = this.#skipStream(current, next);
        current = null;
        TOKEN.lastIndex = next - start;
      }
    }
  }

  #read(
    [, number, generation, , trailer, name]: RegExpExecArray,
    offset: number,
    current: ListedObject | null,
  ): ListedObject | null {
    if (number !== undefined)
      return this.#add({ number: Number(number), generation: Number(generation), offset });
    if (trailer !== undefined) this.#trailers.push(offset);
    else if (name === 'XRef' && current) this.#trailers.push(current.offset);
    else if (name === 'ObjStm' && current) this.#streams.push(current);
    else if (name === 'Catalog' && current) this.#catalogues.push(current);
    return current;
  }

  /** The end of a stream's data where `endstream` follows them; otherwise their start. */
  #skipStream({ offset }: ListedObject, dataStart: number): number {
    const length = dataStart - offset;
    if (length > DICTIONARY_BYTES) return dataStart;
    const match = LENGTH.exec(latin1(this.#source.read(offset, length)));
    const end = dataStart + Number(match?.[1] ?? 0);
    const isTrue = /^[\0\t\n\f\r ]*endstream/.test(latin1(this.#source.read(end, 16)));
    return isTrue ? end : dataStart;
  }

  #add(object: ListedObject): ListedObject {
    if (object.number < this.#limits.objects) this.#objects.push(object);
    if (this.#objects.length > this.#limits.objects)
      throw new PdfRefusal('limit', `The file has more than ${this.#limits.objects} objects.`);
    return object;
  }

  /** Adds the objects in object streams, unless an object of the same number comes later. */
  #addPacked(document: PdfDocument, entries: Map<number, ObjectEntry>): void {
    for (const { number: container, offset } of this.#streams) {
      const containerEntry = entries.get(container);
      if (containerEntry?.type !== 'offset' || containerEntry.offset !== offset) continue;
      const numbers = attempt(() => document.numbersInStream(container)) ?? [];
      for (const [index, number] of numbers.entries()) {
        const isLater = (entries.get(number)?.at ?? -1) < offset;
        if (isLater && number < this.#limits.objects)
          entries.set(number, { type: 'compressed', container, index, at: offset });
      }
    }
  }

  /** The last trailer whose catalogue is in the file; without one, the last catalogue. */
  #findTrailer(document: PdfDocument): PdfDict | null {
    const { source, limits } = document;
    const inside = (offset: number): boolean => offset < source.size;
    for (const offset of this.#trailers.filter(inside).slice(-TRAILERS_TRIED).reverse()) {
      const trailer = attempt(() => {
        const isObject = /^[0-9]/.test(latin1(source.read(offset, 1)));
        const catalog = isObject
          ? dictOf(document.objectAt(offset).value)
          : readTrailer({ source, limits }, offset).trailer;
        return catalog && hasCatalogue(document, catalog) ? catalog : null;
      });
      if (trailer) return trailer;
    }
    const roots = this.#catalogues.filter(({ offset }) => inside(offset)).slice(-TRAILERS_TRIED);
    for (const { number, generation } of roots.reverse()) {
      const root = { kind: 'ref', number, generation } as const;
      const trailer: PdfDict = { ...emptyDict, entries: new Map([['Root', root]]) };
      if (attempt(() => hasCatalogue(document, trailer))) return trailer;
    }
    return null;
  }
}

function hasCatalogue(document: PdfDocument, trailer: PdfDict): boolean {
  const root = trailer.entries.get('Root');
  const dict = isRef(root) ? document.resolve(root) : null;
  return isDict(dict) && dict.entries.has('Pages');
}

/** One section that lists what was found; its offset is that of no section in a file. */
function chainOf(
  entries: ReadonlyMap<number, XrefEntry>,
  { end, trailer }: { readonly end: number; readonly trailer: PdfDict },
): XrefChain {
  const runs: { first: number; count: number }[] = [];
  for (const number of [...entries.keys()].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && last.first + last.count === number) last.count += 1;
    else runs.push({ first: number, count: 1 });
  }
  const merged = new Map(entries);
  const subsections = runs.map(
    ({ first, count }): XrefSubsection => ({
      first,
      count,
      entry: (index) => merged.get(first + index) ?? { type: 'free' },
    }),
  );
  const section = {
    kind: 'table',
    offset: -end,
    end,
    trailer,
    subsections,
    previous: null,
    hiddenAt: null,
    isLoose: true,
  } as const;
  return { startxref: end, sections: [section] };
}

function attempt<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof PdfRefusal) return null;
    throw error;
  }
}
