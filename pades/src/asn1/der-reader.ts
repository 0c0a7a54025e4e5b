import { PdfRefusal } from '../pdf-refusal.ts';

/** One DER element. `children` reads the elements inside a constructed one. */
export interface DerElement {
  /** The identifier octet: class, constructed bit and number. */
  readonly tag: number;
  readonly content: Uint8Array;
  /** Identifier, length and content. */
  readonly whole: Uint8Array;
}

export const derTags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  enumerated: 0x0a,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Reads the one element that fills `bytes`; with `trailing`, bytes may follow it. */
export function readDer(bytes: Uint8Array, options: { readonly trailing?: boolean } = {}): DerElement {
  const element = elementAt(bytes, 0);
  if (element.whole.length !== bytes.length && options.trailing !== true) throw malformed('bytes follow it');
  return element;
}

/** The elements inside a constructed element. */
export function children(element: DerElement): DerElement[] {
  if ((element.tag & 0x20) === 0) throw malformed('a primitive value where a constructed one is required');
  const elements: DerElement[] = [];
  for (let position = 0; position < element.content.length; ) {
    const child = elementAt(element.content, position);
    elements.push(child);
    position += child.whole.length;
  }
  return elements;
}

/** Returns the element. @throws PdfRefusal when it is missing or has another tag. */
export function expectTag(element: DerElement | undefined, tag: number): DerElement {
  if (element?.tag !== tag) throw malformed(`an element of type ${tag} is missing`);
  return element;
}

/** Dotted notation; arcs may have any size, since those under 2.25 hold a whole UUID (X.667). */
export function readOid(element: DerElement | undefined): string {
  const { content } = expectTag(element, derTags.objectIdentifier);
  if (content.length > OID_BYTES_MAX) throw malformed('an object identifier is too large');
  const arcs: (number | bigint)[] = [];
  let arc: number | bigint = 0;
  for (const byte of content) {
    // Nearly all arcs are small, and numbers are much quicker than integers of any size.
    arc = isSmall(arc) ? arc * 128 + (byte & 0x7f) : BigInt(arc) * 128n + BigInt(byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first = 0, ...rest] = arcs;
  const top = first < 80 ? Math.floor(Number(first) / 40) : 2;
  return [top, isSmall(first) ? first - top * 40 : BigInt(first) - 80n, ...rest].join('.');
}

/** Whether it can grow by one more byte as a number. */
function isSmall(arc: number | bigint): arc is number {
  return typeof arc === 'number' && arc < 2 ** 45;
}

const OID_BYTES_MAX = 128;

/** A small INTEGER. */
export function readInteger(element: DerElement | undefined): number {
  const { content } = expectTag(element, derTags.integer);
  if (content.length === 0 || content.length > 6 || (content[0] ?? 0) >= 0x80)
    throw malformed('a number is out of range');
  return content.reduce((value, byte) => value * 256 + byte, 0);
}

export function readBoolean(element: DerElement | undefined): boolean {
  const { content } = expectTag(element, derTags.boolean);
  return content.length === 1 && content[0] === 0xff;
}

/** The bytes of a BIT STRING without its count of unused bits. */
export function readBitString(element: DerElement | undefined): Uint8Array {
  const { content } = expectTag(element, derTags.bitString);
  const [unused = 8] = content;
  if (unused > 7) throw malformed('a bit string is malformed');
  return content.subarray(1);
}

/** The bytes of a BIT STRING that holds whole bytes, as a signature does. */
export function readWholeBitString(element: DerElement | undefined): Uint8Array {
  const bytes = readBitString(element);
  if (element?.content[0] !== 0) throw malformed('a signature does not have whole bytes');
  return bytes;
}

/** UTCTime or GeneralizedTime, whole seconds in UTC. */
export function readTime(element: DerElement | undefined): Date {
  const text = element ? Buffer.from(element.content).toString('latin1') : '';
  const isShort = element?.tag === derTags.utcTime;
  const match = (
    isShort ? /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/ : /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/
  ).exec(text);
  if (!match || (!isShort && element?.tag !== derTags.generalizedTime))
    throw malformed('a time is malformed');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map(Number);
  const fullYear = isShort ? year + (year < 50 ? 2000 : 1900) : year;
  return new Date(Date.UTC(fullYear, month - 1, day, hour, minute, second));
}

/** GeneralizedTime that may have fractions of a second, as a timestamp's (RFC 3161 §2.4.2). */
export function readFractionalTime(element: DerElement | undefined): Date {
  const { content } = expectTag(element, derTags.generalizedTime);
  const text = Buffer.from(content).toString('latin1');
  const match = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\.\d{1,9})?Z$/.exec(text);
  if (!match) throw malformed('a time is malformed');
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number);
  const fraction = Math.floor(Number(match[7] ?? 0) * 1000);
  return new Date(Date.UTC(year, month - 1, day, hour, minute, second, fraction));
}

function elementAt(bytes: Uint8Array, start: number): DerElement {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw malformed('it is cut off');
  if ((tag & 0x1f) === 0x1f) throw malformed('it has a long tag');
  let length = first;
  let position = start + 2;
  if (first >= 0x80) {
    const count = first & 0x7f;
    if (count === 0 || count > 4) throw malformed('a length is not definite');
    length = 0;
    for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[position + index] ?? 0);
    position += count;
    if (length < 0x80 || length < 256 ** (count - 1)) throw malformed('a length is not in its shortest form');
  }
  if (position + length > bytes.length) throw malformed('it is cut off');
  return {
    tag,
    content: bytes.subarray(position, position + length),
    whole: bytes.subarray(start, position + length),
  };
}

function malformed(problem: string): PdfRefusal {
  return new PdfRefusal('cms', `A certificate or signature is malformed: ${problem}.`);
}
