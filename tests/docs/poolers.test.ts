import { execFileSync } from 'node:child_process';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findProblems } from '../../operator/src/doctor/find-problems.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { programEnvironment, requireProgram } from '../../tools/programs.mjs';
import { queryOnce, type TestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { folderForThisTest, forThisTest } from '../support/instance-case.ts';
import { databaseForThisTest } from '../support/operator-case.ts';
import { fillIn, startProgram } from '../support/printed-programs.ts';
import { liveWithServer } from '../support/server-life.ts';
import type { ServerSettings } from '../support/server-process.ts';
import { storageSettings } from '../support/storage-choice.ts';
import { printedBlock, printedBlocks } from './printed.ts';

// PgBouncer with what the page about poolers prints for it, before the database of an instance.

const PAGE = 'docs/operations/poolers.md';
const PREPARES = 'max_prepared_statements = 200\n';
const USER = 'paraph_pooled';

const said = execFileSync(requireProgram('pgbouncer'), ['--version'], {
  encoding: 'utf8',
  env: programEnvironment('pgbouncer'),
});
const [, major = 0, minor = 0] = /^PgBouncer (\d+)\.(\d+)/.exec(said)?.map(Number) ?? [];
/** From 1.21 on; Debian 12 has 1.18, for which the page says something else. */
const preparesStatements = major > 1 || minor >= 21;

/** A user of the database alone, so that what is set for it is set for no other test. */
async function openDatabase(): Promise<TestDatabase> {
  const database = await databaseForThisTest();
  await queryOnce(database.options, `create role ${USER} superuser login`);
  await forThisTest({ close: () => queryOnce(database.options, `drop role ${USER}`) });
  return database;
}

async function startPooler({ options }: TestDatabase, config: string) {
  const folder = await folderForThisTest();
  const port = await findFreePort();
  const file = (name: string) => join(folder, name);
  await writeFile(file('users.txt'), `"${USER}" ""\n`);
  const text = fillIn(config, {
    'host=db.example.com port=5432 dbname=paraph': `host=${options.host} port=${options.port} dbname=${options.database}`,
  });
  // What is of the machine, which the page leaves to the reader; what is asked twice is asked of two connections.
  const own = [
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = trust',
    'server_round_robin = 1',
  ];
  await writeFile(
    file('pgbouncer.ini'),
    `${text}\n${[...own, `auth_file = ${file('users.txt')}`].join('\n')}\n`,
  );
  await chmod(folder, 0o755);
  // It refuses to run as root.
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  await startProgram('pgbouncer', [file('pgbouncer.ini')], { port, ...nobody });
  return `127.0.0.1:${port}`;
}

async function examinePooler(settings: ServerSettings) {
  const config = readConfig(settings);
  const findings = await findProblems({ config, clock: systemClock });
  return findings.find(({ name }) => name === 'pooler');
}

/** The addresses that the page prints, of this machine. */
function addressesOf(pooler: string, database: TestDatabase): Record<string, string> {
  const text = fillIn(printedBlock(PAGE, 'sh'), {
    'paraph@pooler.example.com:6432': `${USER}@${pooler}`,
    'postgresql://paraph@db.example.com:5432/paraph': database.connectionString,
  });
  return Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(/=(.*)/s)),
  );
}

const [inTransactions = '', inSessions = ''] = printedBlocks
  .filter(({ page, language }) => page === PAGE && language === 'ini')
  .map(({ text }) => text);
const databases = inTransactions.slice(0, inTransactions.indexOf('[pgbouncer]'));

/** The limits of the page, before the pooler opens connections. */
async function setLimits(database: TestDatabase): Promise<void> {
  const { lines = [] } =
    printedBlocks.find(({ page, language }) => page === PAGE && language === 'sql') ?? {};
  expect(lines).toHaveLength(2);
  for (const line of lines)
    await queryOnce(database.options, fillIn(line, { 'alter role paraph': `alter role ${USER}` }));
}

test('an instance lives behind PgBouncer in transaction mode as the page sets both', async () => {
  const database = await openDatabase();
  expect(inTransactions).toContain(PREPARES);
  // What the page says of older ones: they do not start with that line, and need the setting.
  if (!preparesStatements)
    await expect(startPooler(database, inTransactions)).rejects.toThrow(
      /unknown parameter.*max_prepared_statements/,
    );
  const config = preparesStatements ? inTransactions : inTransactions.replace(PREPARES, '');
  const pooler = await startPooler(database, config);
  const settings: ServerSettings = {
    ...addressesOf(pooler, database),
    PARAPH_DATA_DIR: await folderForThisTest(),
  };
  expect(await examinePooler(settings)).toMatchObject(
    preparesStatements
      ? { state: 'warning', detail: expect.stringContaining('hangs') }
      : { state: 'failed', remedy: expect.stringMatching(/1\.21 or newer .*PARAPH_PREPARED_STATEMENTS=no/) },
  );
  if (!preparesStatements) settings.PARAPH_PREPARED_STATEMENTS = 'no';
  await setLimits(database);
  settings.DATABASE_URL = addressesOf(await startPooler(database, config), database).DATABASE_URL ?? '';
  expect(await examinePooler(settings)).toMatchObject({ state: 'well' });
  await liveWithServer({ ...storageSettings(), ...settings });
  // Statements come from the connections of the pooler, what holds locks and listens from others.
  const countOf = async (user: string, holding: string) => {
    const text = `select pid from pg_stat_activity where datname = current_database() and usename = $1 and ${holding}`;
    return (await queryOnce(database.options, text, [user])).length;
  };
  const locks = "pid in (select pid from pg_locks where locktype = 'advisory') and pid <> pg_backend_pid()";
  const listens = "query ~* '^listen'";
  const { user } = database.options;
  expect([await countOf(USER, locks), await countOf(USER, listens)]).toEqual([0, 0]);
  expect(await countOf(user, locks)).toBeGreaterThan(0);
  expect(await countOf(user, listens)).toBeGreaterThan(0);
});

test('processes connect through PgBouncer in session mode as the page sets it', async () => {
  const database = await openDatabase();
  await setLimits(database);
  const { DATABASE_URL = '' } = addressesOf(
    await startPooler(database, `${databases}${inSessions}`),
    database,
  );
  // Doctor connects as each process does: with limits of its own.
  const settings = { DATABASE_URL, PARAPH_DATA_DIR: await folderForThisTest() };
  const findings = await findProblems({ config: readConfig(settings), clock: systemClock });
  const statesOf = (...names: string[]) =>
    findings.filter(({ name }) => names.includes(name)).map(({ state }) => state);
  expect(statesOf('pooler', 'schema')).toEqual(['well', 'well']);
  const limits = await queryOnce(DATABASE_URL, `select current_setting('statement_timeout') as limit`);
  expect(limits).toEqual([{ limit: '30s' }]);
});
