import { splitList, withoutComments } from './migration-statements.ts';

// Which locks a statement of a migration takes, by what PostgreSQL documents of each kind (Explicit Locking, ALTER
// TABLE, CREATE INDEX). Weaker ones than ROW EXCLUSIVE, which reading takes, are left out: they only wait for a table
// that is dropped or changed. `tests/api/migrating.test.ts` compares it with what PostgreSQL does.

/** Weakest first. */
export const LOCK_MODES = [
  'ROW EXCLUSIVE',
  'SHARE UPDATE EXCLUSIVE',
  'SHARE',
  'SHARE ROW EXCLUSIVE',
  'ACCESS EXCLUSIVE',
] as const;
export type LockMode = (typeof LOCK_MODES)[number];

/** What is done to rows that are there: all of them are read, read and sorted into an index, or written anew. */
export type Work = 'none' | 'scan' | 'index' | 'rewrite';

export interface StatementLocks {
  /** Of each table the strongest one. */
  locks: ReadonlyMap<string, LockMode>;
  work: Work;
  /** Whose rows these are; null where there is no work. */
  table: string | null;
  /** Made beside those who read and write, outside of a transaction. */
  isConcurrent: boolean;
  /** The table that it makes. */
  makes: string | null;
  renames: { from: string; to: string } | null;
}

/** What earlier statements have made, as later ones depend on it. */
export interface SchemaSoFar {
  /** Foreign keys. */
  references: { name: string; table: string; target: string }[];
  /** The table of each index. */
  indexes: Map<string, string>;
}

export function emptySchema(): SchemaSoFar {
  return { references: [], indexes: new Map() };
}

const NONE: StatementLocks = {
  ...{ locks: new Map(), work: 'none', table: null, isConcurrent: false, makes: null, renames: null },
};

type Reader = (found: RegExpExecArray, statement: string, schema: SchemaSoFar) => StatementLocks;

const KINDS: readonly [RegExp, Reader][] = [
  [/^create (?:unlogged )?table (\w+)/i, createTable],
  [/^alter table (\w+)\s+([\s\S]*)/i, alterTable],
  [/^create (?:unique )?index (concurrently )?\w+\s+on (\w+)/i, createIndex],
  [/^drop index (\w+)/i, dropIndex],
  [/^drop table (\w+)/i, dropTable],
  [/^create (?:constraint )?trigger [\s\S]*?\bon (\w+)/i, createTrigger],
  [/^(?:insert into|update|delete from) (\w+)/i, changeRows],
  [/^do \$\$([\s\S]*)\$\$$/i, runBlock],
  // They touch no table.
  [/^create function|^alter index/i, () => NONE],
];

/**
 * The locks of a statement after those before it, which it adds to `schema`.
 *
 * @throws Error for a kind of statement that no migration had so far
 */
export function readLocks(statement: string, schema: SchemaSoFar): StatementLocks {
  const text = withoutComments(statement);
  for (const [pattern, read] of KINDS) {
    const found = pattern.exec(text);
    if (found) return read(found, text, schema);
  }
  throw new Error(`The locks of this statement are not known: ${statement.slice(0, 80)}`);
}

/** The stronger of two locks; of equal ones that. */
export function stronger(one: LockMode | undefined, other: LockMode): LockMode {
  return one && LOCK_MODES.indexOf(one) > LOCK_MODES.indexOf(other) ? one : other;
}

function createTable([, table = '']: RegExpExecArray, text: string, schema: SchemaSoFar): StatementLocks {
  const locks = new Map<string, LockMode>();
  for (const { name, target } of foreignKeysIn(table, text)) {
    schema.references.push({ name, table, target });
    if (target !== table) locks.set(target, 'SHARE ROW EXCLUSIVE');
  }
  return { ...NONE, locks, makes: table };
}

