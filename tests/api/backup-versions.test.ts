import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { backUp, folderPlace, restore, withEmpty } from '../support/backup.ts';
import { openTestInstance } from '../support/instance.ts';
import { folderForThisFile, forThisFile } from '../support/instance-case.ts';

const root = await folderForThisFile();
const instance = await forThisFile(openTestInstance());

test.each([
  [
    'of the time before the first release',
    '0088-unnamed-proxies',
    /This backup was made by a version before the first release \(0\.2\.0\).*Download the documents/,
  ],
  ['of a newer version', '9999-later', /This backup is of Paraph .* Restore it with that version or a newer/],
])('a backup %s is refused before anything is restored', async (_whose, migration, message) => {
  const place = await folderPlace(join(root, migration));
  const { pool } = instance.deps;
  // A backup names the newest migration of its database.
  const { rows } = await pool.query('delete from kysely_migration returning *');
  await pool.query('insert into kysely_migration values ($1, $2)', [migration, '2026-11-24T00:00:00.000Z']);
  await backUp(instance, place);
  await pool.query('delete from kysely_migration');
  for (const row of rows)
    await pool.query('insert into kysely_migration values ($1, $2)', [row.name, row.timestamp]);
  instance.advance(1);

  await withEmpty(root, async (empty) => {
    await expect(restore(empty, place)).rejects.toThrow(message);
    const client = new pg.Client(empty.testDatabase.options);
    await client.connect();
    const tables = await client.query(`select from information_schema.tables where table_schema = 'public'`);
    expect(tables.rowCount).toBe(0);
    await client.end();
  });
});
