import { truncatedSource } from '../byte-source.ts';
import { PdfDocument } from '../pdf/document.ts';
import { type FieldLock, fieldLocks } from '../pdf/field-locks.ts';
import type { FormField } from '../pdf/form-fields.ts';
import type { ObjectSearch } from '../pdf/object-search.ts';
import { latin1 } from '../pdf/parser.ts';
import type { XrefSection } from '../pdf/xref-section.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { type Finding, findingOf } from './change-kinds.ts';
import { revisionFindings } from './compare-revisions.ts';
import { hasLooseObjects } from './loose-objects.ts';
import { counter, ObjectUses } from './object-uses.ts';
import { hasOtherReading } from './other-reading.ts';

const WINDOW_BYTES = 65_536;
const OVERLAP_BYTES = 256;
const USES_CACHED = 2;
const ENDING = /^startxref[\s\0]+(\d{1,15})[\s\0]+%%EOF(?:\r\n|\r|\n)?/;

/** Changes from one revision to the next. */
export interface RevisionStep {
  readonly findings: readonly Finding[];
  /** Locks of the earlier signatures. */
  readonly locks: readonly FieldLock[];
}

/** The revisions of one file. Each is opened once and each step compared once for all signatures. */
export class RevisionHistory {
  readonly document: PdfDocument;
  readonly #documents = new Map<number, PdfDocument | null>();
  readonly #uses = new Map<PdfDocument, ObjectUses>();
  readonly #steps = new Map<string, RevisionStep>();
  readonly #count: () => void;
  #listed = 0;
  #isAmbiguous: boolean | null = null;
  #ends: readonly number[] | null = null;
  #hidden: { readonly from: number; readonly ends: readonly number[] } | null = null;

  readonly #search: ObjectSearch | null;

  /** `search`: of a damaged file, by which `document` was opened. */
  constructor(document: PdfDocument, search: ObjectSearch | null = null) {
    this.document = document;
    this.#search = search;
    this.#count = counter(document.limits.comparedObjects);
  }

  /** The revision that ends at `end`; null when these bytes are not a complete file. */
  documentAt(end: number): PdfDocument | null {
    const cached = this.#documents.get(end);
    if (cached !== undefined) return cached;
    const opened = this.#open(end);
    this.#documents.set(end, opened);
    return opened;
  }

