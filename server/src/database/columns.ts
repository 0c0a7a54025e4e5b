import { type ColumnType, type GeneratedAlways, sql } from 'kysely';

/** Assigned by the database. */
export type Id = GeneratedAlways<number>;

/** Optional in an insert. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Read as a value, written as its text. */
export type Json<T> = ColumnType<T, string, string>;

/**
 * All columns of a table by name; the types notice one that is missing. A statement with `*` is planned anew at each
 * call, because a later version may add a column while this one still runs (`prepared-statements.ts`).
 */
export function columnsOf<Row>(columns: { readonly [Column in keyof Row]: true }): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}

/** One column of rows, for a statement that takes columns as arrays. */
export function listOf<Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] {
  return rows.map((row) => row[key]);
}

/** An array whose length the planner does not see: with it, a plan for these very values always seems cheaper. */
export function hidden(values: unknown, type: 'bigint' | 'text' | 'timestamptz') {
  return sql`(select ${values}::${sql.raw(type)}[])`;
}
