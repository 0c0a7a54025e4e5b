import {
  listTablesOf,
  pathCondition,
  rootOf,
  type Table,
} from '../../server/src/organization-moves/owned-rows-store.ts';
import { TABLE_BELONGINGS } from '../../server/src/organization-moves/table-belongings.ts';

type Query = (text: string) => Promise<Record<string, unknown>[]>;

interface Reference {
  table: Table;
  column: string;
  parent: Table;
  key: string;
}

/** Columns that lead to a row without a foreign key: of rows that outlive it, or are written without waiting for it. */
const STATED = [
  'blob_keys.blob_key',
  'delivery_leases.workflow_id',
  'departures.organization_id',
  'workflow_counts.workspace_id',
  'workflow_count_changes.workspace_id',
  'workflow_ledger.workflow_id',
];

const listReferences = (query: Query) =>
  query(`select conrelid::regclass::text as table, a.attname as column, confrelid::regclass::text as parent,
      b.attname as key
    from pg_constraint k join pg_attribute a on a.attrelid = conrelid and a.attnum = conkey[1]
      join pg_attribute b on b.attrelid = confrelid and b.attnum = confkey[1]
    where contype = 'f' and conparentid = 0 and connamespace = 'public'::regnamespace`) as unknown as Promise<
    Reference[]
  >;

/** The paths of the map that no foreign key of the tables makes, and tables that it does not know. */
export async function findPathProblems(query: Query): Promise<string[]> {
  const made = new Set(
    (await listReferences(query)).map(
      ({ table, column, parent, key }) => `${table}.${column} to ${parent}.${key}`,
    ),
  );
  const columns = await query(
    `select table_name || '.' || column_name as name, is_nullable = 'YES' as "isNullable"
     from information_schema.columns where table_schema = 'public'`,
  );
  const nullable = new Map(columns.map(({ name, isNullable }) => [String(name), isNullable === true]));
  const tables = await query(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname !~ '^(kysely|sandbox)_'`,
  );
  const unknown = tables.flatMap(({ name }) =>
    String(name) in TABLE_BELONGINGS ? [] : [`${name} is not in it`],
  );
  const wrong = (Object.keys(TABLE_BELONGINGS) as Table[]).flatMap((table) => {
    const belonging = TABLE_BELONGINGS[table];
    if (belonging.kind !== 'through') return [];
    const { by, parent } = belonging;
    const { key = 'id', otherwise } = belonging as { key?: string; otherwise?: string };
    const name = `${table}.${by}`;
    const path = `${name} to ${parent}.${key}`;
    const isStated = STATED.includes(name);
    if (isStated === made.has(path))
      return [isStated ? `${path} is a foreign key by now` : `${path} is none`];
    const mayLeadNowhere = isStated || nullable.get(name) === true;
    if (mayLeadNowhere !== (otherwise !== undefined) && !isStated)
      return [
        `${name} ${mayLeadNowhere ? 'may be null, and nothing says what that means' : 'is never null'}`,
      ];
    return [];
  });
  return [...unknown, ...wrong];
}

/** Rows that belong to no organization although the map says so, or to another one than a row that they name. */
export async function findRowProblems(query: Query): Promise<{ problems: string[]; filled: Set<Table> }> {
  const tables = listTablesOf('organizations');
  const references = await listReferences(query);
  const problems: string[] = [];
  const filled = new Set<Table>();
  const of = (table: Table, row: string) => pathCondition(table, row, (id) => `${id} = o.id`);
  const find = async (what: string, text: string) => {
    const [row] = await query(`${text} limit 1`);
    if (row) problems.push(`${what}: ${JSON.stringify(row)}`);
  };
  for (const table of tables) {
    if ((await query(`select from ${table} limit 1`)).length > 0) filled.add(table);
    const belonging = TABLE_BELONGINGS[table];
    if (!('otherwise' in belonging))
      await find(
        `${table} belongs to none`,
        `select r.* from ${table} r where not exists (select from organizations o where ${of(table, 'r')})`,
      );
    for (const { column, parent, key } of references.filter((each) => each.table === table))
      if (rootOf(parent) === 'organizations')
        await find(
          `${table}.${column} leads to another organization`,
          `select r.* from organizations o join ${table} r on ${of(table, 'r')}
             join ${parent} x on x.${key} = r.${column}
           where exists (select from organizations o where ${of(parent, 'x')}) and not ${of(parent, 'x')}`,
        );
  }
  return { problems, filled };
}