  /** As `documentAt`; of a damaged file also a revision that was damaged already when it was signed. */
  signedDocumentAt(end: number): PdfDocument | null {
    const exact = this.documentAt(end);
    if (exact || !this.#search) return exact;
    const document = this.#search.documentAt(end, this.document);
    this.#documents.set(end, document);
    return document;
  }

  /**
   * Ends of the revisions after `start`, oldest first: those of the cross-reference chain, and after `searchedFrom`
   * also those that a later chain omits.
   */
  endsAfter(start: number, searchedFrom = start): number[] {
    this.#ends ??= this.#findEnds();
    const ends = new Set([...this.#ends, ...this.#hiddenEnds(searchedFrom)].filter((end) => end > start));
    // A damaged file is its own last revision, whatever its end.
    if (this.document.isRepaired && this.document.source.size > start) ends.add(this.document.source.size);
    return [...ends].sort((one, other) => one - other);
  }

  /** Changes from one revision to the next; `unreadable` when they cannot be determined. */
  step(before: PdfDocument, after: PdfDocument): RevisionStep {
    const key = `${before.source.size} ${after.source.size}`;
    const cached = this.#steps.get(key);
    if (cached) return cached;
    const step = this.#readStep(before, after);
    this.#steps.set(key, step);
    return step;
  }

  /** Limits the output: each signature lists the changes of every later revision. */
  list(changes: number): void {
    this.#listed += changes;
    if (this.#listed > this.document.limits.listedChanges)
      throw new PdfRefusal('limit', 'The file has too many signatures and changes to tell of all of them.');
  }

  /** Whether programs that do not repair the damaged file may show something else than programs that do. */
  get isAmbiguous(): boolean {
    this.#isAmbiguous ??= this.document.isRepaired && hasOtherReading(this.document);
    return this.#isAmbiguous;
  }

  /** The form fields of a revision. @throws PdfRefusal when the form cannot be read. */
  fieldsOf(document: PdfDocument): readonly FormField[] {
    return this.#usesOf(document).fields;
  }

  #readStep(before: PdfDocument, after: PdfDocument): RevisionStep {
    try {
      const pair = { before: this.#usesOf(before), after: this.#usesOf(after) };
      const locks = fieldLocks(before, pair.before.fields);
      const findings = revisionFindings(pair, this.#count);
      if (!after.isRepaired && hasLooseObjects(before, after)) findings.push(findingOf('unreferenced-bytes'));
      return { findings, locks };
    } catch (error) {
      if (error instanceof PdfRefusal) return { findings: [findingOf('unreadable')], locks: [] };
      throw error;
    }
  }

  #usesOf(document: PdfDocument): ObjectUses {
    const cached = this.#uses.get(document);
    if (cached) return cached;
    // A step needs two; keeping more would let memory grow with the number of revisions.
    if (this.#uses.size >= USES_CACHED) this.#uses.clear();
    const uses = new ObjectUses(document, this.#count);
    this.#uses.set(document, uses);
    return uses;
  }

  #open(end: number): PdfDocument | null {
    const { source, limits, isRepaired } = this.document;
    if (isRepaired && end === source.size) return this.document;
    const ending = latin1(source.read(Math.max(0, end - 16), Math.min(16, end)));
    if (!/%%EOF[\0\t\n\f\r ]*$/.test(ending)) return null;
    if (end === source.size) return this.document;
    try {
      return new PdfDocument(truncatedSource(source, end), { limits, earlier: this.document });
    } catch (error) {
      if (error instanceof PdfRefusal) return null;
      throw error;
    }
  }

  #findEnds(): number[] {
    const { xref, source } = this.document;
    const sections = xref.sections.toSorted((one, other) => one.offset - other.offset);
    const ends: number[] = [];
    for (const [index, section] of sections.entries()) {
      const end = this.#endOfSection(section, sections[index + 1]?.offset ?? source.size);
      if (end !== null) ends.push(end);
    }
    return ends;
  }

  /** Finds omitted revisions: a chain that omits one would also hide its signature. */
  #hiddenEnds(from: number): readonly number[] {
    if (this.#hidden && this.#hidden.from <= from) return this.#hidden.ends;
    const { source, xref, limits } = this.document;
    const offsets = new Set(xref.sections.map(({ offset }) => offset));
    const ends: number[] = [];
    for (let start = from; start < source.size; start += WINDOW_BYTES - OVERLAP_BYTES) {
      for (const { offset, length } of endingsIn(
        source.read(start, Math.min(WINDOW_BYTES, source.size - start)),
      )) {
        const end = start + length;
        if (offsets.has(offset) || ends.includes(end) || !this.documentAt(end)) continue;
        ends.push(end);
        if (ends.length > limits.revisions)
          throw new PdfRefusal('limit', `The file has more than ${limits.revisions} revisions.`);
      }
    }
    this.#hidden = { from, ends };
    return ends;
  }

  /** End of the `%%EOF` of a section, searched between the section and the next one. */
  #endOfSection({ offset, end }: XrefSection, until: number): number | null {
    // It usually follows at once, so read a small piece first.
    for (let from = end, size = OVERLAP_BYTES; from < until; size = WINDOW_BYTES) {
      const bytes = this.document.source.read(from, Math.min(size, until - from));
      const lastEnding = [...endingsIn(bytes)].find((ending) => ending.offset === offset);
      if (lastEnding) return from + lastEnding.length;
      from += size - OVERLAP_BYTES;
    }
    return null;
  }
}

interface Ending {
  /** Offset of the cross-reference that it names. */
  readonly offset: number;
  /** End of `%%EOF`, from the start of the bytes. */
  readonly length: number;
}

/** Every `startxref` followed by `%%EOF`. */
function* endingsIn(bytes: Uint8Array): Generator<Ending> {
  const window = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = window.indexOf('startxref'); at >= 0; at = window.indexOf('startxref', at + 1)) {
    const match = ENDING.exec(window.toString('latin1', at, at + OVERLAP_BYTES));
    if (match) yield { offset: Number(match[1]), length: at + match[0].length };
  }
}