/** One that stands beside its column is named by PostgreSQL. */
function foreignKeysIn(table: string, text: string) {
  const named =
    /(?:constraint (\w+)\s+foreign key \([^)]*\)\s+|(?<=[(,]\s*)(\w+) [^,(]*)\breferences (\w+)/gi;
  return [...text.matchAll(named)].map(([, name, column = '', target = '']) => ({
    name: name ?? `${table}_${column}_fkey`,
    target,
  }));
}

function alterTable(found: RegExpExecArray, _text: string, schema: SchemaSoFar): StatementLocks {
  const [, table = '', actions = ''] = found;
  const locks = new Map<string, LockMode>();
  let work: Work = 'none';
  const lock = (name: string, mode: LockMode) => locks.set(name, stronger(locks.get(name), mode));
  for (const action of splitList(actions)) {
    const [, key, target = ''] =
      /^add constraint (\w+)\s+foreign key [\s\S]*\breferences (\w+)/i.exec(action) ?? [];
    const [, verb = '', constraint = ''] = /^(drop|validate) constraint (\w+)/i.exec(action) ?? [];
    if (key !== undefined) {
      schema.references.push({ name: key, table, target });
      lock(table, 'SHARE ROW EXCLUSIVE');
      lock(target, 'SHARE ROW EXCLUSIVE');
    } else lock(table, verb.toLowerCase() === 'validate' ? 'SHARE UPDATE EXCLUSIVE' : 'ACCESS EXCLUSIVE');
    // With a foreign key go its triggers at the other table.
    if (verb.toLowerCase() === 'drop')
      for (const name of dropReferences(schema, table, constraint)) lock(name, 'ACCESS EXCLUSIVE');
    work = WORKS[Math.max(WORKS.indexOf(work), WORKS.indexOf(workOf(action)))] ?? 'none';
  }
  const [, to] = /^rename to (\w+)/i.exec(actions) ?? [];
  if (to !== undefined) rename(schema, table, to);
  const renames = to === undefined ? null : { from: table, to };
  return { ...NONE, locks, work, table: work === 'none' ? null : table, renames };
}

const WORKS: readonly Work[] = ['none', 'scan', 'index', 'rewrite'];
/** A default that is another one for each row has to be written into each. */
const VOLATILE = /\bdefault\b[\s\S]*\b(gen_random_uuid|random|clock_timestamp|nextval)\(/i;

function workOf(action: string): Work {
  if (/^add column\b/i.test(action))
    return VOLATILE.test(action) || /\bgenerated always\b/i.test(action) ? 'rewrite' : 'none';
  if (/^alter column \w+ (set data )?type\b/i.test(action)) return 'rewrite';
  if (/^add constraint \w+\s+(unique|primary key)\b/i.test(action)) return 'index';
  if (/^add constraint\b/i.test(action)) return /\bnot valid\b/i.test(action) ? 'none' : 'scan';
  return /^validate constraint\b|^alter column \w+ set not null\b/i.test(action) ? 'scan' : 'none';
}

/** Of a table all, or the one with a name; answers where they led. */
function dropReferences(schema: SchemaSoFar, table: string, name?: string): string[] {
  const isDropped = (key: SchemaSoFar['references'][number]) =>
    key.table === table && (name === undefined || key.name === name);
  const targets = schema.references.filter(isDropped).map(({ target }) => target);
  schema.references = schema.references.filter((key) => !isDropped(key));
  return targets;
}

function rename(schema: SchemaSoFar, from: string, to: string): void {
  for (const key of schema.references) {
    if (key.table === from) key.table = to;
    if (key.target === from) key.target = to;
  }
  for (const [index, table] of schema.indexes) if (table === from) schema.indexes.set(index, to);
}

function createIndex(found: RegExpExecArray, text: string, schema: SchemaSoFar): StatementLocks {
  const [, concurrently, table = ''] = found;
  const isConcurrent = concurrently !== undefined;
  schema.indexes.set(/\bindex (?:concurrently )?(\w+)/i.exec(text)?.[1] ?? '', table);
  const mode = isConcurrent ? 'SHARE UPDATE EXCLUSIVE' : 'SHARE';
  return { ...NONE, locks: new Map([[table, mode]]), work: 'index', table, isConcurrent };
}

function dropIndex([, index = '']: RegExpExecArray, _text: string, schema: SchemaSoFar): StatementLocks {
  const table = schema.indexes.get(index);
  return { ...NONE, locks: new Map(table === undefined ? [] : [[table, 'ACCESS EXCLUSIVE']]) };
}

function dropTable([, table = '']: RegExpExecArray, _text: string, schema: SchemaSoFar): StatementLocks {
  const locks = new Map<string, LockMode>([[table, 'ACCESS EXCLUSIVE']]);
  for (const target of dropReferences(schema, table)) locks.set(target, 'ACCESS EXCLUSIVE');
  return { ...NONE, locks };
}

function createTrigger([, table = '']: RegExpExecArray): StatementLocks {
  return { ...NONE, locks: new Map([[table, 'SHARE ROW EXCLUSIVE']]) };
}

function changeRows([, table = '']: RegExpExecArray, text: string): StatementLocks {
  const [, source] = /^insert into [\s\S]*\bfrom (\w+)/i.exec(text) ?? [];
  const read = /^insert/i.test(text) ? (source ?? null) : table;
  return { ...NONE, locks: new Map([[table, 'ROW EXCLUSIVE']]), work: read ? 'scan' : 'none', table: read };
}

/** A block that builds its statements: those whose beginning stands in it as text. */
function runBlock([, body = '']: RegExpExecArray, _text: string, schema: SchemaSoFar): StatementLocks {
  const locks = new Map<string, LockMode>();
  for (const [inner] of body.matchAll(/\balter table \w+\s[^;]*/gi))
    for (const [table, mode] of readLocks(inner, schema).locks)
      locks.set(table, stronger(locks.get(table), mode));
  for (const [, table = ''] of body.matchAll(/\block table (\w+) in access exclusive mode/gi))
    locks.set(table, 'ACCESS EXCLUSIVE');
  const [, read = null] = /\bin select [\s\S]*?\bfrom (\w+)/i.exec(body) ?? [];
  return { ...NONE, locks, work: read === null ? 'none' : 'scan', table: read };
}
