import { type Ledger, readLedger, spentEach } from './cpu-ledger.ts';
import { buildDocument } from './documents.ts';
import {
  createCall,
  envelopeForm,
  filteredListCall,
  floorListCall,
  floorReadCall,
  readCall,
  sessionListCall,
  sessionReadCall,
} from './envelope-calls.ts';
import { type Load, type LoadResult, runLoad, send } from './load.ts';
import { profiled } from './profiled.ts';
import type { Report, Row } from './report.ts';
import { median, medianRatio, takeTurns } from './statistics.ts';
import type { StatementsSent } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

const CALLERS = 8;
const CALLS = 400;
const LISTED = 25;
const ROUNDS = 7;

/** How many envelopes and lists are read a second, and how much less that is than reading one row, or as many rows. */
export async function benchRetrieve(): Promise<Report> {
  const target = await startTarget();
  try {
    const form = envelopeForm(buildDocument({ pages: 2 }));
    let id = '';
    for (let index = 0; index < LISTED; index += 1) {
      const answer = await send(createCall(target, form, index), { port: target.port });
      ({ id } = JSON.parse(answer.toString()) as { id: string });
    }
    const contenders = contendersOf(target, id);
    // Code is warm then, and the pool is full.
    for (const run of Object.values(contenders)) await run();
    const results = await takeTurns(contenders, ROUNDS);
    const places = await profiled(target, 'retrieve', contenders.session);
    return {
      tables: [
        {
          title: `retrieve: GET /api/v1/quick/envelopes/{id}, ${CALLERS} callers`,
          notes: [
            'floor: one row by its key through the same Fastify, without a credential',
            `floor, list of ${LISTED}: as many rows of one workspace by its index, without anything of other tables`,
            'each of a token’s calls is counted in the database, which a session’s are not',
            'CPU: milliseconds of processor time a call',
          ],
          rows: rowsOf(results),
        },
        { title: 'retrieve: where the server’s own thread spends its time (by session)', rows: places },
      ],
      details: { callers: CALLERS, calls: CALLS, rounds: ROUNDS, results },
    };
  } finally {
    await target.end();
  }
}

interface Measured extends LoadResult {
  /** Round trips to the database, a call. */
  queries: number;
  cpuMs: Ledger | null;
}

type Contender = 'floor' | 'session' | 'token' | 'floorList' | 'list' | 'filteredList';

function contendersOf(target: Target, id: string): Record<Contender, () => Promise<Measured>> {
  const measure = async (next: Load['next']): Promise<Measured> => {
    const before = readLedger(target.pid);
    const { sent: sentBefore } = await target.ask<StatementsSent>({ kind: 'count-queries' });
    const result = await runLoad({ port: target.port, callers: CALLERS, calls: CALLS, next });
    const { sent } = await target.ask<StatementsSent>({ kind: 'count-queries' });
    const queries = (sent - sentBefore) / CALLS;
    return { ...result, queries, cpuMs: spentEach(before, readLedger(target.pid), CALLS) };
  };
  return {
    floor: () => measure(() => floorReadCall(id)),
    session: () => measure(() => sessionReadCall(target, id)),
    token: () => measure((index) => readCall(target, id, index)),
    floorList: () => measure(() => floorListCall(LISTED)),
    list: () => measure(() => sessionListCall(target, LISTED)),
    filteredList: () => measure(() => filteredListCall(target, LISTED)),
  };
}

function rowsOf(results: Record<Contender, Measured[]>): Row[] {
  const titles: Record<Contender, string> = {
    floor: 'floor',
    session: 'retrieve, by session',
    token: 'retrieve, by token',
    floorList: `floor, list of ${LISTED}`,
    list: `list of ${LISTED}, by session`,
    filteredList: `list of ${LISTED}, filtered by status`,
  };
  const floorOf = (name: Contender): Contender => (/list/i.test(name) ? 'floorList' : 'floor');
  const rates = (name: Contender) => results[name].map(({ perSecond }) => perSecond);
  const cpu = (name: Contender, kind: keyof Ledger) => {
    const figures = results[name].flatMap(({ cpuMs }) => (cpuMs ? [cpuMs[kind]] : []));
    return figures.length > 0 ? median(figures) : null;
  };
  return (Object.keys(titles) as Contender[]).map((name) => ({
    '': titles[name],
    'per second': median(rates(name)),
    'p95 ms': median(results[name].map(({ p95Ms }) => p95Ms)),
    'floor ÷ this': medianRatio(rates(floorOf(name)), rates(name)),
    queries: median(results[name].map(({ queries }) => queries)),
    'CPU server': cpu(name, 'server'),
    'CPU postgres': cpu(name, 'postgres'),
  }));
}
