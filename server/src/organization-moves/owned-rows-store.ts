import type { Belonging } from '../database/belonging.ts';
import type { Tables } from '../database/rows.generated.ts';
import { TABLE_BELONGINGS } from './table-belongings.ts';

// Statements about the rows of one organization, made of the map. Rooms write no statement for each of their tables: a
// new table is in the map, or does not compile.

export type Table = keyof Tables;

/** At which tables all paths end. */
type Root = 'organizations' | 'users' | 'files' | 'integration_apps';

/** Where the path of a table ends; null where its rows are the instance's. */
export function rootOf(table: Table): Root | null {
  const belonging = TABLE_BELONGINGS[table];
  if (belonging.kind === 'through') return rootOf(belonging.parent);
  return belonging.kind === 'instance' ? null : (table as Root);
}

/** How many tables lie between a table and the end of its path. */
function depthOf(table: Table): number {
  const belonging = TABLE_BELONGINGS[table];
  return belonging.kind === 'through' ? depthOf(belonging.parent) + 1 : 0;
}

/** The tables whose paths end at this one, it included; parents come before what goes through them. */
export function listTablesOf(root: Root): Table[] {
  const tables = (Object.keys(TABLE_BELONGINGS) as Table[]).filter((table) => rootOf(table) === root);
  return tables.sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
}

/**
 * SQL that is true of a row whose path ends at a row of which `ofRoot` is true; it gets the id of that one, and the row
 * that names it. `row` names the row: an alias of the table, or a parameter.
 */
export function pathCondition(
  table: Table,
  row: string,
  ofRoot: (id: string, row: string) => string,
): string {
  const belonging = TABLE_BELONGINGS[table];
  if (belonging.kind !== 'through') return ofRoot(`${row}.id`, row);
  const { parent, by, key = 'id' } = belonging;
  const reference = `${row}.${by}`;
  // The reference is the id already.
  if (TABLE_BELONGINGS[parent].kind !== 'through' && key === 'id') return ofRoot(reference, row);
  const alias = `p${depthOf(parent)}`;
  const condition = pathCondition(parent, alias, ofRoot);
  return `exists (select from ${parent} ${alias} where ${alias}.${key} = ${reference} and ${condition})`;
}

/** A column that names a row of another table by its id. */
export interface Reference {
  table: Table;
  column: string;
  parent: Table;
}

/** All foreign keys by which the tables of the map name an id. */
export const REFERENCES = `select c.relname as table, a.attname as column, p.relname as parent
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class p on p.oid = k.confrelid
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    join pg_attribute b on b.attrelid = k.confrelid and b.attnum = k.confkey[1]
  where k.contype = 'f' and k.conparentid = 0 and k.connamespace = current_schema()::regnamespace and b.attname = 'id'
  order by c.relname, a.attname`;

/** The tables of which rows are taken along; each after those that it names. */
export function listMovingTables(references: readonly Reference[]): Table[] {
  const moving = (Object.keys(TABLE_BELONGINGS) as Table[]).filter((table) => {
    const belonging = TABLE_BELONGINGS[table];
    return rootOf(table) !== null && !('stays' in belonging);
  });
  const ordered = new Set<Table>();
  const add = (table: Table, through: readonly Table[]) => {
    if (ordered.has(table) || !moving.includes(table) || through.includes(table)) return;
    const belonging = TABLE_BELONGINGS[table];
    const named = references.filter((each) => each.table === table).map(({ parent }) => parent);
    const parents = belonging.kind === 'through' ? [belonging.parent, ...named] : named;
    for (const parent of parents) if (parent !== table) add(parent, [...through, table]);
    ordered.add(table);
  };
  for (const table of moving) add(table, []);
  return [...ordered];
}

/** Statements that read the rows of one organization, and what they name. */
export interface OwnedRows {
  /** `where`: of the row `r`, further. */
  select(table: Table, columns: readonly string[], where?: string): string;
}

export function ownedRowsOf(organizationId: number, references: readonly Reference[]): OwnedRows {
  const isOurs = (id: string) => `${id} = ${organizationId}`;
  const moving = listMovingTables(references);
  const idsBy = (names: readonly Reference[], conditionOf: (table: Table) => string) =>
    names
      .map(({ table, column }) => `select r.${column} from ${table} r where ${conditionOf(table)}`)
      .join(' union ');
  const namedBy = (parent: Table, root: Root) =>
    references.filter(
      (each) => each.parent === parent && moving.includes(each.table) && rootOf(each.table) === root,
    );
  const byOurs = (names: readonly Reference[]) => idsBy(names, (table) => pathCondition(table, 'r', isOurs));
  const members = byOurs(namedBy('users', 'organizations').filter(({ table }) => table === 'members'));
  const ofMembers = (table: Table) => pathCondition(table, 'r', (id) => `${id} in (${members})`);
  const namedIds = (table: Table): string => {
    const all = [byOurs(namedBy(table, 'organizations')), idsBy(namedBy(table, 'users'), ofMembers)];
    const first = all.filter((each) => each !== '').join(' union ');
    const [own] = references.filter((each) => each.table === table && each.parent === table);
    if (!own) return first;
    // A file of which another one is the beginning.
    return `with recursive named as (select * from (${first}) ids (id)
      union select x.${own.column} from ${table} x join named on named.id = x.id) select id from named`;
  };
  const conditionOf = (table: Table): string => {
    if (TABLE_BELONGINGS[table].kind === 'named') return `r.id in (${namedIds(table)})`;
    if (rootOf(table) === 'users') return ofMembers(table);
    return pathCondition(table, 'r', isOurs);
  };
  const shownAs = (table: Table, column: string): string => {
    const belonging: Belonging = TABLE_BELONGINGS[table];
    if (belonging.kind !== 'named') return `r."${column}"`;
    const other = belonging.elsewhere?.[column];
    if (other !== undefined) return `${other} as "${column}"`;
    if (!belonging.ofMembers?.includes(column)) return `r."${column}"`;
    return `case when r.id in (${members}) then r."${column}" end as "${column}"`;
  };
  return {
    select: (table, columns, where = 'true') =>
      `select ${columns.map((column) => shownAs(table, column)).join(', ')} from ${table} r
       where (${conditionOf(table)}) and ${where}`,
  };
}
