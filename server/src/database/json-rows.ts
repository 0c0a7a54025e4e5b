import { expressionBuilder } from 'kysely';
import type { Tables } from './rows.generated.ts';

// A statement that loads an aggregate returns the rows of other tables as JSON, in which a time and bytes are texts.

/** Begins a clause of another statement: each room writes those of its own tables. */
export const { selectFrom: selectClause } = expressionBuilder<Tables>();

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

/** Of a `bytea`: "\\x" and hexadecimal digits. */
export function bytesOf(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}
