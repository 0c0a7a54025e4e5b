/** Bytes of the buffer that a value was parsed from; unchanged values are copied from it. */
export interface Span {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

export interface PdfName {
  readonly kind: 'name';
  /** `#xx` escapes decoded; one character per byte. */
  readonly value: string;
}

export interface PdfString {
  readonly kind: 'string';
  readonly bytes: Uint8Array;
}

export interface PdfRef {
  readonly kind: 'ref';
  readonly number: number;
  readonly generation: number;
}

export interface PdfArray {
  readonly kind: 'array';
  readonly items: readonly PdfValue[];
  /** From `[` to `]` inclusive. */
  readonly span: Span;
}

export interface PdfDict {
  readonly kind: 'dict';
  readonly entries: ReadonlyMap<string, PdfValue>;
  /** Key and value of each entry, as written. */
  readonly spans: ReadonlyMap<string, Span>;
}

export interface PdfStream {
  readonly kind: 'stream';
  readonly dict: PdfDict;
  /** File offset of the data. */
  readonly dataOffset: number;
}

export type PdfValue =
  | null
  | boolean
  | number
  | PdfName
  | PdfString
  | PdfRef
  | PdfArray
  | PdfDict
  | PdfStream;

export interface IndirectObject {
  readonly number: number;
  readonly generation: number;
  readonly value: PdfValue;
  /** File offset of the buffer that its spans refer to; null inside an object stream. */
  readonly base: number | null;
  /** File offset of its end; of a stream, the start of its data; null inside an object stream. */
  readonly end: number | null;
}

export const emptyDict: PdfDict = { kind: 'dict', entries: new Map(), spans: new Map() };

export function isRef(value: PdfValue | undefined): value is PdfRef {
  return typeof value === 'object' && value !== null && value.kind === 'ref';
}

export function isDict(value: PdfValue | undefined): value is PdfDict {
  return typeof value === 'object' && value !== null && value.kind === 'dict';
}

export function isStream(value: PdfValue | undefined): value is PdfStream {
  return typeof value === 'object' && value !== null && value.kind === 'stream';
}

export function isArray(value: PdfValue | undefined): value is PdfArray {
  return typeof value === 'object' && value !== null && value.kind === 'array';
}

export function isString(value: PdfValue | undefined): value is PdfString {
  return typeof value === 'object' && value !== null && value.kind === 'string';
}

export function isInteger(value: PdfValue | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value);
}

/** The text of a name; null for other values. */
export function nameOf(value: PdfValue | undefined): string | null {
  return typeof value === 'object' && value !== null && value.kind === 'name' ? value.value : null;
}

/** The value itself when it is a dictionary, the dictionary of a stream, otherwise null. */
export function dictOf(value: PdfValue | undefined): PdfDict | null {
  if (isDict(value)) return value;
  return isStream(value) ? value.dict : null;
}
