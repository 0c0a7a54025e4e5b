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
  const driver = poolDriver({ connect: async () => ({ query, release }) } as unknown as OpenDatabase['pool']);
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
