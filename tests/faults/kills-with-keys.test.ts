import { randomInt, randomUUID } from 'node:crypto';
import { chmod, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { queryOnce } from '../support/database.ts';
import { AwayError, createEnvelope, openSender } from '../support/http-life.ts';
import { folderForThisTest } from '../support/instance-case.ts';
import { isRunning, until } from '../support/processes.ts';
import { lease } from '../support/quick-sender.ts';
import { isReady, type ServerProcess, startServerProcess } from '../support/server-process.ts';

// threats.md §8: whatever is killed, a client that repeats its request with the same key until it has an answer makes
// one envelope. PARAPH_TEST_KILLS=40 runs it for longer.
const KILLS = Number(process.env.PARAPH_TEST_KILLS ?? 2);
const CLIENTS = 3;
/** A client's pause before it repeats its request. */
const RETRY_MS = 50;
const BLOCKED_MS_MAX = 5_000;

let rootDir: string;
let server: ServerProcess;

beforeEach(async () => {
  rootDir = await folderForThisTest();
  await chmod(rootDir, 0o711);
});
afterEach(async () => {
  const pid = await postgresPid().catch(() => 0);
  await server?.end();
  await until('PostgreSQL to have ended', () => pid === 0 || !isRunning(pid));
});

const settings = () => ({
  PARAPH_DATA_DIR: join(rootDir, 'data'),
  PARAPH_RATES: 'apiKey=1000000/30',
  PARAPH_LOG_LEVEL: 'error',
});

async function postgresPid(): Promise<number> {
  const path = join(rootDir, 'data', 'postgres', 'cluster', 'postmaster.pid');
  return Number((await readFile(path, 'utf8')).split('\n')[0]);
}

/** Jobs that were under way at a kill are done as well, though nothing was started again after the last one. */
async function countQueuedMails(): Promise<number> {
  const path = join(rootDir, 'data', 'postgres', 'cluster', 'postmaster.pid');
  const [, , , port, host = ''] = (await readFile(path, 'utf8')).split('\n');
  const [row] = await queryOnce(
    { host, port: Number(port), user: 'paraph', database: 'paraph' },
    `select (select count(*) from mails where state = 'queued')
          + (select count(*) from graphile_worker.jobs where task_identifier like 'mail-%') as count`,
  );
  return Number(row?.count);
}

interface Load {
  apiKey: string;
  isOver: boolean;
  /** The id that was answered for each name, which is in one request alone. */
  acknowledged: Map<string, string>;
  readyAt: number;
  killedAt: number;
  /** How long after the service was ready again a key was still said to be in use that began before the kill. */
  blockedMs: number;
  attempts: number;
}

async function send(load: Load): Promise<void> {
  while (!load.isOver) {
    const name = `Lease ${randomUUID()}`;
    const key = randomUUID();
    const beganAt = performance.now();
    let id: string | null = null;
    while (id === null) id = await trySending(load, { name, key, beganAt });
    load.acknowledged.set(name, id);
  }
}

async function trySending(
  load: Load,
  { name, key, beganAt }: { name: string; key: string; beganAt: number },
): Promise<string | null> {
  load.attempts += 1;
  try {
    const { apiKey } = load;
    const form = { apiKey, document: lease, name, email: 'bob@example.com', idempotencyKey: key };
    return await createEnvelope(server.baseUrl, form);
  } catch (error) {
    // No connection, one that broke, or an answer that asks to come again: that is what is tested.
    if (!(error instanceof AwayError)) throw error;
    const isInUse = error.message.includes('IDEMPOTENCY_KEY_IN_USE');
    if (isInUse && beganAt < load.killedAt && load.readyAt > load.killedAt)
      load.blockedMs = Math.max(load.blockedMs, performance.now() - load.readyAt);
  }
  await sleep(RETRY_MS);
  return null;
}

const VICTIMS = ['everything', 'server', 'database'] as const;

async function killAndWait(load: Load, victim: (typeof VICTIMS)[number]): Promise<void> {
  const pid = await postgresPid();
  load.killedAt = performance.now();
  if (victim !== 'server') process.kill(pid, 'SIGKILL');
  if (victim !== 'database') {
    process.kill(server.pid, 'SIGKILL');
    await until('the server to have died', () => !isRunning(server.pid));
    server = await startServerProcess(settings());
  } else {
    const isReadyAnew = async () =>
      (await isReady(server.baseUrl)) && (await postgresPid().catch(() => pid)) !== pid;
    // By itself: under `npm start` nothing else would start it again.
    await until('the server to be ready', isReadyAnew, 60_000);
    expect(isRunning(server.pid)).toBe(true);
  }
  load.readyAt = performance.now();
}

/** Every envelope there is: how often each name, and under which id. */
async function readEnvelopes(apiKey: string): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const url = `${server.baseUrl}/api/v1/envelopes?limit=100&page=${page}`;
    const answer = await fetch(url, { headers: { 'x-api-key': apiKey } });
    const body = (await answer.json()) as { pages: number; items: { id: string; name: string }[] };
    pages = body.pages;
    for (const { id, name } of body.items) found.set(name, [...(found.get(name) ?? []), id]);
  }
  return found;
}

it(
  `loses and doubles no envelope over ${KILLS} kills at random moments, and blocks no key`,
  async () => {
    server = await startServerProcess(settings());
    const apiKey = await openSender(server.baseUrl, server.setUpLink);
    const load: Load = {
      apiKey,
      isOver: false,
      acknowledged: new Map(),
      readyAt: 0,
      killedAt: 0,
      blockedMs: 0,
      attempts: 0,
    };
    const clients = Array.from({ length: CLIENTS }, () => send(load));
    // A client that fails ends the test with its cause, and not with a time limit.
    const failed = Promise.all(clients).then(() => {});
    failed.catch(() => {});
    for (let kill = 0; kill < KILLS; kill += 1) {
      const before = load.acknowledged.size;
      const isUnderLoad = async () => load.acknowledged.size >= before + CLIENTS;
      await Promise.race([until('the load to be on', isUnderLoad, 90_000), failed]);
      await sleep(randomInt(0, 1_500));
      await killAndWait(load, VICTIMS[kill % VICTIMS.length] ?? 'server');
    }
    load.isOver = true;
    await failed;
    await until('every invitation to be written', async () => (await countQueuedMails()) === 0, 60_000);
    const found = await readEnvelopes(apiKey);
    const lost = [...load.acknowledged].filter(([name, id]) => !found.get(name)?.includes(id));
    const doubled = [...found].filter(([, ids]) => ids.length > 1);
    const { attempts, blockedMs } = load;
    console.info(
      `${KILLS} kills, ${attempts} attempts, ${load.acknowledged.size} acknowledged, ${found.size} there, ` +
        `${lost.length} lost, ${doubled.length} doubled; longest block of a key ${Math.round(blockedMs)} ms`,
    );
    expect({ lost, doubled }).toEqual({ lost: [], doubled: [] });
    expect(found.size).toBe(load.acknowledged.size);
    expect(blockedMs).toBeLessThan(BLOCKED_MS_MAX);
  },
  60_000 + KILLS * 120_000,
);
