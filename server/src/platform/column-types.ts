import type { ColumnType, GeneratedAlways } from 'kysely';

/** Assigned by the database. */
export type Id = GeneratedAlways<number>;

/** Optional in an insert. */
export type Defaulted<T> = ColumnType<T, T | undefined, T>;

/** Read as a value, written as its text. */
export type Json<T> = ColumnType<T, string, string>;
