import { expect, test } from 'vitest';
import { splitList, splitStatements } from '../../server/src/database/migration-statements.ts';
import { listFiles, readText } from './source-tree.ts';
import { filesIn } from './sources.ts';

/** The last file of release 0.2.0: what is before it has run everywhere. */
const RELEASED = '0129';
const files = listFiles(/^server\/migrations\/\d+-[\w-]+\.sql$/)
  .map((path) => ({ number: path.slice('server/migrations/'.length).slice(0, 4), text: readText(path) }))
  .toSorted((a, b) => a.number.localeCompare(b.number));

/** Tables that may have rows when a later version first starts. */
const old = new Set(
  files
    .filter(({ number }) => number <= RELEASED)
    .flatMap(({ text }) => [...text.matchAll(/^create table (\w+)/gim)].map(([, table]) => table)),
);

/** What holds the lock of a table while its rows are read. */
function blocks(statement: string): boolean {
  const index = /^create (?:unique )?index (concurrently )?\w+ on (\w+)/i.exec(statement);
  if (index) return index[1] === undefined && old.has(index[2]);
  const table = /^alter table (\w+)/i.exec(statement)?.[1];
  return SMALL.has(table ?? '') || !old.has(table) ? false : readsRows(statement);
}

const readsRows = (statement: string) =>
  /\badd constraint \w+\s+(?:check|foreign key)\b/i.test(statement) && !/\bnot valid\b/i.test(statement);

/** A few rows an organization. */
const SMALL = new Set([
  'identity_providers',
  'members',
  'trust_providers',
  'certificates',
  'users',
  'connection_sessions',
]);

test('no migration holds the lock of a table with many rows while it reads them', () => {
  const statements = files
    .filter(({ number }) => number > RELEASED)
    .flatMap(({ text }) => splitStatements(text));
  expect(statements.length).toBeGreaterThan(200);
  expect(statements.filter(blocks)).toEqual([]);
  expect(blocks('create index a on workflows (id)')).toBe(true);
  expect(blocks('alter table mails add constraint a check (id > 0)')).toBe(true);
});

/** What a process of the version before needs of its tables, and a statement takes; null where it adds alone. */
function takes(statement: string): string | null {
  const [, dropped] = /^drop table (\w+)/i.exec(statement) ?? [];
  if (old.has(dropped)) return 'a table';
  const [, table, actions = ''] = /^alter table (\w+)\s+([\s\S]*)/i.exec(statement) ?? [];
  if (!old.has(table)) return null;
  const isTaking = (action: string) => TAKING.find(([pattern]) => pattern.test(action))?.[1] ?? null;
  return (
    splitList(actions)
      .map(isTaking)
      .find((what) => what !== null) ?? null
  );
}

const TAKING: readonly [RegExp, string][] = [
  [/^add column (?!.*\bdefault\b)(?!.*\bgenerated\b).*\bnot null\b/is, 'the insert without this column'],
  [/^drop column\b/i, 'a column'],
  [/^rename\b(?! constraint)/i, 'a name'],
  [/^alter column \w+ (set data )?type\b/i, 'a type'],
  [/^alter column \w+ set not null\b/i, 'null'],
  [/^alter column \w+ drop default\b/i, 'a default'],
  [/^drop constraint \w+_(pkey|key)\b/i, 'the key of an upsert'],
];

/** An administrator who sets a provider or a policy by 0.2.0 in the minutes of the upgrade is answered 500. */
const TAKEN_FROM_020 = ['0194', '0227'];

/** Then processes of versions before this number do not start any more. */
const raisesOldest = (text: string) => /^update schema_compatibility set oldest_version = '\d/m.test(text);

test('no migration takes what the version before needs, unless it says from which version on the schema can be used', () => {
  const taking = files
    .filter(
      ({ number, text }) => number > RELEASED && !raisesOldest(text) && !TAKEN_FROM_020.includes(number),
    )
    .flatMap(({ number, text }) =>
      splitStatements(text).map((statement) => ({ number, what: takes(statement) })),
    )
    .filter(({ what }) => what !== null);
  expect(taking).toEqual([]);
  for (const [statement, what] of [
    ['alter table mails add column a text, add column b text not null', 'the insert without this column'],
    ['drop table mails', 'a table'],
    ['alter table users drop column name', 'a column'],
    ['alter table users rename column name to called', 'a name'],
    ['alter table users alter column id type text', 'a type'],
    ['alter table users alter column language set not null', 'null'],
    ['alter table users alter column id drop default', 'a default'],
    ['alter table users drop constraint users_email_key', 'the key of an upsert'],
    ["alter table mails add column a text not null default ''", null],
    ['alter table mails rename constraint a to b', null],
  ] as const)
    expect([statement, takes(statement)]).toEqual([statement, what]);
});

test('no list of values loses one, which a process of the version before may still write', () => {
  const lists = new Map<string, ReadonlySet<string>>();
  const lost: string[] = [];
  const lines = files.flatMap(({ text }) => [
    ...text.matchAll(/constraint (\w+)\s+check \(\w+ in \(([^()]*)\)\)/g),
  ]);
  expect(lines.length).toBeGreaterThan(50);
  for (const [, name = '', list = ''] of lines) {
    const values = new Set(splitList(list).filter((value) => value.startsWith("'")));
    if (values.size === 0) continue;
    for (const value of lists.get(name) ?? []) if (!values.has(value)) lost.push(`${name}: ${value}`);
    lists.set(name, values);
  }
  expect(lost).toEqual([]);
});

test('a file is cut at the semicolons between its statements alone', () => {
  const text = "-- a; b\ncreate table a (b text default ';'); -- c;\ndo $$ begin; end $$;\n/* ; */ select 1";
  expect(splitStatements(text)).toEqual([
    "create table a (b text default ';')",
    'do $$ begin; end $$',
    'select 1',
  ]);
});

/** As a qualified name, or as what a row of the catalogue says. */
const USUAL_SCHEMA = /(?<![.\w'])public\.["$\w]|'public'::|(?<!=)= 'public'/;

test('no statement names the schema of the tables, which is a setting', () => {
  const sources = ['server', 'operator', 'sandbox']
    .flatMap(filesIn)
    .map(({ path, text }) => ({ path, text }));
  const all = [...sources, ...files.map(({ number, text }) => ({ path: number, text }))];
  expect(all.length).toBeGreaterThan(900);
  expect(all.filter(({ text }) => USUAL_SCHEMA.test(text)).map(({ path }) => path)).toEqual([]);
  for (const text of ['from public."users"', "'public'::regnamespace", "where schemaname = 'public'"])
    expect(text).toMatch(USUAL_SCHEMA);
});
