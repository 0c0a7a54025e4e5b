import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { findProblems } from '../../operator/src/doctor/find-problems.ts';
import { OPERATOR_COMMANDS } from '../../operator/src/operator-commands.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { createEmptyDatabase, queryOnce, type TestDatabase } from '../support/database.ts';
import { folderForThisTest, forThisTest } from '../support/instance-case.ts';
import { databaseForThisTest, runOperator, settingsForThisTest } from '../support/operator-case.ts';
import { liveWithServer } from '../support/server-life.ts';
import { storageSettings } from '../support/storage-choice.ts';
import { openTransactionPooler } from '../support/transaction-pooler.ts';

/** What an instance has in a database, in schemas of these names. */
const namesOf = (name: string) => ({ DATABASE_SCHEMA: name, DATABASE_QUEUE_SCHEMA: `${name}_queue` });

async function run(settings: Record<string, string>, ...args: string[]): Promise<string> {
  settingsForThisTest(settings);
  const { code, printed, errors } = await runOperator(OPERATOR_COMMANDS, args);
  expect([code, errors]).toEqual([0, expect.any(String)]);
  return printed;
}

async function listSchemas({ options }: TestDatabase): Promise<string[]> {
  const rows = await queryOnce<{ schema: string }>(
    options,
    `select distinct schemaname as schema from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema') order by 1`,
  );
  return rows.map(({ schema }) => schema);
}

/** How far the numbers of rows have been given. */
async function readNumbers({ options }: TestDatabase, schema: string): Promise<Map<string, number>> {
  const rows = await queryOnce<{ name: string; last: string | null }>(
    options,
    `select sequencename as name, last_value as last from pg_sequences where schemaname = '${schema}'`,
  );
  return new Map(rows.map(({ name, last }) => [name, Number(last ?? 0)]));
}

/** Of each of our tables how many rows it has, but for those that say what happened to the database itself. */
async function countRows({ options }: TestDatabase, schema: string): Promise<Record<string, number>> {
  const tables = await queryOnce<{ name: string }>(
    options,
    `select tablename as name from pg_tables where schemaname = '${schema}' and tablename !~ $1 order by 1`,
    ['^(kysely_|backups|restores|blob_leases|outages|job_schedules|rate_|usage_marks)'],
  );
  const counts: Record<string, number> = {};
  for (const { name } of tables) {
    const [row] = await queryOnce<{ n: number }>(options, `select count(*)::int as n from ${schema}.${name}`);
    counts[name] = row?.n ?? 0;
  }
  return counts;
}

it('an instance lives in schemas of other names, through a pooler too, and goes to others by a backup', async () => {
  const root = await folderForThisTest();
  const database = await databaseForThisTest(createEmptyDatabase());
  const pooler = await forThisTest(openTransactionPooler(database.options));
  const settings = {
    ...storageSettings(),
    ...namesOf('contracts'),
    DATABASE_URL: pooler.connectionString,
    DATABASE_SESSION_URL: database.connectionString,
    PARAPH_PREPARED_STATEMENTS: 'no',
    PARAPH_DATA_DIR: join(root, 'first'),
  };
  const plan = await run(settings, 'migrate', '--plan');
  expect(plan).toMatch(/^\d+ statements of \d+ migrations/m);
  await run(settings, 'migrate');
  expect(await listSchemas(database)).toEqual(['contracts', 'contracts_queue']);
  expect(await run(settings, 'migrate', '--plan')).toContain('Nothing to do.');

  const examine = async () => {
    const findings = await findProblems({ config: readConfig(settings), clock: systemClock });
    return (name: string) => findings.find((finding) => finding.name === name);
  };
  expect((await examine())('pooler')).toMatchObject({
    state: 'failed',
    remedy: expect.stringContaining('set search_path = contracts;'),
  });
  await queryOnce(
    database.options,
    `alter database ${database.options.database} set search_path = contracts`,
  );
  const anew = await forThisTest(openTransactionPooler(database.options));
  settings.DATABASE_URL = anew.connectionString;
  const find = await examine();
  expect(find('pooler')).toMatchObject({ state: 'warning', detail: expect.stringContaining('hangs') });
  for (const name of ['schema', 'work', 'numbers']) expect(find(name)).toMatchObject({ state: 'well' });

  const server = await liveWithServer(settings);
  await server.end();

  const passphrase = join(root, 'passphrase');
  await writeFile(passphrase, randomBytes(24).toString('hex'), { mode: 0o600 });
  const [to, secret] = [join(root, 'backups'), `--passphrase-file=${passphrase}`];
  const direct = { ...settings, DATABASE_URL: database.connectionString, DATABASE_SESSION_URL: '' };
  expect(await run(direct, 'backup', '--to', to, secret)).toContain('is complete');
  const other = await databaseForThisTest(createEmptyDatabase());
  const elsewhere = {
    ...{ ...direct, ...storageSettings(), ...namesOf('archive') },
    ...{ DATABASE_URL: other.connectionString, PARAPH_DATA_DIR: join(root, 'second') },
  };
  await mkdir(elsewhere.PARAPH_DATA_DIR);
  expect(await run(elsewhere, 'restore', '--from', to, secret)).toContain('1 workflows with');
  expect(await listSchemas(other)).toEqual(['archive', 'archive_queue']);
  expect(await countRows(other, 'archive')).toEqual(await countRows(database, 'contracts'));
  const given = await readNumbers(other, 'archive');
  const numbers = await readNumbers(database, 'contracts');
  expect(numbers.get('workflows_id_seq')).toBeGreaterThan(0);
  const behind = [...numbers].filter(([name, last]) => (given.get(name) ?? -1) < last);
  expect(behind.filter(([name]) => !/^(backups|outages)_/.test(name))).toEqual([]);
  const jobs = (name: string) =>
    `select identifier, count(*) from ${name}._private_jobs join ${name}._private_tasks t on t.id = task_id group by 1 order by 1`;
  expect(await queryOnce(other.options, jobs('archive_queue'))).toEqual(
    await queryOnce(database.options, jobs('contracts_queue')),
  );
});
