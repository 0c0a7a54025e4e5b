import type { Limits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { Parser } from './parser.ts';
import { type IndirectObject, isInteger, isStream, nameOf, type PdfStream, type PdfValue } from './values.ts';

/** The objects of an object stream (ISO 32000-1 §7.5.7), parsed on demand. */
export interface ObjectStream {
  /** File offset of the end of its data. */
  readonly end: number;
  readonly data: Uint8Array;
  readonly numbers: readonly number[];
  readonly offsets: readonly number[];
  readonly parsed: Map<number, IndirectObject>;
}

/** What reading one needs of the document. */
interface StreamReader {
  readonly limits: Limits;
  resolve(value: PdfValue | undefined): PdfValue;
  structureStream(stream: PdfStream): Uint8Array;
  streamEnd(stream: PdfStream): number;
}

/** Reads the index of an object stream. @throws PdfRefusal when the object is none */
export function readObjectStream(reader: StreamReader, number: number, object: IndirectObject): ObjectStream {
  const at = `object ${number}`;
  if (
    object.number !== number ||
    !isStream(object.value) ||
    nameOf(object.value.dict.entries.get('Type')) !== 'ObjStm'
  )
    throw new PdfRefusal('object', 'The file is damaged: an object stream is missing.', at);
  const { dict } = object.value;
  const count = reader.resolve(dict.entries.get('N'));
  const first = reader.resolve(dict.entries.get('First'));
  const data = reader.structureStream(object.value);
  if (
    !isInteger(count) ||
    !isInteger(first) ||
    count < 0 ||
    first < 0 ||
    first > data.length ||
    count > first
  )
    throw new PdfRefusal('object', 'The file is damaged: an object stream has a wrong index.', at);
  const parser = new Parser(data, 0, { final: true, limits: reader.limits, at });
  const numbers: number[] = [];
  const offsets: number[] = [];
  for (let index = 0; index < count; index += 1) {
    numbers.push(parser.integer());
    offsets.push(first + parser.integer());
  }
  return { end: reader.streamEnd(object.value), data, numbers, offsets, parsed: new Map() };
}
