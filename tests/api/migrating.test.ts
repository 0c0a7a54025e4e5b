import pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { MIGRATION_LOCK, migrateToLatest } from '../../server/src/database/migrate.ts';
import { runStatements } from '../../server/src/database/migration-statements.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { forThisTest } from '../support/scratch.ts';

async function connect(options: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client(options);
  await client.connect();
  onTestFinished(() => client.end());
  return client;
}

async function openEmpty() {
  const { options, drop } = await createEmptyDatabase();
  await forThisTest({ close: drop });
  return { options, client: await connect(options) };
}

test('a migration that stopped half-way goes on where it was, and repeats nothing', async () => {
  const { client } = await openEmpty();
  await client.query('create table kept (id int)');
  const text = 'insert into kept values (1); insert into kept values (2); insert into kept values (1 / 0)';
  await expect(runStatements(client, 'halved', text)).rejects.toThrow('division by zero');
  await runStatements(client, 'halved', text.replace('1 / 0', '3'));
  expect((await client.query('select id from kept')).rows).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }]);
});

test('an index that was being made when its process was killed is made anew', async () => {
  const { client } = await openEmpty();
  await client.query('create table kept as select 1 as id from generate_series(1, 2)');
  const index = 'create unique index concurrently kept_id on kept (id)';
  await expect(runStatements(client, 'indexed', index)).rejects.toThrow('could not create unique index');
  await client.query('delete from kept where ctid = (select max(ctid) from kept)');
  await runStatements(client, 'indexed', index);
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
  const running = runStatements(client, 'waiting', 'alter table busy add column more int').then(() => {
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

test('one with a lower number than others that have run is run as well', async () => {
  const { options, client } = await openEmpty();
  await migrateToLatest(options);
  await client.query('drop table organization_usage, usage_marks');
  await client.query("delete from kysely_migration where name like '0226%'");
  expect((await migrateToLatest(options)).applied).toEqual([expect.stringMatching(/^0226/)]);
  expect((await client.query("select to_regclass('migration_marks') as marks")).rows).toEqual([
    { marks: null },
  ]);
  expect(await migrateToLatest(options)).toEqual({ applied: [] });
});
