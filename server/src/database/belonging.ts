import type { Tables } from './rows.generated.ts';

// Each room says of its own tables to whom their rows belong (`belongings.ts`); `server/src/table-belongings.ts` is the
// map of all of them.

type Table = keyof Tables;

interface Options<Column extends string> {
  /** The column of the parent that the reference names; `id` without it. */
  key?: string;
  /** What a row is whose reference is null, or leads to no row; without it there is none. */
  otherwise?: string;
  /** Why such rows stay where they are when their organization is taken elsewhere. */
  stays?: string;
  /**
   * What may change while an organization is frozen: `all`, where jobs alone write these rows, or they end by
   * themselves; `removal`, where a sweep removes them for many organizations at once; or some columns, which say what
   * was looked at or sent.
   */
  whileFrozen?: 'all' | 'removal' | readonly Column[];
}

/** As the row of another table that a column names. */
export interface Through<Column extends string = string> extends Options<Column> {
  kind: 'through';
  parent: Table;
  by: Column;
}

export type Belonging<Column extends string = string> =
  | Through<Column>
  /** The beginning of all paths. */
  | { kind: 'organization'; whileFrozen?: readonly Column[] }
  /** To all that name them by a foreign key: a person, a file. */
  | { kind: 'named'; why: string }
  | { kind: 'instance'; why: string };

/** Of some tables, whose columns are checked. */
export type Belongings = { readonly [Name in Table]?: Belonging<keyof Tables[Name] & string> };

export function through<const By extends string, const Column extends string = never>(
  parent: Table,
  by: By,
  options: Options<Column> = {},
): Through<By | Column> {
  return { kind: 'through', parent, by, ...options };
}

export function named(why: string): { kind: 'named'; why: string } {
  return { kind: 'named', why };
}

export function ofInstance(why: string): { kind: 'instance'; why: string } {
  return { kind: 'instance', why };
}
