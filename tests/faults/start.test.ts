import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { MIGRATION_LOCK, migrateToLatest } from '../../server/src/database/migrate.ts';
import { mainFile } from '../../tools/runtime.mjs';
import { createEmptyDatabase, queryOnce, type TestDatabase } from '../support/database.ts';
import { startExternalPostgres } from '../support/external-postgres.ts';
import { folderForThisTest, forThisTest } from '../support/instance-case.ts';
import { databaseForThisTest } from '../support/operator-case.ts';
import { startTalker, type Talker, until } from '../support/processes.ts';
import { makeSelfSigned } from '../support/self-signed.ts';
import { withoutOwnSettings } from '../support/server-process.ts';
import { chooseStore, storageSettings } from '../support/storage-choice.ts';

let dataDir: string;
let storage: Record<string, string>;

beforeEach(async () => {
  dataDir = await folderForThisTest();
  storage = storageSettings();
});

/** A process of this instance on an external database, listening where the system likes. */
function start(
  verb: 'serve' | 'work',
  { connectionString }: Pick<TestDatabase, 'connectionString'>,
  settings: Readonly<Record<string, string>> = {},
): Talker {
  const talker = startTalker([mainFile, verb], {
    env: {
      ...withoutOwnSettings(process.env),
      PARAPH_DATA_DIR: dataDir,
      PARAPH_PORT: '0',
      PARAPH_LOG_LEVEL: 'warn',
      DATABASE_URL: connectionString,
      ...storage,
      ...settings,
    },
  });
  onTestFinished(() => talker.end('SIGKILL'));
  return talker;
}

const query = (database: TestDatabase, sql: string) => queryOnce(database.options, sql);
const isUp = ({ message = '' }: { message?: string }) => /is ready at|is doing its jobs/.test(message);

