import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { buildServerIfStale, buildWebIfStale } from '../../tools/build.mjs';
import { STORES } from '../../tools/store-tests.mjs';
import { type Fleet, type Member, startFleet } from '../support/fleet.ts';
import { expectNothingLost, type Load, startLoad } from '../support/fleet-load.ts';
import { type AwayError, ask, createEnvelope } from '../support/http-life.ts';
import { until } from '../support/processes.ts';
import { lease } from '../support/quick-sender.ts';
import { isReady } from '../support/server-process.ts';
import { chooseStore } from '../support/storage-choice.ts';

// Two `serve`, two `work`, a PostgreSQL and a bucket, as on six machines: those of `PARAPH_TEST_STORE`, by default the newest
// and encrypted: each kind is killed once. PARAPH_TEST_KILLS=30 runs it for longer, PARAPH_TEST_VICTIMS=primary kills that alone.
const VICTIMS = (process.env.PARAPH_TEST_VICTIMS ?? 'serve,work,database,store,primary').split(',');
const KILLS = Number(process.env.PARAPH_TEST_KILLS ?? VICTIMS.length);
const CLIENTS = 2;

/** From each loss of the primary to the next envelope that was made. */
const gapsMs: number[] = [];

let load: Load | undefined;
let fleet: Fleet | undefined;
afterEach(async () => {
  if (load) load.isOver = true;
  await fleet?.end();
}, 300_000);

async function kill(load: Load, victim: string, turn: number): Promise<void> {
  const { servers, workers, database, store } = load.fleet;
  if (victim === 'store') return takeStoreAway(load);
  if (victim === 'primary') return failOver(load, turn);
  const members: Record<string, readonly Member[]> = { serve: servers, work: workers };
  const dying = victim === 'database' ? database() : members[victim]?.[Math.ceil(turn / VICTIMS.length) % 2];
  await dying?.kill();
  await dying?.start();
  await Promise.all(
    servers.map((server) => until('each server to be ready', () => isReady(server.origin()))),
  );
  if (victim === 'database') expect(store.calls.length).toBeGreaterThan(0);
}

/** No process is started anew; every other time the lost machine ends no connection. */
async function failOver({ fleet, created }: Load, turn: number): Promise<void> {
  const { replicated, servers, workers } = fleet;
  const pids = [...servers, ...workers].map(({ pid }) => pid());
  const lostAt = performance.now();
  await replicated?.failOver({ silently: turn % 2 === 1 });
  const before = created.size;
  await until('envelopes to be made on the new primary', () => created.size > before, 60_000);
  gapsMs.push(performance.now() - lostAt);
  expect([...servers, ...workers].map(({ pid }) => pid())).toEqual(pids);
  await replicated?.rejoin();
}

/** New documents wait for the bucket, and say so; what a server has read before it serves all the same. */
async function takeStoreAway({
  fleet: { servers, store, callbackUrl },
  apiKey,
  finished,
  created,
}: Load): Promise<void> {
  const origin = servers[0]?.origin() ?? '';
  const headers = { 'x-api-key': apiKey };
  const [known = ''] = finished;
  const answer = await ask(`${origin}/api/v1/quick/envelopes/${known}`, { headers });
  const { documents } = JSON.parse(answer.toString()) as { documents: { file: { file: string } }[] };
  const read = () => ask(origin + new URL(documents[0]?.file.file ?? '').pathname, { headers });
  const bytes = await read();
  await store.kill();
  expect((await read()).equals(bytes)).toBe(true);
  const asked = { apiKey, document: lease, name: 'Lease', email: 'late@example.com', callbackUrl };
  const refused = await createEnvelope(origin, asked).catch((error: unknown) => error);
  expect(refused).toMatchObject({ message: expect.stringContaining('503') });
  expect((refused as AwayError).retryAfter).toMatch(/^\d+$/);
  const before = created.size;
  await store.start();
  await until('envelopes to be made again', () => created.size > before, 60_000);
}

it(
  `${KILLS} kills of servers, workers, database and store lose and double nothing`,
  async () => {
    await Promise.all([buildServerIfStale(), buildWebIfStale()]);
    fleet = await startFleet({
      servers: 2,
      workers: 2,
      ...(chooseStore() ?? STORES['pg18-s3-encrypted']),
      isDurable: true,
      isReplicated: true,
      settings: { PARAPH_RATES: 'apiKey=1000000/30' },
    });
    const startedAt = performance.now();
    const { load: running, ended } = startLoad(fleet, CLIENTS);
    load = running;
    for (let turn = 0; turn < KILLS; turn += 1) {
      const before = running.finished.size;
      await Promise.race([until('the load to be on', () => running.finished.size > before, 90_000), ended]);
      await sleep(randomInt(0, 500));
      await kill(running, VICTIMS[turn % VICTIMS.length] ?? '', turn);
    }
    running.isOver = true;
    await ended;
    const { workflows, asked } = await expectNothingLost(running);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.info(
      `${KILLS} kills in ${seconds} s: ${running.created.size} envelopes and ${running.finished.size} signatures ` +
        `acknowledged, ${workflows.length} there; ${asked} notifications, all heard; after a ` +
        `loss of the primary the next envelope was made in ${gapsMs.map(Math.round).join(', ')} ms`,
    );
  },
  60_000 + KILLS * 60_000,
);
