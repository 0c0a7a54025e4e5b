import type { ByteSource } from '../byte-source.ts';
import type { Limits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { isInteger, type PdfDict, type PdfStream } from './values.ts';

/** Location of one object. */
export type XrefEntry =
  | { readonly type: 'free' }
  | { readonly type: 'offset'; readonly offset: number; readonly generation: number }
  | { readonly type: 'compressed'; readonly container: number; readonly index: number };

export interface XrefSubsection {
  readonly first: number;
  readonly count: number;
  /** The entry of object `first + index`. */
  entry(index: number): XrefEntry;
}

export interface XrefSection {
  readonly kind: 'table' | 'stream';
  readonly offset: number;
  /** File offset of the end of its trailer, or of its stream's data. */
  readonly end: number;
  readonly trailer: PdfDict;
  /** Sorted by `first`, not overlapping. */
  readonly subsections: readonly XrefSubsection[];
  /** /Prev */
  readonly previous: number | null;
  /** /XRefStm of a hybrid file. */
  readonly hiddenAt: number | null;
  /** It is read as viewers read it, although ISO 32000-1 §7.5.4 does not permit its form. */
  readonly isLoose: boolean;
}

/** The entry of an object in one section; null when the section does not list it. */
export function findEntry(section: XrefSection, number: number): XrefEntry | null {
  const { subsections } = section;
  let low = 0;
  let high = subsections.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const subsection = subsections[middle];
    if (!subsection) return null;
    if (number < subsection.first) high = middle - 1;
    else if (number >= subsection.first + subsection.count) low = middle + 1;
    else return subsection.entry(number - subsection.first);
  }
  return null;
}

/** A trailer entry that holds a file offset. */
export function offsetEntry(trailer: PdfDict, key: string): number | null {
  const value = trailer.entries.get(key);
  if (value === undefined || value === null) return null;
  if (isInteger(value) && value >= 0) return value;
  throw new PdfRefusal('xref', `The file is damaged: /${key} of the trailer is not a whole number.`);
}

/** Refuses what is read leniently in signed files: a file that is signed here must be exact for every reader. */
export function requireExact({ sections }: { readonly sections: readonly XrefSection[] }): void {
  if (sections.some(({ isLoose }) => isLoose))
    throw new PdfRefusal(
      'xref',
      'The file is damaged: its cross-reference table does not have entries of 20 bytes where it says.',
    );
}

/** What the cross-reference reader needs of the document that is being opened. */
export interface XrefReader {
  readonly source: ByteSource;
  readonly limits: Limits;
  /** Sections by offset. Bytes are never changed, only appended, so a section once read stays true. */
  readonly sections: Map<number, XrefSection>;
  /** Reads the stream object at an offset with its data, inflated. */
  streamAt(offset: number): {
    /** Of the object it is. */
    readonly number: number;
    readonly stream: PdfStream;
    /** Where its data end. */
    readonly end: number;
    readonly data: Uint8Array;
  };
}
