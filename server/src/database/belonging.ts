import type { Tables } from './rows.generated.ts';

// Each room says of its own tables to whom their rows belong (`belongings.ts`);
// `server/src/organization-moves/table-belongings.ts` is the
// map of all of them.

type Table = keyof Tables;

interface Exceptions<Column extends string> {
  columns?: readonly Column[];
  removal?: true;
}

interface Options<Column extends string> {
  /** The column of the parent that the reference names; `id` without it. */
  key?: string;
  /** What a row is whose reference is null, or leads to no row; without it there is none. */
  otherwise?: string;
  /** Why such rows stay where they are when their organization is taken elsewhere. */
  stays?: string;
  /**
   * What may change while an organization is frozen: `all`, where jobs alone write these rows, or they end by
   * themselves; `removal`, where a sweep removes them for many organizations at once; `columns` that say what was
   * looked at, sent or chained.
   */
  whileFrozen?: 'all' | Exceptions<Column>;
  /**
   * SQL: which rows, and rows below them, change still while the organization settles before it is frozen, as what was
   * accepted ends. `row` is the row, `since` when it began to settle.
   */
  ends?: (row: string, since: string) => string;
  /** SQL for columns that say something else where a row arrives; `r` is the row. */
  arrives?: Readonly<Partial<Record<Column, string>>>;
  /** SQL: which rows do not arrive, as what they wait for is done where they come from. */
  leaves?: string;
  /**
   * Columns that name the id of a row without a foreign key, as the row may be gone: an archive may name none of
   * another organization by them.
   */
  names?: Readonly<Partial<Record<Column, Table>>>;
  /**
   * The column that names a person: a row arrives only if the person has no account yet where it does, whom it would
   * let sign in or be changed from outside.
   */
  ofNewcomers?: Column;
}

/** As the row of another table that a column names. */
interface Through<Column extends string = string> extends Options<Column> {
  kind: 'through';
  parent: Table;
  by: Column;
}

interface Named<Column extends string = string> {
  kind: 'named';
  why: string;
  /** SQL for columns that say something else where a row is taken. */
  elsewhere?: { readonly [Name in Column]?: string };
  /** Columns that go along with members alone; of others whom rows name, they are null. */
  ofMembers?: readonly Column[];
  /** By which columns a row that arrives is one that is there already, which stays as it is. */
  sameBy?: readonly Column[];
  /** SQL of a row that arrives, `r`, and one that is there, `h`: they are the same, by whatever number. */
  knownBy?: string;
}

export type Belonging<Column extends string = string> =
  | Through<Column>
  /** The beginning of all paths. */
  | { kind: 'organization'; whileFrozen?: Exceptions<Column> }
  /** To all that name them by a foreign key: a person, a file. */
  | Named<Column>
  | { kind: 'instance'; why: string };

/** Of some tables, whose columns are checked. */
export type Belongings = { readonly [Name in Table]?: Belonging<keyof Tables[Name] & string> };

export function through<const By extends string, const Column extends string = never>(
  parent: Table,
  by: By,
  options: Options<Column> = {},
): Through<By | Column> {
  return { kind: 'through', parent, by, ...options } as Through<By | Column>;
}

export function named<const Other extends string = never, const Own extends string = never>(
  why: string,
  options: {
    elsewhere?: { readonly [Name in Other]?: string };
    ofMembers?: readonly Own[];
    sameBy?: readonly Own[];
    knownBy?: string;
  } = {},
): Named<Other | Own> {
  return { kind: 'named', why, ...options } as Named<Other | Own>;
}

export function ofInstance(why: string): { kind: 'instance'; why: string } {
  return { kind: 'instance', why };
}
