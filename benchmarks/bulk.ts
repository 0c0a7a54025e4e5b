import { setTimeout as sleep } from 'node:timers/promises';
import { type BulkCall, type BulkProgress, bulkForm, makeTemplate } from '../tests/support/http-bulk.ts';
import { sentWith } from '../tests/support/quick-form.ts';
import { type Ledger, readPrivateBytes } from './cpu-ledger.ts';
import { buildDocument } from './documents.ts';
import { createCall, envelopeForm } from './envelope-calls.ts';
import { runLoad, send } from './load.ts';
import type { Report, Row } from './report.ts';
import { percentile } from './statistics.ts';
import type { Stored } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

/** As many as a table may have; fewer give a first idea: `BENCH_ROWS=500 npm run bench -- bulk`. */
const ROWS = Number(process.env.BENCH_ROWS ?? 10_000);
const SINGLES = Math.min(400, ROWS);
const CALLERS = 8;
const WARMING = 100;
/** Of those who read meanwhile, between two calls of each. */
const PAUSE_MS = 50;
const READERS = 2;
const IDLE_MS = 10_000;

/**
 * A table of 10,000 rows: how long its dry run takes, how fast its workflows are made and started against single calls
 * of the same run, what other callers notice, and what it leaves in memory and on the disk.
 */
export async function benchBulk(): Promise<Report> {
  const target = await startTarget();
  try {
    await target.ask({ kind: 'start-worker' });
    const document = buildDocument({ pages: 1 });
    const call = callerOf(target);
    const path = `${await makeTemplate(call, { document })}/bulk`;
    const body = envelopeForm(document);
    const singles = (calls: number) =>
      runLoad({
        ...{ port: target.port, callers: CALLERS, calls },
        next: (index) => createCall(target, body, index),
      });
    await singles(WARMING);
    await target.settle();
    const before = await singles(SINGLES);
    await target.settle();
    const idle = await readersFor(target, () => sleep(IDLE_MS));
    const stored = await target.ask<Stored>({ kind: 'stored' });
    const job = await sendTable({ target, call, path });
    await target.settle();
    const left = await target.ask<Stored>({ kind: 'stored' });
    const after = await singles(SINGLES);
    const perSecond = (before.perSecond + after.perSecond) / 2;
    return {
      tables: [
        {
          title: `bulk: a table of ${ROWS} rows, each a workflow of one page and one signer, which is started`,
          notes: [
            `single calls: POST /api/v1/quick/envelopes by ${CALLERS} callers, ${SINGLES} before and ${SINGLES} after, the worker beside`,
            `readers: ${READERS} callers of GET /api/v1/envelopes?limit=25, ${PAUSE_MS} ms apart`,
          ],
          rows: [
            ...rowsOf({ job, perSecond, idle }),
            { '': 'files a row, bytes', value: (left.blobBytes - stored.blobBytes) / ROWS, goal: '≤ 1,024' },
            { '': 'database a row, bytes', value: (left.databaseBytes - stored.databaseBytes) / ROWS },
          ],
        },
        { title: 'bulk: memory that each process has for itself, MB', rows: job.memory },
      ],
      details: { rows: ROWS, before, after, idleP95Ms: idle, job },
    };
  } finally {
    await target.end();
  }
}

function rowsOf({ job, perSecond, idle }: { job: SentTable; perSecond: number; idle: number }): Row[] {
  const rate = ROWS / job.sendingSeconds;
  return [
    { '': 'upload and dry run, s', value: job.checkingSeconds, goal: '≤ 20' },
    { '': 'made and started a second', value: rate },
    { '': 'single calls a second', value: perSecond },
    { '': 'ratio of both', value: rate / perSecond, goal: '≥ 0.8' },
    { '': 'p95 of readers when idle, ms', value: idle },
    { '': 'p95 of readers meanwhile, ms', value: job.readersP95Ms },
    { '': 'ratio of both', value: job.readersP95Ms / idle, goal: '≤ 2' },
  ];
}

export function callerOf({ port, cookie }: Pick<Target, 'port' | 'cookie'>): BulkCall {
  return async <Answer>(method: 'GET' | 'POST' | 'PUT', path: string, body?: Parameters<BulkCall>[2]) => {
    const sent = sentWith({ cookie, 'sec-fetch-site': 'same-origin' }, body);
    return JSON.parse(String(await send({ method, path, ...sent }, { port }))) as Answer;
  };
}

interface SentTable {
  checkingSeconds: number;
  sendingSeconds: number;
  readersP95Ms: number;
  memory: Row[];
}

async function sendTable(on: { target: Target; call: BulkCall; path: string }): Promise<SentTable> {
  const { target, call, path } = on;
  const startedAt = performance.now();
  const { id } = await call<BulkProgress>('POST', path, bulkForm(ROWS, { name: 'Lease {{row}}' }));
  const until = async (reached: (job: BulkProgress) => boolean) => {
    for (;;) {
      const job = await call<BulkProgress>('GET', `${path}/${id}`);
      if (reached(job)) return job;
      if (job.state === 'paused') throw new Error(`The job was paused: ${job.pausedFor}`);
      await sleep(200);
    }
  };
  await until(({ state }) => state === 'ready');
  const checkingSeconds = (performance.now() - startedAt) / 1_000;
  const memory: Row[] = [memoryRow(target, 0)];
  const sendingAt = performance.now();
  await call('PUT', `${path}/${id}/start`, {});
  let sendingSeconds = 0;
  const readersP95Ms = await readersFor(target, async () => {
    for (let part = 1; part <= 5; part += 1) {
      const { sent } = await until(
        (job) => job.sent + job.failed >= (ROWS * part) / 5 || job.state === 'done',
      );
      memory.push(memoryRow(target, sent));
    }
    const { sent } = await until(({ state }) => state === 'done');
    sendingSeconds = (performance.now() - sendingAt) / 1_000;
    if (sent !== ROWS) throw new Error(`Of ${ROWS} rows ${sent} were sent.`);
  });
  return { checkingSeconds, sendingSeconds, readersP95Ms, memory };
}

function memoryRow({ pid }: Target, sent: number): Row {
  const bytes: Partial<Ledger> = readPrivateBytes(pid) ?? {};
  const inMegabytes = Object.entries(bytes).map(([name, value]) => [name, value / 1e6]);
  return { 'rows sent': sent, ...Object.fromEntries(inMegabytes) };
}

/** What callers who read a list wait for while something else is done: the 95th percentile in milliseconds. */
async function readersFor(target: Target, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  let isOver = false;
  const reader = async (index: number) => {
    const headers = { authorization: `Bearer ${target.tokens[index]}` };
    while (!isOver) {
      const askedAt = performance.now();
      await send({ method: 'GET', path: '/api/v1/envelopes?limit=25', headers }, { port: target.port });
      times.push(performance.now() - askedAt);
      await sleep(PAUSE_MS);
    }
  };
  const readers = Promise.all(Array.from({ length: READERS }, (_, index) => reader(index)));
  readers.catch(() => {});
  await work().finally(() => {
    isOver = true;
  });
  await readers;
  return percentile(times, 0.95);
}
