import type { Limits } from '../limits.ts';
import { PdfRefusal } from '../pdf-refusal.ts';
import { OutOfBytes, Parser } from './parser.ts';
import { type IndirectObject, isDict, type PdfStream } from './values.ts';

export interface ObjectSource {
  readonly bytes: Uint8Array;
  readonly final: boolean;
  readonly offset: number;
  readonly limits: Limits;
  /** Skips white space before the object, as viewers do. */
  readonly isLoose?: boolean;
}

/** White space that a cross-reference may count in by mistake: a line end or two. */
const SPACES_MAX = 8;

/** Parses the indirect object at the start of a buffer; throws OutOfBytes when more of the file is needed. */
export function parseObject({ bytes, final, offset, limits, isLoose }: ObjectSource): IndirectObject {
  const at = `byte ${offset}`;
  const start = isLoose === true ? skipSpaces(bytes) : 0;
  const parser = new Parser(bytes, start, { final, limits, at });
  if (!isDigitAt(bytes, start))
    throw new PdfRefusal('xref', 'The file is damaged: an object is missing.', at);
  const number = parser.integer();
  const generation = parser.integer();
  if (parser.word() !== 'obj') throw new PdfRefusal('xref', 'The file is damaged: an object is missing.', at);
  const value = parser.value();
  const word = parser.word();
  if (word === 'endobj') return { number, generation, value, base: offset, end: offset + parser.position };
  if (word !== 'stream' || !isDict(value))
    throw new PdfRefusal('syntax', 'The file is damaged: an object has no end.', at);
  const dataStart = streamDataStart(bytes, parser.position, final);
  if (dataStart === null)
    throw new PdfRefusal('syntax', 'The file is damaged: a stream has no beginning.', at);
  const stream: PdfStream = { kind: 'stream', dict: value, dataOffset: offset + dataStart };
  return { number, generation, value: stream, base: offset, end: stream.dataOffset };
}

/** ISO 32000-1 §7.3.8.1: CR LF or LF, never CR alone, follows `stream`. */
function streamDataStart(bytes: Uint8Array, position: number, final: boolean): number | null {
  if (position + 2 > bytes.length && !final) throw new OutOfBytes();
  if (bytes[position] === 10) return position + 1;
  return bytes[position] === 13 && bytes[position + 1] === 10 ? position + 2 : null;
}

function skipSpaces(bytes: Uint8Array): number {
  let start = 0;
  while (start < SPACES_MAX && SPACES.has(bytes[start] ?? -1)) start += 1;
  return start;
}

const SPACES: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);

function isDigitAt(bytes: Uint8Array, position: number): boolean {
  const code = bytes[position];
  return code !== undefined && code >= 0x30 && code <= 0x39;
}
