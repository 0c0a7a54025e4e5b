import { isDate } from 'node:util/types';

// The messages by which a statement is parsed, bound and executed, one behind the other (PostgreSQL's protocol 3.0,
// "Message Formats"). They are written to one buffer: a buffer for each message, and one of all of them, cost more than
// what is written to them.

/** Longer messages leave with their buffer; of shorter ones a copy leaves. */
const COPIED_BYTES_MAX = 8 * 1024;
const BYTES_MIN = 64 * 1024;
/** What a character of a string takes at most. */
const UTF8_MAX = 3;

/** Of the kind, and of the length. */
const HEADER_BYTES = 5;
const KINDS = { parse: 0x50, bind: 0x42, describe: 0x44, execute: 0x45, sync: 0x53 } as const;

/** Given away with a long message, and then a new one. */
let bytes = Buffer.allocUnsafe(BYTES_MIN);
/** Where the next byte goes. */
let end = 0;

export interface BoundStatement {
  name?: string | undefined;
  text: string;
  values?: readonly unknown[] | undefined;
}

/** Discards what an earlier statement that could not be written has left. */
export function startMessages(): void {
  end = 0;
}

export function writeParse({ name = '', text }: BoundStatement): void {
  const start = startMessage('parse');
  writeText(name, 1);
  writeText(text, 1);
  writeInt16(0);
  endMessage(start);
}

/** All parameters but bytes, and all columns, are text. */
export function writeBind({ name = '', values = [] }: BoundStatement): void {
  const start = startMessage('bind');
  writeText('', 1);
  writeText(name, 1);
  writeInt16(values.length);
  for (const value of values) writeInt16(ArrayBuffer.isView(value) ? 1 : 0);
  writeInt16(values.length);
  for (const value of values) writeValue(value);
  writeInt16(0);
  endMessage(start);
}

export function writeDescribe(): void {
  const start = startMessage('describe');
  writeText('P', 1);
  endMessage(start);
}

/** All rows. */
export function writeExecute(): void {
  const start = startMessage('execute');
  writeText('', 1);
  writeInt32(0);
  endMessage(start);
}

export function writeSync(): void {
  endMessage(startMessage('sync'));
}

/** What was written since the start. */
export function takeMessages(): Buffer {
  const messages = bytes.subarray(0, end);
  if (end <= COPIED_BYTES_MAX) return Buffer.from(messages);
  bytes = Buffer.allocUnsafe(BYTES_MIN);
  return messages;
}

function writeValue(value: unknown): void {
  const start = end;
  // The length, which is this one for null.
  writeInt32(-1);
  if (value === null || value === undefined) return;
  if (ArrayBuffer.isView(value)) writeBytes(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
  else writeText(typeof value === 'string' ? value : textOf(value), 0);
  bytes.writeInt32BE(end - start - 4, start);
}

/** As a parameter of a statement is written. */
function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  if (isDate(value)) return dateText(value);
  return Array.isArray(value) ? arrayText(value) : JSON.stringify(value);
}

function dateText(date: Date): string {
  const year = date.getUTCFullYear();
  const text = date.toISOString();
  if (year >= 1 && year <= 9_999) return text;
  // PostgreSQL writes years without a sign, and those before 1 as such.
  const rest = text.slice(text.indexOf('-', 1));
  return year >= 1 ? `${year}${rest}` : `${String(1 - year).padStart(4, '0')}${rest} BC`;
}

function arrayText(items: readonly unknown[]): string {
  const elements = items.map((item) => {
    if (item === null || item === undefined) return 'NULL';
    if (Array.isArray(item)) return arrayText(item);
    const text = ArrayBuffer.isView(item)
      ? `\\x${Buffer.from(item.buffer, item.byteOffset, item.byteLength).toString('hex')}`
      : textOf(item);
    return `"${text.replaceAll(/["\\]/g, '\\$&')}"`;
  });
  return `{${elements.join(',')}}`;
}

function startMessage(kind: keyof typeof KINDS): number {
  ensure(HEADER_BYTES);
  bytes[end] = KINDS[kind];
  end += HEADER_BYTES;
  return end;
}

/** The length counts itself, but not the kind before it. */
function endMessage(start: number): void {
  bytes.writeInt32BE(end - start + 4, start - 4);
}

/** With so many bytes of zero behind it. */
function writeText(text: string, zeros: 0 | 1): void {
  const most = text.length * UTF8_MAX;
  ensure((end + most < bytes.length ? most : Buffer.byteLength(text)) + 1);
  end += bytes.write(text, end);
  bytes[end] = 0;
  end += zeros;
}

function writeBytes(value: Uint8Array): void {
  ensure(value.length);
  bytes.set(value, end);
  end += value.length;
}

/** PostgreSQL reads a count as one without a sign: a statement may have 65,535 values. */
function writeInt16(value: number): void {
  ensure(2);
  end = bytes.writeUInt16BE(value, end);
}

function writeInt32(value: number): void {
  ensure(4);
  end = bytes.writeInt32BE(value, end);
}

function ensure(more: number): void {
  if (end + more <= bytes.length) return;
  const larger = Buffer.allocUnsafe(2 * (end + more));
  larger.set(bytes.subarray(0, end));
  bytes = larger;
}
