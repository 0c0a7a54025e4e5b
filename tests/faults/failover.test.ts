import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { Refusal } from '@paraph/domain';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { checkReplica, checkStandbys } from '../../operator/src/doctor/standbys.ts';
import { listHostUrls } from '../../server/src/config/database-url.ts';
import { type OpenDatabase, openDatabase } from '../../server/src/database/database.ts';
import { askHosts, openPrimary, type PrimaryOptions } from '../../server/src/database/primary.ts';
import { openProcessLock, type ProcessLock } from '../../server/src/database/process-lock.ts';
import { openReplica } from '../../server/src/database/replica.ts';
import type { Tables } from '../../server/src/database/rows.generated.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import { until } from '../support/processes.ts';
import { queryOnce } from '../support/query-once.ts';
import { type ReplicatedPostgres, startReplicatedPostgres } from '../support/replicated-postgres.ts';

// One walk: a primary is lost, its standby takes its place, and the old one comes back, wrongly and rightly.

let postgres: ReplicatedPostgres;
let options: PrimaryOptions;
let opened: OpenDatabase;
let lock: ProcessLock;

beforeAll(async () => {
  postgres = await startReplicatedPostgres({ versionMajor: '18', isDurable: true });
  options = await openPrimary(listHostUrls(postgres.connectionString));
  opened = openDatabase(options, { connectionsMax: 3 });
  lock = openProcessLock(options, { space: 7, ids: systemIds });
}, 60_000);

afterAll(async () => {
  await lock?.close();
  await opened?.close();
  options?.primary.stop();
  await postgres?.close();
});

const portOf = async () => (await opened.pool.query('select inet_server_port() as port')).rows[0].port;
const primaryPort = () => postgres.primary().options.port;

async function connected(): Promise<pg.Client> {
  const client = new pg.Client(options);
  client.on('error', () => {});
  await client.connect();
  onTestFinished(() => client.end().catch(() => {}));
  return client;
}

const examine = async () => checkStandbys(await connected(), postgres.connectionString);

test('a list is read from the standby once that has all that was acknowledged', async () => {
  const run = (statement: string) => queryOnce(postgres.standby().connectionString, statement);
  const away: string[] = [];
  let atMs = 0;
  const replica = openReplica(
    { ...postgres.standby().options, database: 'postgres' },
    {
      ...{ primary: opened.database, connectionsMax: 2, monotonicMs: () => atMs },
      onAway: (why) => away.push(why),
    },
  );
  onTestFinished(() => replica.close());
  const ask = sql<{ port: number; count: number }>`
    select inet_server_port() as port, count(*)::int as count from listed`;
  const list = () => replica.read(async (database) => (await ask.execute(database)).rows[0]);
  await postgres.wait(false);
  await opened.pool.query('create table listed (id int)');
  const ports = new Set<number | null>();
  for (let count = 1; count <= 40; count += 1) {
    await opened.pool.query('insert into listed values (1)');
    const read = await list();
    ports.add(read?.result?.port ?? null);
    if (read) expect(read.result?.count).toBe(count);
  }
  expect(ports).toContain(postgres.standby().options.port);
  // What is not there yet is read from the primary.
  await run('select pg_wal_replay_pause()');
  await opened.pool.query('insert into listed values (1)');
  expect(await list()).toBeNull();
  await run('select pg_wal_replay_resume()');
  await until('the standby to have it', async () => (await list())?.result?.count === 41);
  const refused = new Refusal('NOT_FOUND', 'No such list.');
  await expect(replica.read(() => Promise.reject(refused))).rejects.toBe(refused);
  expect(away).toEqual([]);
  // A failure is not waited for by those who come after, and is forgotten.
  const failure = replica.read((database) =>
    sql`select pg_terminate_backend(pg_backend_pid())`.execute(database),
  );
  expect(await failure).toBeNull();
  expect(away).toHaveLength(1);
  expect(await list()).toBeNull();
  atMs += 15_000;
  expect((await list())?.result?.count).toBe(41);
  // One that follows a former primary is further than the present one, with what is lost.
  class Connection extends DummyDriver {
    override acquireConnection = async () => ({
      executeQuery: async () => ({ rows: [{ end: '0/0', segment: '00000009' }] as never[] }),
      streamQuery: () => Promise.reject(new Error('no rows')) as never,
    });
  }
  const newer = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new Connection(),
      createIntrospector: (database) => new PostgresIntrospector(database),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  const former = openReplica(
    { ...postgres.standby().options, database: 'postgres' },
    { primary: newer, connectionsMax: 1, monotonicMs: () => 0, onAway: () => {} },
  );
  onTestFinished(() => former.close());
  expect(await former.read(async () => 1)).toBeNull();
  // One that takes writes is no replica, whatever it has.
  const other = openReplica(options, {
    ...{ primary: opened.database, connectionsMax: 1, monotonicMs: () => 0, onAway: () => {} },
  });
  onTestFinished(() => other.close());
  expect(await other.read(async () => 1)).toBeNull();
  await postgres.wait(true);
  const standby = await checkReplica(await connected(), postgres.standby().connectionString);
  expect(standby).toMatchObject({
    state: 'well',
    detail: expect.stringMatching(/is \d+ bytes of log behind/),
  });
  const primary = await checkReplica(await connected(), postgres.primary().connectionString);
  expect(primary).toMatchObject({ state: 'warning', detail: expect.stringContaining('takes writes itself') });
}, 60_000);

