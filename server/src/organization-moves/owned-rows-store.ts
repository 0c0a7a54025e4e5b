import type { Tables } from '../database/rows.generated.ts';
import { TABLE_BELONGINGS } from '../table-belongings.ts';

// Statements about the rows of one organization, made of the map. Rooms write no statement for each of their tables: a
// new table is in the map, or does not compile.

export type Table = keyof Tables;

/** At which tables all paths end. */
export type Root = 'organizations' | 'users' | 'files' | 'integration_apps';

/** Where the path of a table ends; null where its rows are the instance's. */
export function rootOf(table: Table): Root | null {
  const belonging = TABLE_BELONGINGS[table];
  if (belonging.kind === 'through') return rootOf(belonging.parent);
  return belonging.kind === 'instance' ? null : (table as Root);
}

/** How many tables lie between a table and the end of its path. */
export function depthOf(table: Table): number {
  const belonging = TABLE_BELONGINGS[table];
  return belonging.kind === 'through' ? depthOf(belonging.parent) + 1 : 0;
}

/** The tables whose paths end at this one, it included; parents come before what goes through them. */
export function listTablesOf(root: Root): Table[] {
  const tables = (Object.keys(TABLE_BELONGINGS) as Table[]).filter((table) => rootOf(table) === root);
  return tables.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
}

/**
 * SQL that is true of a row whose path ends at a row of which `ofRoot` is true. `row` names the row: an alias of the
 * table, or a parameter.
 */
export function pathCondition(table: Table, row: string, ofRoot: (id: string) => string): string {
  const belonging = TABLE_BELONGINGS[table];
  if (belonging.kind !== 'through') return ofRoot(`${row}.id`);
  const { parent, by, key = 'id' } = belonging;
  const reference = `${row}.${by}`;
  // The reference is the id already.
  if (TABLE_BELONGINGS[parent].kind !== 'through' && key === 'id') return ofRoot(reference);
  const alias = `p${depthOf(parent)}`;
  const condition = pathCondition(parent, alias, ofRoot);
  return `exists (select from ${parent} ${alias} where ${alias}.${key} = ${reference} and ${condition})`;
}
