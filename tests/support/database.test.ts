import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from './database.ts';

it('gives every caller a migrated database of its own', async () => {
  const [first, second] = await Promise.all([createTestDatabase(), createTestDatabase()]);
  try {
    const inFirst = new pg.Client(first.options);
    const inSecond = new pg.Client({ connectionString: second.connectionString });
    await Promise.all([inFirst.connect(), inSecond.connect()]);
    await inFirst.query('create table only_here (id int)');
    const tables = `select count(*)::int as n from information_schema.tables where table_name = $1`;
    expect((await inFirst.query(tables, ['only_here'])).rows[0].n).toBe(1);
    expect((await inSecond.query(tables, ['only_here'])).rows[0].n).toBe(0);
    expect((await inSecond.query(tables, ['users'])).rows[0].n).toBe(1);
    await Promise.all([inFirst.end(), inSecond.end()]);
  } finally {
    await Promise.all([first.drop(), second.drop()]);
  }
});

it('drops a database that still has connections', async () => {
  const database = await createTestDatabase();
  const forgotten = new pg.Client(database.options);
  const ended = new Promise((resolve) => forgotten.on('error', resolve));
  await forgotten.connect();
  await database.drop();
  await ended;
  await expect(new pg.Client(database.options).connect()).rejects.toThrow('does not exist');
});
