import { type Ledger, readLedger, spentEach } from './cpu-ledger.ts';
import { buildDocument } from './documents.ts';
import { createCall, envelopeForm, floorCreateCall, minimalCreateCall } from './envelope-calls.ts';
import { type Load, type LoadResult, runLoad } from './load.ts';
import { profiled } from './profiled.ts';
import type { Report, Row } from './report.ts';
import { median, medianRatio, takeTurns } from './statistics.ts';
import type { StatementsSent } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

const CALLERS = 8;
const CALLS = 48;
const ROUNDS = 5;
const WARMING_ROUNDS = 4;
/** More callers than the processes that look into files: each file waits in line. */
const CROWDS = [16, 64];
const CROWD_CALLS = 192;
const CROWD_ROUNDS = 3;

/** How many envelopes with a PDF of 1 MB go out a second, and how much less that is than the disk would take. */
export async function benchCreate(): Promise<Report> {
  const target = await startTarget();
  try {
    const body = envelopeForm(buildDocument({ pages: 6, bytes: 2 ** 20 }));
    const contenders = contendersOf(target, body);
    // Then both processes that look into files run and the pool is full. Node compiles what has run often, and
    // PostgreSQL keeps a plan after five executions by a connection: after some 300 envelopes one costs what it does
    // from then on, before that up to twice as much.
    for (let round = 0; round < WARMING_ROUNDS; round += 1)
      for (const run of Object.values(contenders)) await run();
    const results = await takeTurns(contenders, ROUNDS);
    const crowds = await takeTurns(crowdsOf(target, body), CROWD_ROUNDS);
    const places = await profiled(target, 'create', contenders.create);
    return {
      tables: [
        {
          title: `create: POST /api/v1/quick/envelopes, PDF of 1 MB, ${CALLERS} callers`,
          notes: [
            'floor: the same multipart body through the same Fastify to disk with fsync, and one durable insert',
            'minimal: the same promises by the least work: hashed, examined in a limited process, fsync, one statement;',
            'what it has in common with ours it does by the same functions',
            'with jobs: as npm start runs it, the mails of each envelope written meanwhile by the same process',
            'CPU: milliseconds of processor time an envelope, the jobs counted with the last',
          ],
          rows: rowsOf(results),
        },
        {
          title: 'create with many callers, the jobs in the same process',
          notes: [`${CROWD_CALLS} envelopes; refused: answered 503, and in no other figure`],
          rows: crowdRowsOf(crowds),
        },
        { title: 'create: where the server’s own thread spends its time (jobs elsewhere)', rows: places },
      ],
      details: { callers: CALLERS, calls: CALLS, rounds: ROUNDS, results, crowds },
    };
  } finally {
    await target.end();
  }
}

function crowdsOf(target: Target, body: Uint8Array): Record<string, () => Promise<LoadResult>> {
  const { port } = target;
  const next = (index: number) => createCall(target, body, index);
  const contenders = CROWDS.map((callers) => {
    const load = { port, callers, calls: CROWD_CALLS, next, countsRefused: true };
    return [String(callers), () => withJobs(target, () => runLoad(load))] as const;
  });
  return Object.fromEntries(contenders);
}

function crowdRowsOf(results: Record<string, LoadResult[]>): Row[] {
  return Object.entries(results).map(([callers, rounds]) => {
    const middle = (figure: keyof LoadResult) => median(rounds.map((round) => round[figure]));
    return {
      '': `${callers} callers`,
      'per second': middle('perSecond'),
      'p50 ms': middle('p50Ms'),
      'p99 ms': middle('p99Ms'),
      refused: Math.max(...rounds.map(({ refused }) => refused)),
    };
  });
}

/** Runs the jobs of the server meanwhile and until none is due. */
async function withJobs<Result>(target: Target, work: () => Promise<Result>): Promise<Result> {
  await target.ask({ kind: 'start-worker' });
  const result = await work();
  await target.settle();
  await target.ask({ kind: 'stop-worker' });
  return result;
}

interface Measured extends LoadResult {
  /** Round trips to the database, a call. */
  queries: number;
  cpuMs: Ledger | null;
}

type Contender = 'floor' | 'minimal' | 'create' | 'createWithJobs';

function contendersOf(target: Target, body: Uint8Array): Record<Contender, () => Promise<Measured>> {
  const measure = async (next: Load['next']): Promise<Measured> => {
    const before = readLedger(target.pid);
    const { sent: sentBefore } = await target.ask<StatementsSent>({ kind: 'count-queries' });
    const result = await runLoad({ port: target.port, callers: CALLERS, calls: CALLS, next });
    const { sent } = await target.ask<StatementsSent>({ kind: 'count-queries' });
    const queries = (sent - sentBefore) / CALLS;
    return { ...result, queries, cpuMs: spentEach(before, readLedger(target.pid), CALLS) };
  };
  const create = () => measure((index) => createCall(target, body, index));
  return {
    floor: async () => {
      const result = await measure(() => floorCreateCall(body));
      await target.ask({ kind: 'empty-floor' });
      return result;
    },
    minimal: async () => {
      const result = await measure(() => minimalCreateCall(body));
      await target.ask({ kind: 'empty-floor' });
      return result;
    },
    create: async () => {
      const result = await create();
      await withJobs(target, async () => {});
      return result;
    },
    createWithJobs: async () => {
      const before = readLedger(target.pid);
      const result = await withJobs(target, create);
      return { ...result, cpuMs: spentEach(before, readLedger(target.pid), CALLS) };
    },
  };
}

function rowsOf(results: Record<Contender, Measured[]>): Row[] {
  const titles: Record<Contender, string> = {
    floor: 'floor',
    minimal: 'minimal',
    create: 'create, jobs elsewhere',
    createWithJobs: 'create, with jobs',
  };
  const rates = (name: Contender) => results[name].map(({ perSecond }) => perSecond);
  const cpu = (name: Contender, kind: keyof Ledger) => {
    const figures = results[name].flatMap(({ cpuMs }) => (cpuMs ? [cpuMs[kind]] : []));
    return figures.length > 0 ? median(figures) : null;
  };
  return (Object.keys(titles) as Contender[]).map((name) => ({
    '': titles[name],
    'per second': median(rates(name)),
    'p95 ms': median(results[name].map(({ p95Ms }) => p95Ms)),
    'floor ÷ this': medianRatio(rates('floor'), rates(name)),
    'this ÷ minimal': medianRatio(rates(name), rates('minimal')),
    queries: median(results[name].map(({ queries }) => queries)),
    'CPU server': cpu(name, 'server'),
    'CPU intake': cpu(name, 'intake'),
    'CPU postgres': cpu(name, 'postgres'),
  }));
}
