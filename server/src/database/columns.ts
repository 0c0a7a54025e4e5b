import { type ColumnType, type GeneratedAlways, sql } from 'kysely';

/** Assigned by the database. */
export type Id = GeneratedAlways<number>;

/** Optional in an insert. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Read as a value, written as its text. */
export type Json<T> = ColumnType<T, string, string>;

/** One column of rows, for a statement that takes columns as arrays. */
export function listOf<Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] {
  return rows.map((row) => row[key]);
}

/** A name in SQL as `nameKey` (domain) compares it. */
export function nameKeyOf(column: string) {
  return sql`lower(regexp_replace(btrim(normalize(${sql.ref(column)}, nfkc)), '\\s+', ' ', 'g'))`;
}

/** An array whose length the planner does not see: with it, a plan for these very values always seems cheaper. */
export function hidden(values: unknown, type: 'bigint' | 'text' | 'timestamptz') {
  return sql`(select ${values}::${sql.raw(type)}[])`;
}
