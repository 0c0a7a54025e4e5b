import { RefusedRequest } from './refused-request.ts';

/** A document as it was drawn: the file so far, then what the preview appends to it. */
export interface ShownDocument {
  readonly documentId: number;
  readonly bytes: Uint8Array;
  /** The length of the file so far. */
  readonly sizeBefore: number;
}

export interface SignedRange {
  /** Everything but the value of the signature. */
  readonly signed: Uint8Array<ArrayBuffer>;
  /** The time that the signature states (/M), in milliseconds since 1970. */
  readonly statedMs: number;
}

const RANGE = '/ByteRange';
const ZERO = '0'.charCodeAt(0);

/**
 * What the one new signature covers: every byte that was drawn, but for the zeros in place of its value
 * (ISO 32000-1 §12.8.1).
 *
 * @throws RefusedRequest if the update has no or several signatures, or any other byte is left out
 */
export function signedRangeOf({ bytes, sizeBefore }: ShownDocument): SignedRange {
  const update = latin1Of(bytes.subarray(sizeBefore));
  const at = update.indexOf(RANGE);
  if (at < 0 || update.includes(RANGE, at + 1)) throw refused('the preview has not exactly one signature');
  const written = /^\/ByteRange \[0 (\d{1,10}) +(\d{1,10}) +(\d{1,10}) *\]\s*\/Contents </.exec(
    update.slice(at),
  );
  const [length = 0, second = 0, rest = 0] = (written ?? []).slice(1).map(Number);
  const gapAt = sizeBefore + at + (written?.[0].length ?? 0) - 1;
  if (written === null || length !== gapAt || second <= length + 2 || second + rest !== bytes.length)
    throw refused('it does not cover every byte');
  const value = bytes.subarray(length + 1, second - 1);
  const isEmpty = value.length % 2 === 0 && value.every((byte) => byte === ZERO);
  if (!isEmpty || bytes[second - 1] !== '>'.charCodeAt(0))
    throw refused('it leaves out more than its own value');
  const signed = new Uint8Array(length + rest);
  signed.set(bytes.subarray(0, length));
  signed.set(bytes.subarray(second), length);
  return { signed, statedMs: statedTimeOf(update, at, second - sizeBefore) };
}

/** /M of the signature's dictionary, which is the object around its byte range. */
function statedTimeOf(update: string, at: number, second: number): number {
  const head = update.slice(update.lastIndexOf(' obj', at), at);
  const tail = update.slice(second, update.indexOf('endobj', second));
  if (!/\/Type \/Sig\b/.test(head) || !head.includes('/SubFilter /ETSI.CAdES.detached'))
    throw refused('it is not a signature of the expected kind');
  const times = [...`${head}${tail}`.matchAll(/\/M ?\(D:(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z\)/g)];
  const [year = 0, month = 0, ...rest] = (times[0] ?? []).slice(1).map(Number);
  if (times.length !== 1) throw new RefusedRequest('time', 'the signature states no single time');
  const [day, hour, minute, second_] = rest;
  return Date.UTC(year, month - 1, day, hour, minute, second_);
}

function latin1Of(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let start = 0; start < bytes.length; start += 8192)
    parts.push(String.fromCharCode(...bytes.subarray(start, start + 8192)));
  return parts.join('');
}

function refused(problem: string): RefusedRequest {
  return new RefusedRequest('range', problem);
}
