import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@paraph/postgres';
import pg from 'pg';
import { buildApp, openDeps } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/config.ts';
import type { DatabaseOptions } from '../server/src/database/database.ts';
import { migrateToLatest } from '../server/src/database/migrate.ts';
import type { Deps } from '../server/src/deps.ts';
import { openLog } from '../server/src/platform/observe/log.ts';
import { addWitnessedLog, leafInsertion, listWitnessStates } from '../server/src/transparency-log/api.ts';
import { askWitnesses } from '../server/src/transparency-log/ask-witnesses.ts';
import { integrateLeaves } from '../server/src/transparency-log/integrate-leaves.ts';
import { openLogKey, openWitnessKey } from '../server/src/transparency-log/log-key.ts';
import { readInclusion } from '../server/src/transparency-log/read-inclusion.ts';
import type { Report } from './report.ts';
import { percentile } from './statistics.ts';

/** One bench at the size of a log of many years. */
const LEAVES = 1_000_000;
const BATCH = 10_000;
const ROUNDS = 200;

/** What a leaf costs in a log of a million: adding it with its place and checkpoint, and proving one of the first. */
export async function benchLog(): Promise<Report> {
  const parent = await mkdtemp(join(tmpdir(), 'paraph-log-'));
  await chmod(parent, 0o711);
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir: join(parent, 'postgres'), log });
  const openDatabase = async (database: string): Promise<DatabaseOptions> => {
    const client = new pg.Client(postgres.poolOptions);
    await client.connect();
    await client.query(`create database ${database}`);
    await client.end();
    const options = { ...postgres.poolOptions, database };
    await migrateToLatest(options);
    return options;
  };
  const options = await openDatabase('bench_log');
  const config = readConfig({
    PARAPH_DATA_DIR: join(parent, 'data'),
    PARAPH_BASE_URL: 'http://localhost:3000',
  });
  const { deps, close } = await openDeps(config, options, { log: openLog('silent') });
  try {
    const startedAt = performance.now();
    for (let leaves = 0; leaves < LEAVES; leaves += BATCH) await addMany(deps, BATCH);
    await integrateLeaves(deps);
    const filledMs = performance.now() - startedAt;
    const fresh = await timesOf(() => addOne(deps), 20);
    // As the database does by itself minutes later; until then the index of the queue holds what was removed from it.
    await deps.pool.query('vacuum (analyze)');
    const known = await addMany(deps, 1);
    await integrateLeaves(deps);
    const adding = await timesOf(() => addOne(deps));
    const proving = await timesOf(() => readInclusion(deps, known[0] ?? Buffer.alloc(32)));
    const witnessed = await timeWitnessedHour(deps, openDatabase);
    const row = (what: string, times: readonly number[]) => ({
      what,
      'median ms': percentile(times, 0.5),
      'p99 ms': percentile(times, 0.99),
    });
    return {
      tables: [
        {
          title: 'log: one leaf in a log of a million',
          notes: [`the million were added in ${Math.round(filledMs / 1_000)} s, a thousand at a time`],
          rows: [
            row('add: commit, place, checkpoint', adding),
            row('the same before the queue of the million was vacuumed', fresh),
            row('prove inclusion', proving),
          ],
        },
        {
          title: 'log: ten thousand leaves in an hour, with two witnesses',
          notes: ['the log and both witnesses on this machine; at most 1 ms a leaf'],
          rows: [{ what: 'place, questions and answers', 'ms a leaf': witnessed.leafMs }],
        },
      ],
      details: { leaves: LEAVES, rounds: ROUNDS, filledMs, witnessed },
    };
  } finally {
    await close();
    await postgres.stop();
    await rm(parent, { recursive: true, force: true });
  }
}

/** An hour with so many leaves: each minute the log asks its witnesses. */
const HOUR_LEAVES = 10_000;
const HOUR_MINUTES = 60;

/** What a leaf costs with two witnesses, all on this machine: its place, both questions, both answers. */
async function timeWitnessedHour(deps: Deps, openDatabase: (name: string) => Promise<DatabaseOptions>) {
  const witnesses = await Promise.all(['one', 'two'].map((name) => openWitness(deps, name, openDatabase)));
  const asking = {
    ...deps,
    config: { ...deps.config, witnesses: witnesses.map(({ settings }) => settings) },
  };
  const startedAt = performance.now();
  for (let minute = 0; minute < HOUR_MINUTES; minute += 1) {
    await addMany(deps, Math.ceil(HOUR_LEAVES / HOUR_MINUTES));
    await askWitnesses(asking);
  }
  const leafMs = (performance.now() - startedAt) / HOUR_LEAVES;
  const seen = (await listWitnessStates(deps.database)).map(({ size }) => size);
  await Promise.all(witnesses.map(({ end }) => end()));
  return { leafMs, seen };
}

async function openWitness(
  log: Deps,
  name: string,
  openDatabase: (name: string) => Promise<DatabaseOptions>,
) {
  const config = readConfig({
    PARAPH_DATA_DIR: join(log.config.dataDir, name),
    PARAPH_BASE_URL: `https://${name}.example.org`,
  });
  const { deps, close } = await openDeps(config, await openDatabase(`bench_${name}`), {
    log: openLog('silent'),
  });
  const app = buildApp(deps);
  const address = await app.listen({ host: '127.0.0.1', port: 0 });
  const { origin, publicKey } = await openLogKey(log);
  const row = { origin, public_key: Buffer.from(publicKey.publicKey), added_at: deps.clock.now() };
  await addWitnessedLog(deps.database, row);
  const end = async () => {
    await app.close();
    await close();
  };
  return { settings: { key: (await openWitnessKey(deps)).publicKey, url: `${address}/log/witness` }, end };
}

async function addMany(deps: Deps, count: number): Promise<Buffer[]> {
  const hashes = Array.from({ length: count }, () => randomBytes(32));
  await deps.database.transaction().execute((tx) =>
    leafInsertion(
      tx,
      hashes.map((hash) => ({ kind: 'seal', hash })),
    ).execute(),
  );
  return hashes;
}

async function addOne(deps: Deps): Promise<void> {
  await addMany(deps, 1);
  await integrateLeaves(deps);
}

async function timesOf(work: () => Promise<unknown>, rounds = ROUNDS): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    await work();
    times.push(performance.now() - startedAt);
  }
  return times;
}
