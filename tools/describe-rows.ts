import { createHash } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startEmbeddedPostgres } from '@paraph/postgres';
import pg from 'pg';
import { migrateToLatest } from '../server/src/database/migrate.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  hasDefault: boolean;
  isIdentity: boolean;
  /** The checks of this column alone; null without one. */
  rule: string | null;
}

/** Without the tables of the sandbox, which writes SQL of its own. */
const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
    not a.attnotnull as "isNullable", a.atthasdef as "hasDefault", a.attidentity = 'a' as "isIdentity",
    (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as rule
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relispartition and c.relname !~ '^(kysely|sandbox)_'
  order by c.relname, a.attnum`;

const KINDS: Readonly<Record<string, string>> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  bytea: 'Buffer',
  'bytea[]': 'Buffer[]',
  text: 'string',
  'text[]': 'string[]',
  'timestamp with time zone': 'Date',
};

const SERVER = fileURLToPath(new URL('../server/', import.meta.url));

/** The row types as they are, while the migrations are those that they were made of: a database takes seconds. */
export async function describeRows(): Promise<string> {
  const [columnTypes, digest] = [await readColumnTypes(), await digestOfMigrations()];
  const present = await readFile(`${SERVER}src/database/rows.generated.ts`, 'utf8').catch(() => '');
  if (present.startsWith(headOf(digest, columnTypes))) return present;
  const dataDir = await mkdtemp(join(tmpdir(), 'paraph-rows-'));
  // Where this runs as root, PostgreSQL does not, and must reach its files.
  await chmod(dataDir, 0o711);
  const log = { info: () => {}, warn: () => {}, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  try {
    await migrateToLatest(postgres.poolOptions);
    return await describeRowsOf(postgres.poolOptions);
  } finally {
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The types of the rows of a migrated database, and the lists of their columns. */
export async function describeRowsOf(options: pg.ClientConfig): Promise<string> {
  const client = new pg.Client(options);
  await client.connect();
  const { rows: columns } = await client.query<Column>(COLUMNS).finally(() => client.end());
  const columnTypes = await readColumnTypes();
  const names = new Set(columns.map(({ table, name }) => `${table}.${name}`));
  const unknown = columnTypes.filter((name) => !names.has(name));
  if (unknown.length > 0) throw new Error(`column-types.ts names what no table has: ${unknown.join(', ')}`);
  const tables = [...Map.groupBy(columns, ({ table }) => table)];
  return [
    headOf(await digestOfMigrations(), columnTypes),
    `import type { ColumnTypes } from './column-types.ts';`,
    `import type { Defaulted, Id, Json } from './columns.ts';`,
    ...tables.flatMap(([table, of]) => [
      '',
      `export interface ${rowName(table)} {`,
      ...of.map((column) => `  ${column.name}: ${typeOf(column, columnTypes)};`),
      '}',
    ]),
    '',
    'export interface Tables {',
    ...tables.map(([table]) => `  ${table}: ${rowName(table)};`),
    '}',
    '',
    '/** All columns of each table, for what reads whole rows (`prepared-statements.ts` says why not by `*`). */',
    'export const COLUMNS = {',
    ...tables.map(([table, of]) => `  ${table}: [${of.map(({ name }) => `'${name}'`).join(', ')}],`),
    '} as const satisfies { [Table in keyof Tables]: readonly (keyof Tables[Table])[] };',
    '',
  ].join('\n');
}

function typeOf({ table, name, type, isNullable, hasDefault, isIdentity, rule }: Column, stated: string[]) {
  if (isIdentity) return 'Id';
  const isStated = stated.includes(`${table}.${name}`);
  const words = [...(rule ?? '').matchAll(/'([\w-]+)'::text/g)].map(([, word]) => `'${word}'`);
  const isClosed = /^CHECK \(\(+\w+ = ANY \(ARRAY\[/.test(rule ?? '') && words.length > 0;
  const kind = isStated ? `ColumnTypes['${table}.${name}']` : isClosed ? words.join(' | ') : KINDS[type];
  if (type === 'jsonb' && isStated) return isNullable ? `Json<${kind}> | null` : `Json<${kind}>`;
  if (kind === undefined) throw new Error(`column-types.ts does not say what ${table}.${name} (${type}) is`);
  if (isNullable) return `${kind} | null`;
  return hasDefault ? `Defaulted<${kind}>` : kind;
}

/** `workflow_tags` have a `WorkflowTagRow`. */
function rowName(table: string): string {
  const one = table
    .replace(/ies$/, 'y')
    .replace(/xes$/, 'x')
    .replace(/leaves$/, 'leaf')
    .replace(/s$/, '');
  return `${one.replaceAll(/(?:^|_)(\w)/g, (_, first: string) => first.toUpperCase())}Row`;
}

async function readColumnTypes(): Promise<string[]> {
  const text = await readFile(`${SERVER}src/database/column-types.ts`, 'utf8');
  return [...text.matchAll(/^ {2}'(\w+\.\w+)': /gm)].map(([, name = '']) => name);
}

async function digestOfMigrations(): Promise<string> {
  const digest = createHash('sha256');
  for (const name of (await readdir(`${SERVER}migrations`)).filter((each) => each.endsWith('.sql')).sort())
    digest.update(await readFile(`${SERVER}migrations/${name}`));
  return digest.digest('hex');
}

function headOf(digest: string, columnTypes: readonly string[]): string {
  const all = createHash('sha256').update(digest).update(columnTypes.join()).digest('hex');
  return (
    '// Written by `npm run generate` from server/migrations and column-types.ts; not by hand.\n' +
    `// SHA-256 of both: ${all}\n`
  );
}
