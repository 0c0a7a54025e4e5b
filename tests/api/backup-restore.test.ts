import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { type Manifest, nameOfManifest, nameOfPart } from '../../operator/src/backup/manifest.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import {
  backUp,
  completeRestore,
  dieAt,
  type EmptyInstance,
  folderPlace,
  Killed,
  readBackupAgain,
  restore,
  signManifest,
  withEmpty,
} from '../support/backup.ts';
import { queryOnce } from '../support/database.ts';
import { PASSWORD } from '../support/instance.ts';
import { folderForThisFile, openInstanceCase } from '../support/instance-case.ts';
import { addMember } from '../support/organization.ts';
import { workflowTables } from '../support/workflow-tables.ts';

const root = await folderForThisFile();
const { instance, sender, create } = await openInstanceCase();
const openId = await create();

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

test('what was erased after a backup is erased again when it is restored, unless it is wanted back', async () => {
  const place = await folderPlace(join(root, 'erased'));
  const { query } = workflowTables(() => instance);
  const leaver = await instance.signIn('Leaver', 'leaver@example.com');
  const kept = await instance.signIn('Kept', 'kept@example.com');
  await addMember(instance, sender, kept);
  const erasedId = await create({ name: 'Erased later' });
  const underWayId = await create({ name: 'Under way' });
  await query('update workflows set creator_id = $1 where envelope_id = $2', [kept.profile.id, underWayId]);
  const { manifest } = await backUp(instance, place);

  const endpoint = `/api/v1/envelopes/${erasedId}`;
  await sender.call({ method: 'PUT', url: `${endpoint}/cancel` });
  expect((await sender.call({ method: 'DELETE', url: endpoint })).statusCode).toBe(204);
  await sender.call({ method: 'PUT', url: `/api/v1/envelopes/${underWayId}/cancel` });
  for (const { call } of [leaver, kept]) {
    const payload = { currentPassword: PASSWORD };
    const answer = await call({ method: 'POST', url: '/api/v1/account/erasure', payload });
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  }
  // Of others that had these numbers, in a history that was given up.
  await query(
    `insert into workflow_tombstones select id, 'another', now(), '{}', '' from workflows
    where envelope_id = $1`,
    [openId],
  );
  await query(`insert into account_tombstones values ($1, now(), '{"createdAt": 1}', '')`, [
    sender.profile.id,
  ]);
  instance.advance(1);
  await backUp(instance, place);
  await query(`delete from workflow_tombstones where envelope_id = 'another'`);
  await query('delete from account_tombstones where user_id = $1', [sender.profile.id]);

  const countIn = async (empty: EmptyInstance) => {
    const { database, close } = openDatabase(empty.testDatabase.options);
    const ids = [erasedId, openId, underWayId];
    const workflows = await database
      .selectFrom('workflows')
      .select('envelope_id')
      .where('envelope_id', 'in', ids)
      .execute();
    const users = await database.selectFrom('users').select('name').where('erased_at', 'is', null).execute();
    await close();
    return [workflows.map((row) => row.envelope_id).sort(), users.map(({ name }) => name)] as const;
  };
  const { snapshot } = manifest;
  await withEmpty(root, async (empty) => {
    const options = { snapshot, bringsBackErased: true };
    await restore(empty, place, { options });
    expect(await completeRestore(empty)).toMatchObject({
      problems: [],
      erased: { workflows: 0, accounts: 0 },
    });
    const [workflows, names] = await countIn(empty);
    expect(workflows).toEqual([erasedId, openId, underWayId].sort());
    expect(names).toEqual(expect.arrayContaining(['Leaver', 'Kept', 'Sender']));
  });
  await withEmpty(root, async (empty) => {
    await expect(restore(empty, place, { options: { snapshot }, onStep: dieAt('buried') })).rejects.toThrow(
      Killed,
    );
    await restore(empty, place, { options: { snapshot } });
    expect(await completeRestore(empty)).toMatchObject({
      problems: [],
      erased: {
        workflows: 1,
        accounts: 1,
        keptAccounts: [{ id: kept.profile.id, obstacles: [expect.stringMatching(/^1 of the workflows/)] }],
      },
    });
    const [workflows, names] = await countIn(empty);
    expect(workflows).toEqual([openId, underWayId].sort());
    expect(names).toEqual(expect.arrayContaining(['Kept', 'Sender']));
    expect(names).not.toContain('Leaver');
  });
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
