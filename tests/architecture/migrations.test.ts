import { expect, test } from 'vitest';
import { splitStatements } from '../../server/src/database/migration-statements.ts';
import { listFiles, readText } from './source-tree.ts';

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

test('a file is cut at the semicolons between its statements alone', () => {
  const text = "-- a; b\ncreate table a (b text default ';'); -- c;\ndo $$ begin; end $$;\n/* ; */ select 1";
  expect(splitStatements(text)).toEqual([
    "create table a (b text default ';')",
    'do $$ begin; end $$',
    'select 1',
  ]);
});
