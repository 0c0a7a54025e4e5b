import pg from 'pg';
import { expect, test } from 'vitest';
import { type Node, readSources, visit } from '../architecture/source-tree.ts';
import { createTestDatabase } from './database.ts';

interface Column {
  table: string;
  name: string;
  type: string;
  isNullable: boolean;
  /** An insert may leave it out. */
  isOptional: boolean;
  /** The check on this column alone; null without one. */
  rule: string | null;
}

const COLUMNS = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, not a.attnotnull as "isNullable",
    a.atthasdef or a.attidentity <> '' or not a.attnotnull as "isOptional",
    (select string_agg(pg_get_constraintdef(k.oid), ' ') from pg_constraint k
     where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as rule
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;

/** What each kind of column is read as; all others are texts or words of a closed list. */
const KINDS: Readonly<Record<string, RegExp>> = {
  bigint: /\bnumber\b|\bId\b/,
  integer: /\bnumber\b/,
  smallint: /\bnumber\b/,
  'double precision': /\bnumber\b/,
  boolean: /\bboolean\b/,
  bytea: /\bBuffer\b/,
  'bytea[]': /\bBuffer\[\]/,
  'timestamp with time zone': /\bDate\b/,
};

const sources = readSources().filter(({ path }) =>
  /^server\/src\/database\/([\w-]+-)?tables\.ts$/.test(path),
);
const interfaces = new Map<string, { members: Node[]; file: string }>();
for (const { program, text: file } of sources)
  visit(program, (node) => {
    if (node.type === 'TSInterfaceDeclaration')
      interfaces.set(nameOf(node.id), { members: (node.body as Node).body as unknown as Node[], file });
  });

test('the row types are those of the tables: columns, null, what an insert may omit, kinds and closed lists', async () => {
  const database = await createTestDatabase();
  const client = new pg.Client(database.options);
  try {
    await client.connect();
    const stored = Map.groupBy((await client.query<Column>(COLUMNS)).rows, ({ table }) => table);
    const tables = membersOf(interfaces.get('Tables'));
    expect(tables.size).toBeGreaterThan(80);
    const problems = [...tables].flatMap(([table, type]) => {
      const columns = stored.get(table) ?? [];
      const types = columnsOf(type);
      const names = columns.map(({ name }) => name);
      const unknown = [...types.keys()].filter((name) => !names.includes(name));
      return [
        ...unknown.map((name) => `${table} has no ${name}`),
        ...columns
          .flatMap((column) => problemsOf(column, types.get(column.name)))
          .map((each) => `${table}.${each}`),
      ];
    });
    expect(problems).toEqual([]);
  } finally {
    await client.end();
    await database.drop();
  }
});

function problemsOf({ name, type, isNullable, isOptional, rule }: Column, declared?: Type): string[] {
  const problems: string[] = [];
  // What triggers write, and no statement of ours reads or inserts.
  if (!declared) return isOptional ? [] : [`${name} is needed`];
  const said = declared.file.slice(declared.node.start, declared.node.end);
  if (/\bnull\b/.test(said) !== isNullable) problems.push(`${name} is ${isNullable ? '' : 'never '}null`);
  if (/^(Id|Defaulted)\b/.test(said) && !isOptional) problems.push(`${name} has no default`);
  const kind = KINDS[type];
  if (kind ? !kind.test(said) : /\b(number|boolean|Buffer|Date)\b/.test(said.replaceAll(/Json<.*>/g, '')))
    problems.push(`${name} is ${type}`);
  const listed = [...said.matchAll(/'([\w-]+)'/g)].map(([, word]) => word).sort();
  const allowed = [...(rule ?? '').matchAll(/'([\w-]+)'::text/g)].map(([, word]) => word).sort();
  if (
    listed.length > 0 &&
    allowed.length > 0 &&
    listed.join() !== allowed.join() &&
    !/[A-Z]\w+/.test(said.replace('Defaulted', ''))
  )
    problems.push(`${name} is one of ${allowed.join(', ')}`);
  return problems;
}

/** The type of a member, in the text of its file. */
interface Type {
  node: Node;
  file: string;
}

function columnsOf({ node, file }: Type): Map<string, Type> {
  if (node.type === 'TSIntersectionType')
    return new Map((node.types as Node[]).flatMap((each) => [...columnsOf({ node: each, file })]));
  if (node.type === 'TSTypeLiteral') return membersOf({ members: node.members as Node[], file });
  return membersOf(interfaces.get(nameOf(node.typeName)));
}

function membersOf(found?: { members: Node[]; file: string }): Map<string, Type> {
  const { members = [], file = '' } = found ?? {};
  return new Map(
    members.map(({ key, typeAnnotation }) => [
      nameOf(key),
      { node: (typeAnnotation as { typeAnnotation: Node }).typeAnnotation, file },
    ]),
  );
}

function nameOf(node: unknown): string {
  return (node as { name: string }).name;
}
