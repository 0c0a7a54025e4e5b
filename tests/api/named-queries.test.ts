import { AbortedTransactionError, sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import type { OpenDatabase } from '../../server/src/database/database.ts';
import { poolDriver } from '../../server/src/database/named-queries.ts';
import { openTestInstance } from '../support/instance.ts';
import { forThisFile } from '../support/instance-case.ts';
import { openSingleConnection } from '../support/single-connection.ts';

const instance = await forThisFile(openTestInstance());
const connection = await forThisFile(openSingleConnection(instance));

test('a transaction is begun as it was asked for', async () => {
  const level = await connection.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      const { rows } = await sql`select current_setting('transaction_isolation') as level,
        current_setting('transaction_read_only') as "isReadOnly"`.execute(tx);
      return rows;
    });
  expect(level).toEqual([{ level: 'repeatable read', isReadOnly: 'on' }]);
});

test('a transaction of which a statement failed is not committed, although the failure was caught', async () => {
  const done = connection.database.transaction().execute(async (tx) => {
    await tx
      .insertInto('rate_windows')
      .values({ key: 'lost', started_at: new Date(0), hits: 1 })
      .execute();
    await expect(sql`select 1 / ${0}::int`.execute(tx)).rejects.toThrow('division by zero');
  });
  await expect(done).rejects.toBeInstanceOf(AbortedTransactionError);
  const kept = await connection.database
    .selectFrom('rate_windows')
    .where('key', '=', 'lost')
    .select('key')
    .execute();
  expect(kept).toEqual([]);
});

test('a connection that cannot roll back is not used again, and any other one is', async () => {
  const release = vi.fn();
  const query = vi.fn(async () => ({ command: 'ROLLBACK', rowCount: null, rows: [] }));
  const driver = poolDriver(
    { connect: async () => ({ query, release }) } as unknown as OpenDatabase['pool'],
    {
      preparesStatements: true,
      queueSchema: 'graphile_worker',
    },
  );
  const rollBack = async () => {
    const used = await driver.acquireConnection();
    await driver.rollbackTransaction(used).finally(() => driver.releaseConnection(used));
  };
  await rollBack();
  query.mockRejectedValueOnce(new Error('no answer'));
  await expect(rollBack()).rejects.toThrow('no answer');
  expect(release.mock.calls).toEqual([[false], [true]]);
});

test('what a statement changed is counted, and what it read is not', async () => {
  const { database } = connection;
  const row = (key: string) => ({ key, started_at: new Date(0), hits: 1 });
  const added = await database
    .insertInto('rate_windows')
    .values([row('one'), row('two')])
    .executeTakeFirst();
  const changed = await database
    .updateTable('rate_windows')
    .set({ hits: 2 })
    .where('key', 'in', ['one', 'two']);
  expect([added.numInsertedOrUpdatedRows, (await changed.executeTakeFirst()).numUpdatedRows]).toEqual([
    2n,
    2n,
  ]);
  const read = await database.executeQuery(sql`select key from rate_windows`.compile(database));
  expect(read.numAffectedRows).toBeUndefined();
});

/** What PostgreSQL has read of a value, as text of the type. */
async function readAs(type: string, value: unknown): Promise<string | null> {
  const { rows } = await connection.pool.query<{ text: string | null }>(
    `select ($1::${type})::text as text`,
    [value],
  );
  return rows[0]?.text ?? null;
}

test('PostgreSQL reads each value of a statement as it was given', async () => {
  await connection.pool.query("set time zone 'UTC'");
  const long = '√"\\ '.repeat(30_000);
  expect(await readAs('text', long)).toBe(long);
  expect(await readAs('text', '')).toBe('');
  expect([await readAs('text', null), await readAs('int', undefined)]).toEqual([null, null]);
  expect([await readAs('boolean', true), await readAs('bigint', 2n ** 60n)]).toEqual([
    'true',
    `${2n ** 60n}`,
  ]);
  expect(await readAs('numeric', -0.125)).toBe('-0.125');
  for (const bytes of [Buffer.from([0, 255, 92]), new Uint8Array([7, 0, 255, 92]).subarray(1)])
    expect(await readAs('bytea', bytes)).toBe('\\x00ff5c');
  expect(await readAs('jsonb', { a: [1, 'ü"\\'] })).toBe('{"a": [1, "ü\\"\\\\"]}');
  expect(await readAs('text[]', ['a,b', '"\\', null, 'NULL', ''])).toBe('{"a,b","\\"\\\\",NULL,"NULL",""}');
  expect(
    await readAs('int[]', [
      [1, 2],
      [3, 4],
    ]),
  ).toBe('{{1,2},{3,4}}');
  expect(await readAs('bytea[]', [Buffer.from([1, 92])])).toBe('{"\\\\x015c"}');
});

test('a statement may have as many values as PostgreSQL takes', async () => {
  const values = Array.from({ length: 65_535 }, (_, index) => index);
  const { rows } = await connection.pool.query<{ count: number }>(
    `select count(*)::int as count from unnest(array[${values.map((index) => `$${index + 1}`).join(',')}]::int[])`,
    values,
  );
  expect(rows).toEqual([{ count: values.length }]);
});

test('moments of any year are the same in PostgreSQL', async () => {
  const moments = {
    '2026-11-23T09:34:42.123Z': '2026-11-23 09:34:42.123+00',
    '+012026-01-02T03:04:05.000Z': '12026-01-02 03:04:05+00',
    '0001-01-01T00:00:00.000Z': '0001-01-01 00:00:00+00',
    '0000-02-28T00:00:00.000Z': '0001-02-28 00:00:00+00 BC',
    '-000043-03-15T00:00:00.000Z': '0044-03-15 00:00:00+00 BC',
  };
  for (const [iso, text] of Object.entries(moments)) {
    expect(await readAs('timestamptz', new Date(iso))).toBe(text);
    const { rows } = await sql<{ at: Date }>`select ${new Date(iso)}::timestamptz as at`.execute(
      connection.database,
    );
    expect(rows[0]?.at.toISOString()).toBe(iso);
  }
});

test('a value that cannot be written fails its statement, and no other one of the connection', async () => {
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  const statement = { name: 'test-value', text: 'select $1::jsonb as value' };
  const read = async (value: unknown) => {
    const { rows } = await connection.pool.query({ ...statement, values: [value] });
    return rows;
  };
  await expect(read(circular)).rejects.toThrow('circular');
  expect(await read({ a: 1 })).toEqual([{ value: { a: 1 } }]);
  await expect(read(circular)).rejects.toThrow('circular');
  expect(await read(null)).toEqual([{ value: null }]);
});
