import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { migrateCommand } from '../../operator/src/commands/migrate.ts';
import { MIGRATION_LOCK, migrateTo, migrateToLatest } from '../../server/src/database/migrate.ts';
import {
  beginMarks,
  runStatements,
  splitStatements,
} from '../../server/src/database/migration-statements.ts';
import { planMigrations } from '../../server/src/database/plan-migrations.ts';
import { compareSchema, readMigration } from '../../server/src/database/schema-version.ts';
import { emptySchema, readLocks } from '../../server/src/database/statement-locks.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { databaseForThisTest, runOperator, settingsForThisTest } from '../support/operator-case.ts';
import { forThisTest } from '../support/scratch.ts';
import { observeStatement } from '../support/statement-effects.ts';

async function connect(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(options);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

/** What has run of it before does not run again. */
async function run(client: pg.Client, name: string, text: string): Promise<void> {
  await runStatements(client, { name, text }, await beginMarks(client));
}

async function openEmpty() {
  const { options, connectionString, drop } = await createEmptyDatabase();
  await forThisTest({ close: drop });
  return { options, connectionString, client: await connect(options) };
}

test('a migration that stopped half-way goes on where it was, and repeats nothing', async () => {
  const { client } = await openEmpty();
  await client.query('create table kept (id int)');
  const text = 'insert into kept values (1); insert into kept values (2); insert into kept values (1 / 0)';
  await expect(run(client, 'halved', text)).rejects.toThrow('division by zero');
  await run(client, 'halved', text.replace('1 / 0', '3'));
  expect((await client.query('select id from kept')).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('an index that was being made when its process was killed is made anew', async () => {
  const { client } = await openEmpty();
  await client.query('create table kept as select 1 as id from generate_series(1, 2)');
  const index = 'create unique index concurrently kept_id on kept (id)';
  await expect(run(client, 'indexed', index)).rejects.toThrow('could not create unique index');
  await client.query('delete from kept where ctid = (select max(ctid) from kept)');
  await run(client, 'indexed', index);
  const { rows } = await client.query(
    'select indisvalid as valid from pg_index where indrelid = $1::regclass',
    ['kept'],
  );
  expect(rows).toEqual([{ valid: true }]);
});

test('it waits for a table in use without making others wait behind it', async () => {
  const { options, client } = await openEmpty();
  await client.query('create table busy (id int)');
  const user = await connect(options);
  await user.query('begin; select from busy');
  let isOver = false;
  const running = run(client, 'waiting', 'alter table busy add column more int').then(() => {
    isOver = true;
  });
  const reader = await connect(options);
  // More than once, so that one of them comes while the migration waits for its lock.
  for (const _each of Array(4).keys()) {
    await reader.query('select from busy');
    await reader.query('select pg_sleep(0.1)');
  }
  expect(isOver).toBe(false);
  await user.query('commit');
  await running;
});

test('a process of the version before, which waits for the lock meanwhile, is sent away instead of being waited for', async () => {
  const { options, client } = await openEmpty();
  const waiter = await connect(options);
  const migrating = migrateToLatest(options);
  const held = `select from pg_locks where locktype = 'advisory' and granted
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await client.query(held)).rowCount, { interval: 10 }).toBe(1);
  await expect(waiter.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])).rejects.toThrow('canceling');
  expect((await migrating).applied.length).toBeGreaterThan(100);
});

/** All that can differ: columns, constraints, indexes, functions and triggers, as the database describes them. */
const SCHEMA = `select 'column ' || attrelid::regclass || '.' || attname || ' ' || format_type(atttypid, atttypmod)
    || ' ' || attnotnull || coalesce(' ' || pg_get_expr(adbin, adrelid), '') as line
  from pg_attribute join pg_class on pg_class.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
  where relnamespace = 'public'::regnamespace and attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v')
  union all select 'constraint ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid)
    from pg_constraint where connamespace = 'public'::regnamespace and conrelid <> 0
  union all select 'index ' || pg_get_indexdef(indexrelid) || ' ' || indisvalid from pg_index
    join pg_class on oid = indexrelid where relnamespace = 'public'::regnamespace
  union all select 'function ' || pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind in ('f', 'p') and probin is null
  union all select 'trigger ' || pg_get_triggerdef(pg_trigger.oid) from pg_trigger
    join pg_class on pg_class.oid = tgrelid where relnamespace = 'public'::regnamespace and not tgisinternal
  order by line`;
const schemaOf = async (client: pg.Client) =>
  (await client.query<{ line: string }>(SCHEMA)).rows.map(({ line }) => line);

test('a version goes back to a database of the next one, unless that has taken what it needs', async () => {
  const { options, client } = await openEmpty();
  // At first a migration is one transaction, and once some have run each statement, as on a database that is in use.
  await client.query('create table usage_marks ()');
  const isBegun = "select to_regclass('organization_usage') is not null as begun";
  for (const begun of [false, true]) {
    await expect(migrateToLatest(options)).rejects.toThrow('"usage_marks" already exists');
    expect((await client.query(isBegun)).rows).toEqual([{ begun }]);
    // As if it had been killed before it could say that the last one had run.
    await client.query('delete from kysely_migration where name = (select max(name) from kysely_migration)');
  }
  await client.query('drop table usage_marks');
  expect((await migrateToLatest(options)).applied).toContainEqual(expect.stringMatching(/^0226/));
  const made = await connect((await databaseForThisTest()).options);
  const schema = await schemaOf(client);
  expect(schema.length).toBeGreaterThan(1_000);
  expect(schema).toEqual(await schemaOf(made));
  const marks = "select to_regclass('migration_marks') is not null as there";
  expect((await client.query(marks)).rows).toEqual([{ there: false }]);
  expect(await migrateToLatest(options)).toEqual({ applied: [] });
  await client.query("insert into kysely_migration values ('9999-next', '2099-01-01')");
  await run(client, '9999-half', 'create table halved (id int)');
  expect(await migrateToLatest(options)).toEqual({ applied: [] });
  expect(await planMigrations(options)).toEqual([]);
  await client.query("delete from kysely_migration where name like '0226%' or name like '9999%'");
  await client.query('drop table organization_usage, usage_marks');
  // One with a lower number than others that have run is run as well.
  expect((await migrateToLatest(options)).applied).toEqual([expect.stringMatching(/^0226/)]);
  // What the next version has begun, it goes on with.
  expect((await client.query('select migration, position from migration_marks')).rows).toEqual([
    { migration: '9999-half', position: 0 },
  ]);
  await client.query("insert into kysely_migration values ('9999-next', '2099-01-01')");
  const oldest = (version: string) =>
    client.query('update schema_compatibility set oldest_version = $1', [version]);
  await oldest('9.10.0');
  await expect(migrateToLatest(options)).rejects.toThrow(
    /newer than this Paraph: 9999-next. It can be used from Paraph 9\.10\.0 on, and this is .*Start Paraph 9\.10\.0 or newer/,
  );
  for (const [version, isForeign] of [
    ['9.9.9', true],
    ['9.10.0-rc.1', false],
    ['9.10.1', false],
    ['10.0.0', false],
  ] as const)
    expect((await compareSchema(client, version)).foreign !== null).toBe(isForeign);
  await oldest('0.2.0');
  await client.query("delete from kysely_migration where name like '0226%'");
  await expect(planMigrations(options)).rejects.toThrow(
    /still lacks 0226-usage.*Start the newer Paraph once/,
  );
});

test('the plan says of each statement after 0.2.0 which locks it takes, and what becomes of the rows', async () => {
  const { options, client, connectionString } = await openEmpty();
  const other = await connect(options);
  await migrateTo(options, '0129-jobs');
  await client.query(
    `insert into mails (kind, to_email, detail, created_at, state, attempts)
     select 'completed', 'x@example.com', '{}', now(), 'sent', 1 from generate_series(1, 20000)`,
  );
  await client.query('analyze mails');
  settingsForThisTest({ DATABASE_URL: connectionString });
  const { code, printed } = await runOperator([migrateCommand], ['migrate', '--plan']);
  expect(code).toBe(0);
  expect(printed).toMatch(
    /alter table mails validate constraint mails_kind_check\n +SHARE UPDATE EXCLUSIVE on mails: about 20,000 rows, 1\.\d MB\n +stops nothing; reads all rows: (about|at once)/,
  );
  expect(printed).toMatch(/statements of \d+ migrations.*\n.*stop reading and writing of a table: \d+/);
  const plan = await planMigrations(options);
  const { migrations, pending } = await compareSchema(client);
  const schema = emptySchema();
  const kinds = new Set<string>();
  let statements = 0;
  for (const migration of migrations) {
    for (const statement of splitStatements(await readMigration(migration))) {
      const { locks, work, table, isConcurrent } = readLocks(statement, schema);
      if (!pending.includes(migration)) continue;
      const effect = await observeStatement({ client, other }, { statement, table, isConcurrent });
      const locked = [...locks].toSorted().filter(([name]) => effect.present.has(name));
      expect([statement, effect.locks]).toEqual([statement, locked]);
      if (!isConcurrent) {
        const isRead = work !== 'none' && effect.present.has(table ?? '');
        expect([statement, effect.isRead]).toEqual([statement, isRead]);
        expect([statement, effect.isRewritten]).toEqual([statement, work === 'rewrite']);
      }
      expect(plan[statements]?.migration).toBe(migration);
      kinds.add(`${work} ${isConcurrent}`);
      statements += 1;
    }
  }
  expect(plan).toHaveLength(statements);
  expect(kinds.size).toBe(5);
  // Of tables that a migration brings along nobody waits for a lock.
  const filing = plan.filter(({ migration }) => migration === '0149-workflows-filing');
  expect(filing.map(({ stops, isConcurrent, work }) => [stops, isConcurrent, work])).toEqual([
    ['reading and writing', false, 'none'],
    ...Array(4).fill(['nothing', true, 'index']),
  ]);
  expect(filing[0]?.locks).toEqual([
    expect.objectContaining({ table: 'workflows', mode: 'ACCESS EXCLUSIVE', rows: 0, bytes: 0 }),
  ]);
  const begun = new Set(
    plan
      .filter(({ migration }) => migration.startsWith('0145'))
      .flatMap(({ locks }) => locks.map(({ table }) => table)),
  );
  expect([...begun].toSorted()).toEqual(['organizations', 'workspaces']);
});
