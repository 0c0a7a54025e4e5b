import { setTimeout as sleep } from 'node:timers/promises';
import { type BulkProgress, bulkForm, makeTemplate } from '../tests/support/http-bulk.ts';
import { callerOf } from './bulk.ts';
import { buildDocument } from './documents.ts';
import { createCall, envelopeForm } from './envelope-calls.ts';
import { send } from './load.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import type { Report, Row } from './report.ts';
import { percentile } from './statistics.ts';
import { startTarget, type Target } from './target-process.ts';

/** Of the one customer: `BENCH_ROWS=1000 npm run bench -- fairness` gives a first idea. */
const ROWS = Number(process.env.BENCH_ROWS ?? 10_000);
const CUSTOMERS = 20;
/** Between two envelopes of each of them. */
const PAUSE_MS = 2_000;
const WARMING = 100;
const IDLE_MS = 40_000;
const CALLBACK = 'WorkflowNotificationCallbackUrlPreference';

/**
 * Twenty customers who each send an envelope every two seconds, while nothing else is done and while another one sends
 * a table: how long until they are answered, and until their program is told that it was started.
 */
export async function benchFairness(): Promise<Report> {
  const receiver = await openReceiver();
  const target = await startTarget().catch(async (error: unknown) => {
    await receiver.close();
    throw error;
  });
  try {
    await target.ask({ kind: 'start-worker' });
    const tokens = await target.ask<string[]>({ kind: 'add-customers', count: CUSTOMERS });
    const customers = openCustomers({ ...target, tokens }, receiver);
    await customers.sendFor(() => sleep((WARMING / CUSTOMERS) * PAUSE_MS));
    const idle = await customers.sendFor(() => sleep(IDLE_MS));
    let seconds = 0;
    const beside = await customers.sendFor(async () => {
      seconds = await sendTable(target);
    });
    return {
      tables: [
        {
          title: `fairness: ${CUSTOMERS} customers beside one that sends ${ROWS} rows`,
          notes: [
            `each sends an envelope of one page every ${PAUSE_MS / 1_000} s; told: its program hears that it was started`,
            `the table takes ${seconds.toFixed(0)} s, ${(ROWS / seconds).toFixed(1)} rows a second`,
          ],
          rows: [
            rowOf('answered, ms', idle.answeredMs, beside.answeredMs),
            rowOf('told, ms', idle.toldMs, beside.toldMs),
          ],
        },
      ],
      details: { rows: ROWS, seconds, idle, beside },
    };
  } finally {
    await target.end();
    await receiver.close();
  }
}

function rowOf(what: string, idle: readonly number[], beside: readonly number[]): Row {
  const [before, during] = [percentile([...idle], 0.95), percentile([...beside], 0.95)];
  return {
    '': what,
    'idle p50': percentile([...idle], 0.5),
    'idle p95': before,
    'beside p50': percentile([...beside], 0.5),
    'beside p95': during,
    'ratio of p95': during / before,
    goal: '≤ 2',
    envelopes: `${idle.length}, ${beside.length}`,
  };
}

function openCustomers(target: Target, receiver: Receiver) {
  let sent = 0;
  const document = buildDocument({ pages: 1 });
  /** What they wait for while something else is done. */
  const sendFor = async (work: () => Promise<unknown>) => {
    const [answeredMs, toldMs]: [number[], number[]] = [[], []];
    let isOver = false;
    const customer = async (index: number) => {
      // Not all at the same moment.
      await sleep((index / CUSTOMERS) * PAUSE_MS);
      while (!isOver) {
        sent += 1;
        const path = `/hook/${sent}`;
        const body = envelopeForm(document, {
          'preferences[0][name]': CALLBACK,
          'preferences[0][value]': new URL(path, receiver.url).href,
        });
        const told = receiver.told('workflow.started', path);
        const [askedAt, askedAtMs] = [performance.now(), Date.now()];
        await send(createCall(target, body, index), { port: target.port });
        answeredMs.push(performance.now() - askedAt);
        toldMs.push((await told) - askedAtMs);
        await sleep(Math.max(0, PAUSE_MS - (performance.now() - askedAt)));
      }
    };
    const customers = Promise.all(Array.from({ length: CUSTOMERS }, (_, index) => customer(index)));
    customers.catch(() => {});
    await work().finally(() => {
      isOver = true;
    });
    await customers;
    return { answeredMs, toldMs };
  };
  return { sendFor };
}

/** Answers how many seconds its rows took. */
async function sendTable(target: Target): Promise<number> {
  const call = callerOf(target);
  const path = `${await makeTemplate(call, { document: buildDocument({ pages: 1 }) })}/bulk`;
  const { id } = await call<BulkProgress>('POST', path, bulkForm(ROWS, { name: 'Lease {{row}}' }));
  const until = async (state: string) => {
    for (;;) {
      const job = await call<BulkProgress>('GET', `${path}/${id}`);
      if (job.state === state) return job;
      if (job.state === 'paused') throw new Error(`The job was paused: ${job.pausedFor}`);
      await sleep(500);
    }
  };
  await until('ready');
  const startedAt = performance.now();
  await call('PUT', `${path}/${id}/start`, {});
  const { sent } = await until('done');
  if (sent !== ROWS) throw new Error(`Of ${ROWS} rows ${sent} were sent.`);
  return (performance.now() - startedAt) / 1_000;
}
