import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OpenDatabase, Reads, Tx } from '../../server/src/platform/database.ts';
import { prepareHeld, prepareStatement } from '../../server/src/platform/prepared-statements.ts';
import { lockHeld, lockWorkflowRow } from '../../server/src/workflows/store/workflow-store.ts';
import { openTestInstance, type TestInstance } from '../support/instance.ts';
import { listStatements } from '../support/list-statements.ts';
import { openSingleConnection } from '../support/single-connection.ts';

let instance: TestInstance;
let connection: OpenDatabase;
beforeAll(async () => {
  instance = await openTestInstance();
  connection = openSingleConnection(instance);
});
afterAll(async () => {
  await connection.close();
  await instance.close();
});

test('the begin of a transaction is sent together with its first statement', async () => {
  const { database } = connection;
  const addWindow = (key: string) => ({ key, started_at: new Date(), hits: 1 });
  const countWindows = async () =>
    (await database.selectFrom('rate_windows').select('key').where('key', 'like', 'begin %').execute())
      .length;
  const texts = await listStatements(async () => {
    const added = await database.transaction().execute(async (tx) => {
      const first = tx.insertInto('rate_windows').values(addWindow('begin 1')).returning('hits').execute();
      expect(await first).toEqual([{ hits: 1 }]);
      return tx.insertInto('rate_windows').values(addWindow('begin 2')).executeTakeFirst();
    });
    expect(added.numInsertedOrUpdatedRows).toBe(1n);
    await database.transaction().execute(async () => {});
  });
  expect(texts.map((text) => text.replace(/ (into|"rate).*/s, ''))).toEqual([
    'begin; insert',
    'insert',
    'commit',
  ]);
  expect(await countWindows()).toBe(2);
  const fails = (failing: (tx: Tx) => Promise<unknown>) =>
    expect(database.transaction().execute(failing)).rejects.toThrow();
  await fails(async (tx) => {
    await tx.insertInto('rate_windows').values(addWindow('begin 3')).execute();
    throw new Error('rolled back');
  });
  await fails((tx) => tx.insertInto('rate_windows').values(addWindow('begin 1')).execute());
  await fails((tx) => sql`select ${1} / 0`.execute(tx));
  await fails(async (tx) => {
    await sql.raw("insert into rate_windows values ('begin 4', now(), 1); select 1 / 0").execute(tx);
  });
  expect(await countWindows()).toBe(2);
});

test('of statements that are sent together each is parsed once, whichever of them fails', async () => {
  const { database } = connection;
  const windowOf = (key: string) => ({ key, started_at: new Date(0), hits: 1 });
  const first = prepareHeld('test-first', (statements, key: string) =>
    statements.insertInto('rate_windows').values(windowOf(key)),
  );
  const second = prepareHeld('test-second', (statements, key: string) =>
    statements.insertInto('rate_windows').values(windowOf(key)).returning('hits'),
  );
  const select = prepareStatement('test-parsed', (statements, pattern: string) =>
    statements.selectFrom('rate_windows').select('key').where('key', 'like', pattern).orderBy('key'),
  );
  const addBoth = (one: string, other: string) =>
    database.transaction().execute(async (tx) => {
      await first(tx, `parsed ${one}`);
      await second(tx, `parsed ${other}`);
      return (await select(tx, 'parsed %')).map(({ key }) => key);
    });
  // The second one fails, and what selects is not reached.
  for (const key of ['1', '1']) await expect(addBoth(key, key)).rejects.toThrow('duplicate key');
  expect(await addBoth('1', '2')).toEqual(['parsed 1', 'parsed 2']);
  // The first one fails.
  await expect(addBoth('1', '3')).rejects.toThrow('duplicate key');
  expect(await addBoth('3', '4')).toEqual(['parsed 1', 'parsed 2', 'parsed 3', 'parsed 4']);
  const { rows } = await sql<{ name: string; calls: number }>`
    select name, generic_plans + custom_plans as calls from pg_prepared_statements where name like 'test-%'
    order by name`.execute(database);
  expect(rows).toEqual([
    { name: 'test-first', calls: 5 },
    { name: 'test-parsed', calls: 2 },
    { name: 'test-second', calls: 4 },
  ]);
});

test('a statement whose answer is not needed is sent together with the next one of its transaction', async () => {
  const { database } = connection;
  const add = prepareHeld('test-held', (statements, key: string) =>
    statements.insertInto('rate_windows').values({ key, started_at: new Date(0), hits: 1 }),
  );
  const select = prepareStatement('test-held-keys', (statements, pattern: string) =>
    statements.selectFrom('rate_windows').select('key').where('key', 'like', pattern).orderBy('key'),
  );
  const keys = async (reads: Reads = database) => (await select(reads, 'held %')).map(({ key }) => key);
  const inTransaction = (act: (tx: Tx) => Promise<unknown>) => database.transaction().execute(act);
  // Nothing is held without a transaction.
  for (const key of ['held 1', 'held 2']) await add(database as Tx, key);
  expect(await keys()).toEqual(['held 1', 'held 2']);
  const texts = await listStatements(async () => {
    await inTransaction(async (tx) => {
      for (const key of ['held 3', 'held 4']) await add(tx, key);
      expect(await keys(tx)).toHaveLength(4);
      await add(tx, 'held 5');
    });
  });
  expect(texts.map((text) => text.replaceAll(/ (into|"key")[^;]*/g, ''))).toEqual([
    'begin; insert; insert; select',
    'insert; commit',
  ]);
  const all = await keys();
  expect(all).toHaveLength(5);
  const fails = (act: (tx: Tx) => Promise<unknown>) => expect(inTransaction(act)).rejects.toThrow;
  // One that fails fails what is sent with it, and the whole.
  await fails(async (tx) => {
    await add(tx, 'held 6');
    await add(tx, 'held 1');
    return keys(tx);
  })('duplicate key');
  await fails(async (tx) => {
    await add(tx, 'held 6');
    await sql`select ${1}::int`.execute(tx);
    await add(tx, 'held 1');
  })('duplicate key');
  // What was not sent when the whole is rolled back never is.
  await fails(async (tx) => {
    await sql`select ${1}::int`.execute(tx);
    await add(tx, 'held 6');
    throw new Error('rolled back');
  })('rolled back');
  expect(await keys()).toEqual(all);
  await inTransaction(async (tx) => {
    await add(tx, 'held 6');
    await sql.raw("insert into rate_windows values ('held 7', now(), 1); select 1").execute(tx);
  });
  expect(await keys()).toHaveLength(7);
});

test('two statements have one text only if both are held, or neither', async () => {
  const { database } = connection;
  const held = prepareHeld('of-one-text-held', (each, id: number) =>
    each.selectFrom('users').select('name').where('id', '=', id),
  );
  const asked = prepareStatement('of-one-text', (each, id: number) =>
    each.selectFrom('users').select('name').where('id', '=', id),
  );
  await asked(database, 1);
  const both = database.transaction().execute((tx) => held(tx, 1));
  await expect(both).rejects.toThrow('only one of them is held');
  // Whether the workflow is there must be answered at once, however it was locked before.
  await database.transaction().execute(async (tx) => {
    await lockHeld(tx, 1);
    expect(await lockWorkflowRow(tx, 1)).toBe(false);
  });
});