test('connections go to the host that takes writes, and to the standby once it was promoted', async () => {
  await opened.pool.query('create table kept (id int)');
  await opened.pool.query('insert into kept values (1)');
  expect(await portOf()).toBe(primaryPort());
  expect(await examine()).toMatchObject([{ state: 'well' }, { state: 'well' }]);
  await postgres.wait(false);
  const [, standbys] = await examine();
  expect(standbys).toMatchObject({
    state: 'warning',
    detail: expect.stringContaining('without being waited'),
  });
  await postgres.wait(true);
  const busy = opened.pool.query('select pg_sleep(60)').catch((error: unknown) => error);
  await postgres.failOver();
  expect(await busy).toBeInstanceOf(Error);
  await until(
    'a connection to the new primary',
    async () => (await portOf().catch(() => 0)) === primaryPort(),
  );
  expect((await opened.pool.query('select id from kept')).rows).toEqual([{ id: 1 }]);
}, 60_000);

test('the old primary is not used when it comes back as one, which doctor finds', async () => {
  await postgres.standby().start();
  for (const each of [1, 2, 3]) {
    await options.primary.find();
    expect(await portOf(), `after look ${each}`).toBe(primaryPort());
  }
  const [hosts] = await examine();
  expect(hosts).toMatchObject({ state: 'failed', detail: expect.stringContaining('take writes') });
  // Nor by a process that starts only now.
  const { primary } = await openPrimary(listHostUrls(postgres.connectionString));
  primary.stop();
  expect(primary.url()).toContain(String(primaryPort()));
}, 60_000);

test('a primary that answers no more is left, although no connection ends', async () => {
  await postgres.rejoin();
  expect(await portOf()).toBe(primaryPort());
  const id = await lock.id();
  const busy = opened.pool.query('select pg_sleep(600)').catch((error: unknown) => error);
  // Who waits for new jobs sends nothing on it.
  const listening = await opened.pool.connect();
  await listening.query('listen jobs');
  const told: string[] = [];
  listening.on('error', ({ message }) => told.push(message));
  await postgres.failOver({ silently: true });
  expect(await busy).toBeInstanceOf(Error);
  await until('who listens to be told', () => told.some((message) => /has become the primary/.test(message)));
  listening.release(true);
  await until(
    'a connection to the new primary',
    async () => (await portOf().catch(() => 0)) === primaryPort(),
  );
  await until('a lock there', async () => (await lock.id().catch(() => id)) !== id);
}, 60_000);

/** The processes of a PostgreSQL, which work in its folder. */
async function countProcesses(clusterDir: string): Promise<number> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')));
  return folders.filter((folder) => folder.startsWith(clusterDir)).length;
}

test('where all follow, the start says so', async () => {
  const { clusterDir } = postgres.standby();
  expect(await countProcesses(clusterDir)).toBeGreaterThan(3);
  await postgres.rejoin();
  await until('what was frozen to end', async () => (await countProcesses(clusterDir)) === 0);
  const { port } = postgres.standby().options;
  const urls = listHostUrls(`postgresql://paraph@127.0.0.1:${port},127.0.0.1:${port}/postgres`);
  await expect(openPrimary(urls)).rejects.toThrow(/None of the hosts .* takes writes/);
}, 60_000);

test('a primary that still answers is left once its standby was promoted', async () => {
  const { options: standby, connectionString } = postgres.standby();
  expect(await portOf()).toBe(primaryPort());
  await queryOnce(connectionString, 'select pg_promote()');
  // What was asked on a connection to the old one may be cut off: that is how it is left.
  await until(
    'a connection to the promoted one',
    async () => (await portOf().catch(() => 0)) === standby.port,
  );
}, 60_000);

test('a host that takes a connection and then answers nothing is not waited for', async () => {
  // As a server that froze between the two: AuthenticationOk, ReadyForQuery, and no more.
  const welcome = Buffer.from('R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I', 'latin1');
  const frozen = createServer((socket) =>
    socket.on('error', () => {}).once('data', () => socket.write(welcome)),
  );
  onTestFinished(() => void frozen.close());
  await once(frozen.listen(0, '127.0.0.1'), 'listening');
  const { port } = frozen.address() as AddressInfo;
  const url = `postgresql://paraph@127.0.0.1:${port}/postgres`;
  const away: string[] = [];
  const plan = { primary: opened.database, connectionsMax: 1, monotonicMs: () => 0 };
  const replica = openReplica({ connectionString: url }, { ...plan, onAway: (why) => away.push(why) });
  onTestFinished(() => replica.close());
  const list = replica.read(async () => 1);
  expect(await askHosts([url])).toEqual([]);
  expect(await list).toBeNull();
  expect(away).toEqual(['It does not answer.']);
}, 20_000);