describe('the start of a process', () => {
  it('migrates a database once, however many processes begin at the same moment', async () => {
    const { options } = await databaseForThisTest(createEmptyDatabase());
    const all = await Promise.all(Array.from({ length: 6 }, () => migrateToLatest(options)));
    expect(all.filter(({ applied }) => applied.length > 0)).toHaveLength(1);
  });

  it.each([
    [
      'of the time before the first release',
      '0088-unnamed-proxies',
      /made by a version before the first release \(0\.2\.0\).*Download the documents.*empty database/,
    ],
    ['of a newer version', '9999-later', /newer than this Paraph: 9999-later\. Start the newer Paraph/],
  ])('refuses a database %s, and leaves it as it is', async (_whose, migration, message) => {
    const database = await databaseForThisTest(createEmptyDatabase());
    await query(
      database,
      `create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
       insert into kysely_migration values ('${migration}', '2026-11-24T00:00:00.000Z');
       create table users (id bigint)`,
    );
    await expect(migrateToLatest(database.options)).rejects.toThrow(message);
    await expect(start('serve', database).hear(isUp)).rejects.toThrow(message);
    const tables = await query(
      database,
      `select table_schema, table_name from information_schema.tables
       where table_schema in ('public', 'graphile_worker') order by table_name`,
    );
    expect(tables.map(({ table_name: table }) => table)).toEqual(['kysely_migration', 'users']);
  });

  it('migrates the tables of the jobs under the same lock as our own', async () => {
    const { options } = await databaseForThisTest(createEmptyDatabase());
    const other = new pg.Client(options);
    await other.connect();
    await other.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    const migrating = migrateToLatest(options);
    const has = async (condition: string) => (await other.query(`select ${condition} as yes`)).rows[0].yes;
    const isWaiting = `exists (select from pg_stat_activity where query like '%pg_sleep(0.1)%' and pid <> pg_backend_pid())`;
    await until('the migration to wait for the lock', () => has(isWaiting));
    expect(await has(`to_regclass('workflows') is null`)).toBe(true);
    expect(await has(`to_regnamespace('graphile_worker') is null`)).toBe(true);
    await other.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    await migrating;
    expect(await has(`to_regclass('graphile_worker._private_jobs') is not null`)).toBe(true);
    await other.end();
  });

  it('succeeds for two servers and two workers at once on an empty database before anything is answered, and for none with other keys', async () => {
    const database = await databaseForThisTest(createEmptyDatabase());
    // As on four machines, which share the folder of the keys alone.
    const keys = { PARAPH_KEYS_DIR: join(dataDir, 'shared') };
    const dirOf = (name: string) => ({ PARAPH_DATA_DIR: join(dataDir, name) });
    const started = [
      start('serve', database, { ...keys, ...dirOf('0') }),
      ...(['serve', 'work', 'work'] as const).map((verb, index) =>
        start(verb, database, { ...keys, ...dirOf(String(index + 1)) }),
      ),
    ] as const;
    const [server] = started;
    const { message = '' } = await server.hear((line) => /Listening on port/.test(line.message ?? ''));
    const isReady = async () =>
      (await fetch(`http://127.0.0.1:${/\d+/.exec(message)?.[0]}/readyz`)).status === 200;
    expect(await isReady()).toBe(true);
    await Promise.all(started.map((talker) => talker.hear(isUp)));
    expect(server.lines.filter(({ level }) => Number(level) >= 40)).toEqual([]);
    const stranger = start('work', database, dirOf('stranger'));
    await until('the process with other keys to end', () => stranger.child.exitCode !== null);
    expect(stranger.child.exitCode).toBe(1);
    expect(stranger.errors()).toMatch(
      /keys in .*stranger.keys are not those that this database was made with/,
    );

    // How a newer version says that workers of this one may not go on: they are started again.
    await query(
      database,
      `select pg_notify('worker:migrate', '{"migrationNumber": 999999, "breaking": true}')`,
    );
    await server.hear((line) => /the worker stopped by itself/.test(String(line.msg)));
    await until('the worker to run again', isReady, 60_000);
    expect(server.child.exitCode).toBe(null);
  });

  it('reaches a PostgreSQL by TLS alone where its certificate is to be checked, and no other one', async () => {
    const tls = makeSelfSigned({ hasAddress: false });
    const versionMajor = chooseStore()?.postgresMajor ?? '18';
    const postgres = await forThisTest(startExternalPostgres({ versionMajor, isDurable: false, tls }));
    await writeFile(join(dataDir, 'own.pem'), tls.cert);
    await writeFile(join(dataDir, 'other.pem'), makeSelfSigned().cert);
    const { port, user } = postgres.options;
    const url = (host: string, root: string) => ({
      connectionString: `postgresql://${user}@${host}:${port}/postgres?sslmode=verify-full&sslrootcert=${join(dataDir, root)}`,
    });
    const server = start('serve', url('localhost', 'own.pem'));
    await server.hear(isUp);
    const rows = await queryOnce(
      { ...postgres.options, database: 'postgres' },
      `select ssl from pg_stat_ssl join pg_stat_activity using (pid)
       where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    );
    expect(rows.length).toBeGreaterThan(1);
    expect(rows.every(({ ssl }) => ssl)).toBe(true);
    for (const [host, root, cause] of [
      ['localhost', 'other.pem', /self-signed certificate/],
      ['127.0.0.1', 'own.pem', /does not match certificate's altnames/],
    ] as const) {
      const refused = start('work', url(host, root));
      await until('the process to end', () => refused.child.exitCode !== null, 60_000);
      expect(refused.child.exitCode).toBe(1);
      expect(refused.errors()).toMatch(cause);
    }
    await server.end();
  });

  it('that fails ends the process, with the cause, and leaves no server running', async () => {
    const database = await databaseForThisTest();
    await query(database, 'alter table job_schedules rename to gone');
    const server = start('serve', database);
    await until('the process to end', () => server.child.exitCode !== null, 60_000);
    expect(server.child.exitCode).toBe(1);
    expect(server.errors()).toContain('job_schedules');
  });
});
