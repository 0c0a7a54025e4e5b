import type { ColumnType, GeneratedAlways } from 'kysely';

/** Given by the database. */
export type Id = GeneratedAlways<number>;

/** May be left out of an insert. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Read as a value, written as its text. */
export type Json<T> = ColumnType<T, string, string>;
