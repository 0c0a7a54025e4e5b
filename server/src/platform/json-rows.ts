import { expressionBuilder } from 'kysely';
import type { Tables } from './tables.ts';

// A statement that loads an aggregate returns the rows of other tables as JSON, in which a time and bytes are texts.

/** Begins a subquery that becomes part of another statement: each room writes those of its own tables. */
export const { selectFrom: selectPart } = expressionBuilder<Tables>();

/** A row as PostgreSQL writes it in JSON. */
export type JsonRow<Row> = {
  [Column in keyof Row]: Row[Column] extends Buffer | Date | null
    ? string | Extract<Row[Column], null>
    : Row[Column];
};

/** The time itself where the row was not JSON. */
export function timeOf(value: Date | string): Date;
export function timeOf(value: Date | string | null): Date | null;
export function timeOf(value: Date | string | null): Date | null {
  return value === null ? null : new Date(value);
}

/** In JSON, half a surrogate pair is written as an escape, which PostgreSQL refuses. */
const HALF_PAIR = /\\ud[89a-f]/;

/** Rows as JSON that PostgreSQL takes; half a surrogate pair becomes what UTF-8 makes of it. */
export function toJson(rows: unknown): string {
  const json = JSON.stringify(rows);
  return HALF_PAIR.test(json) ? JSON.stringify(mend(rows)) : json;
}

/** A value as it is read again once it has been stored. */
export function wellFormed<Value>(value: Value): Value {
  return HALF_PAIR.test(JSON.stringify(value)) ? (mend(value) as Value) : value;
}

function mend(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(mend);
  if (value === null || typeof value !== 'object' || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mend(part)]));
}

/** Bytes in JSON, as PostgreSQL reads and writes them. */
export function textOf(bytes: Uint8Array): string {
  return `\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('hex')}`;
}

/** Of a `bytea`: "\\x" and hexadecimal digits. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
