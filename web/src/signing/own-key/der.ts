/** One element of DER (ITU-T X.690). */
export interface DerElement {
  readonly tag: number;
  readonly content: Uint8Array;
  /** Identifier, length and content. */
  readonly whole: Uint8Array;
}

export const tags = {
  integer: 0x02,
  bitString: 0x03,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utf8String: 0x0c,
  printableString: 0x13,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
} as const;

/** The bytes are not DER of the expected form. */
export class DerError extends Error {}

/** Reads the one element that fills `bytes`. */
export function readDer(bytes: Uint8Array): DerElement {
  const element = elementAt(bytes, 0);
  if (element.whole.length !== bytes.length) throw new DerError('bytes follow the element');
  return element;
}

/** The elements inside an element with this tag, which must be so many if `count` is given. */
export function childrenOf(element: DerElement | undefined, tag: number, count?: number): DerElement[] {
  const children: DerElement[] = [];
  const content = contentOf(element, tag);
  for (let position = 0; position < content.length; ) {
    const child = elementAt(content, position);
    children.push(child);
    position += child.whole.length;
  }
  if (count !== undefined && children.length !== count) throw new DerError('another number of elements');
  return children;
}

/** The content of an element that must have this tag. */
export function contentOf(element: DerElement | undefined, tag: number): Uint8Array {
  if (element?.tag !== tag) throw new DerError(`an element of type ${tag} is missing`);
  return element.content;
}

export function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/** Hexadecimal digits. */
export function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** UTCTime or GeneralizedTime in whole seconds, as milliseconds since 1970. */
export function timeOf(element: DerElement | undefined): number {
  const isShort = element?.tag === tags.utcTime;
  const text = new TextDecoder().decode(contentOf(element, isShort ? tags.utcTime : tags.generalizedTime));
  const [, year = '', month, day, hour, minute, second] =
    /^(\d{2}|\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/.exec(text) ?? [];
  if (year.length !== (isShort ? 2 : 4)) throw new DerError('a time is malformed');
  const full = isShort ? Number(year) + (Number(year) < 50 ? 2000 : 1900) : Number(year);
  return Date.UTC(full, Number(month) - 1, Number(day), Number(hour), Number(minute), Number(second));
}

function elementAt(bytes: Uint8Array, start: number): DerElement {
  const tag = bytes[start];
  const first = bytes[start + 1];
  if (tag === undefined || first === undefined) throw new DerError('it is cut off');
  if ((tag & 0x1f) === 0x1f) throw new DerError('it has a long tag');
  const count = first < 0x80 ? 0 : first & 0x7f;
  if (first === 0x80 || count > 4) throw new DerError('a length is not definite');
  let length = count === 0 ? first : 0;
  for (let index = 0; index < count; index += 1) length = length * 256 + (bytes[start + 2 + index] ?? 0);
  if (count > 0 && (length < 0x80 || length < 256 ** (count - 1)))
    throw new DerError('a length is not in its shortest form');
  const begin = start + 2 + count;
  if (begin + length > bytes.length) throw new DerError('it is cut off');
  return {
    tag,
    content: bytes.subarray(begin, begin + length),
    whole: bytes.subarray(start, begin + length),
  };
}
