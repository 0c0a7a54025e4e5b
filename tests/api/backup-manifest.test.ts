import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type Manifest, nameOfManifest, nameOfPart } from '../../operator/src/backup/manifest.ts';
import {
  backUp,
  type EmptyInstance,
  folderPlace,
  readBackupAgain,
  restore,
  signManifest,
  withEmpty,
} from '../support/backup.ts';
import { queryOnce } from '../support/database.ts';
import { folderForThisFile, openInstanceCase } from '../support/instance-case.ts';
import { quickSender } from '../support/quick-sender.ts';

const root = await folderForThisFile();
const { instance, sender } = await openInstanceCase();
await quickSender(() => sender).create();

test('an earlier manifest under the name of a later backup is refused: nothing goes back in time', async () => {
  const path = join(root, 'back-in-time');
  const place = await folderPlace(path);
  const { manifest: earlier } = await backUp(instance, place);
  const keys = join(path, nameOfPart(earlier.snapshot, 'blob-keys'));
  const keptKeys = await readFile(keys);
  instance.advance(1);
  const { manifest: later } = await backUp(instance, place);
  await copyFile(join(path, nameOfManifest(earlier.snapshot)), join(path, nameOfManifest(later.snapshot)));
  await writeFile(keys, keptKeys);
  await withEmpty(root, async (empty) => {
    await expect(restore(empty, place)).rejects.toThrow(/manifest.json in .* was changed/);
    await expect(readBackupAgain(place)).rejects.toThrow(/manifest.json in .* was changed/);
  });
});

test('a backup that lacks rows, tables, jobs, keys or files of those it counts is not restored', async () => {
  const place = await folderPlace(join(root, 'counted'));
  const { manifest } = await backUp(instance, place);
  const { rows } = manifest;
  // A restore compares them by the same code; it is tried with one of each kind.
  const lacking: [Partial<Manifest>, RegExp, isRestored?: boolean][] = [
    [{ rows: { ...rows, users: (rows.users ?? 0) + 1 } }, /rows of the table users are not/],
    [{ rows: { ...rows, blob_keys: (rows.blob_keys ?? 0) + 1 } }, /rows of the table blob_keys are not/],
    [{ rows: { ...rows, more: 0 } }, /rows of the table more are not/, true],
    [{ jobs: manifest.jobs + 1 }, /rows of the waiting jobs are not/, true],
    [{ sequences: manifest.sequences + 1 }, /rows of the sequences are not/],
    [{ keys: manifest.keys + 1 }, /counts \d+\.$/, true],
    [{ files: manifest.files + 1 }, /blobs.part in .* lists \d+ files of \d+/, true],
  ];
  const states = await listTableStates(instance.connectionString);
  await withEmpty(root, async (empty) => {
    for (const [changes, message, isRestored] of lacking) {
      await signManifest(instance, place, { ...manifest, ...changes });
      await expect(readBackupAgain(place)).rejects.toThrow(message);
      if (isRestored) await expect(restore(empty, place)).rejects.toThrow(message);
    }
    await signManifest(instance, place, manifest);
    await queryOnce(empty.testDatabase.options, 'create table later_feature (id int)');
    await expect(restore(empty, place)).rejects.toThrow(/does not have the table later_feature/);
    await queryOnce(empty.testDatabase.options, 'drop table later_feature');
    await restore(empty, place);
    expect(await listTableStates(empty.testDatabase.connectionString)).toEqual(states);
  });
});

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

  const work = async (empty: EmptyInstance) => {
    await expect(restore(empty, place)).rejects.toThrow(message);
    const text = `select from information_schema.tables where table_schema = 'public'`;
    expect(await queryOnce(empty.testDatabase.options, text)).toEqual([]);
  };
  await withEmpty(root, work, { hasTables: false });
});

/** Every table of the catalogue but those of the schema and of a restore, with a hash of its rows. */
async function listTableStates(connectionString: string): Promise<string[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `select oid::regclass::text as name from pg_class where relkind = 'r'
       and (relnamespace = 'public'::regnamespace and relname !~ '^kysely_' and relname not in ('restores', 'blob_leases')) order by 1`,
    );
    const states: string[] = [];
    for (const { name } of tables) {
      // The row of the backup gets its end after the snapshot.
      const row = name === 'backups' ? 'snapshot' : 'each::text';
      const { rows } = await client.query(
        `select count(*), md5(string_agg(${row}::text, ',' order by ${row})) as hash from ${name} as each`,
      );
      states.push(`${name}: ${rows[0].count} ${rows[0].hash}`);
    }
    const { rows: jobs } = await client.query('select count(*) from graphile_worker._private_jobs');
    return [...states, `jobs: ${jobs[0].count}`];
  } finally {
    await client.end();
  }
}
