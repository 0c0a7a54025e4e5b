import { randomInt, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, expect, it } from 'vitest';
import { buildServerIfStale, buildWebIfStale } from '../../tools/build.mjs';
import { STORES } from '../../tools/store-tests.mjs';
import { type Fleet, type Member, startFleet } from '../support/fleet.ts';
import { AwayError, ask, createEnvelope, signByLink } from '../support/http-life.ts';
import { until } from '../support/processes.ts';
import { lease } from '../support/quick-sender.ts';
import { chooseStore } from '../support/storage-choice.ts';

// Two `serve`, two `work`, a PostgreSQL and a bucket, as on six machines: those of `PARAPH_TEST_STORE`, by default the newest
// and encrypted: each kind is killed once. PARAPH_TEST_KILLS=30 runs it for longer, PARAPH_TEST_VICTIMS=primary kills that alone.
const VICTIMS = (process.env.PARAPH_TEST_VICTIMS ?? 'serve,work,database,store,primary').split(',');
const KILLS = Number(process.env.PARAPH_TEST_KILLS ?? VICTIMS.length);
const CLIENTS = 4;
const RETRY_MS = 100;

let load: Load | undefined;
let fleet: Fleet | undefined;
afterEach(async () => {
  if (load) load.isOver = true;
  await fleet?.end();
}, 300_000);

interface Load {
  fleet: Fleet;
  apiKey: string;
  isOver: boolean;
  /** Answered ids, by the names of their envelopes, each of which is asked for by one client alone. */
  created: Map<string, string>;
  /** Envelopes whose last press was answered. */
  finished: Set<string>;
  turns: number;
  /** From each loss of the primary to the next envelope that was made. */
  gapsMs: number[];
}

/** As a client behind a proxy: the next server, until one answers. */
async function untilAnswered<T>(load: Load, act: (origin: string) => Promise<T>): Promise<T> {
  for (;;) {
    const { servers } = load.fleet;
    load.turns += 1;
    try {
      return await act(servers[load.turns % servers.length]?.origin() ?? '');
    } catch (error) {
      if (!(error instanceof AwayError)) throw error;
      await sleep(RETRY_MS);
    }
  }
}

async function liveOn(load: Load): Promise<void> {
  const { mails, callbackUrl } = load.fleet;
  while (!load.isOver) {
    const [name, idempotencyKey] = [`Lease ${randomUUID()}`, randomUUID()];
    const email = `${name.slice(-12)}@example.com`;
    const asked = { apiKey: load.apiKey, document: lease, name, email, callbackUrl, idempotencyKey };
    const id = await untilAnswered(load, (origin) => createEnvelope(origin, asked));
    load.created.set(name, id);
    const invitation = () => mails.messages.find(({ to }) => to.includes(email));
    await until(`the invitation to ${name}`, () => invitation() !== undefined, 60_000);
    const link = invitation()?.links.find((each) => each.includes('/sign')) ?? '';
    await untilAnswered(load, (origin) => signByLink(origin, link));
    load.finished.add(id);
  }
}

async function kill(load: Load, victim: string, turn: number): Promise<void> {
  const { servers, workers, database, store } = load.fleet;
  if (victim === 'store') return takeStoreAway(load);
  if (victim === 'primary') return failOver(load, turn);
  const members: Record<string, readonly Member[]> = { serve: servers, work: workers };
  const dying = victim === 'database' ? database() : members[victim]?.[Math.ceil(turn / VICTIMS.length) % 2];
  await dying?.kill();
  await dying?.start();
  await Promise.all(servers.map((server) => until('each server to be ready', () => isReady(server))));
  if (victim === 'database') expect(store.calls.length).toBeGreaterThan(0);
}

/** No process is started anew; every other time the lost machine ends no connection. */
async function failOver({ fleet, created, gapsMs }: Load, turn: number): Promise<void> {
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

async function isReady(server: Member): Promise<boolean> {
  const answer = await fetch(`${server.origin()}/readyz`).catch(() => null);
  await answer?.body?.cancel();
  return answer?.status === 200;
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

/** What the database holds once all has been done, however often it was begun. */
async function readOutcome({ database, notified }: Fleet) {
  const pool = new pg.Pool({ connectionString: database().connectionString, max: 1 });
  const query = async <Row>(text: string) => (await pool.query(text)).rows as Row[];
  try {
    await until(
      'all jobs, mails and notifications to be done',
      async () => {
        const [row] = await query<{ left: string }>(
          `select (select count(*) from deliveries where state = 'pending')
             + (select count(*) from mails where state = 'queued')
             + (select count(*) from workflows where status in ('started', 'approved'))
             + (select count(*) from graphile_worker._private_jobs where run_at <= now()) as left`,
        );
        return Number(row?.left) === 0;
      },
      90_000,
    );
    const workflows = await query<{ id: string; name: string; status: string; acts: number; seals: number }>(
      `select envelope_id as id, name, status,
         (select count(*)::int from events where workflow_id = workflows.id and name = 'action.signed') as acts,
         (select count(*)::int from events where workflow_id = workflows.id and name = 'workflow.signed') as seals
       from workflows`,
    );
    const asked = await query<{ id: string }>(`select webhook_id as id from deliveries`);
    const heard = new Set(notified.map(({ id }) => id));
    return { workflows, unheard: asked.filter(({ id }) => !heard.has(id)), asked: asked.length };
  } finally {
    await pool.end();
  }
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
    const running: Load = {
      fleet,
      apiKey: fleet.apiKey,
      isOver: false,
      created: new Map(),
      finished: new Set(),
      turns: 0,
      gapsMs: [],
    };
    load = running;
    const startedAt = performance.now();
    const clients = Promise.all(Array.from({ length: CLIENTS }, () => liveOn(running))).then(() => {});
    clients.catch(() => {});
    for (let turn = 0; turn < KILLS; turn += 1) {
      const before = running.finished.size;
      await Promise.race([until('the load to be on', () => running.finished.size > before, 90_000), clients]);
      await sleep(randomInt(0, 500));
      await kill(running, VICTIMS[turn % VICTIMS.length] ?? '', turn);
    }
    running.isOver = true;
    await clients;
    const { workflows, unheard, asked } = await readOutcome(fleet);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    console.info(
      `${KILLS} kills in ${seconds} s: ${running.created.size} envelopes and ${running.finished.size} signatures ` +
        `acknowledged, ${workflows.length} there; ${asked} notifications, ${unheard.length} of them not heard; after a ` +
        `loss of the primary the next envelope was made in ${running.gapsMs.map(Math.round).join(', ')} ms`,
    );
    expect(workflows.map(({ name }) => name).toSorted()).toEqual([...running.created.keys()].toSorted());
    expect(new Set(workflows.map(({ id }) => id))).toEqual(running.finished);
    expect(
      workflows.filter(({ status, acts, seals }) => status !== 'signed' || acts !== 1 || seals !== 1),
    ).toEqual([]);
    expect(unheard).toEqual([]);
  },
  60_000 + KILLS * 60_000,
);
