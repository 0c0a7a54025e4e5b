import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@paraph/postgres';
import pg from 'pg';
import { openDeps } from '../server/src/app.ts';
import { readConfig } from '../server/src/config/config.ts';
import { migrateToLatest } from '../server/src/database/migrate.ts';
import type { Deps } from '../server/src/deps.ts';
import { openLog } from '../server/src/platform/observe/log.ts';
import { leafInsertion } from '../server/src/transparency-log/api.ts';
import { integrateLeaves } from '../server/src/transparency-log/integrate-leaves.ts';
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
  const client = new pg.Client(postgres.poolOptions);
  await client.connect();
  await client.query('create database bench_log');
  await client.end();
  const options = { ...postgres.poolOptions, database: 'bench_log' };
  await migrateToLatest(options);
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
      ],
      details: { leaves: LEAVES, rounds: ROUNDS, filledMs },
    };
  } finally {
    await close();
    await postgres.stop();
    await rm(parent, { recursive: true, force: true });
  }
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
