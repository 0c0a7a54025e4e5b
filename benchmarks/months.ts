import { buildDocument } from './documents.ts';
import { createCall, envelopeForm } from './envelope-calls.ts';
import { EVENTS_EACH } from './fill-months.ts';
import { runLoad, send } from './load.ts';
import type { Report, Row } from './report.ts';
import { medianRatio, percentile, takeTurns } from './statistics.ts';
import type { FilledMonths } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

// What a history of events adds to a cost: the same work on two servers in turns, of which one has a year of events in
// ranges of a month each. `BENCH_EVENTS`: how many millions.

const MILLIONS = Number(process.env.BENCH_EVENTS ?? 12);
const MONTHS = 12;
const ROUNDS = 12;
const CREATED = 20;
const LISTED = 20;
const SWEPT = 5_000;

/** How much longer creating, listing and sweeping take with millions of events, and how long a month takes to drop. */
export async function benchMonths(): Promise<Report> {
  const [empty, full] = await Promise.all([startTarget(), startTarget()]);
  try {
    const workflows = Math.ceil((MILLIONS * 1_000_000) / EVENTS_EACH);
    // As many as are swept, so that both sweep the same.
    await empty.ask({ kind: 'fill-events', workflows: Math.ceil((ROUNDS * SWEPT) / EVENTS_EACH), months: 1 });
    const filled = await full.ask<FilledMonths>({ kind: 'fill-events', workflows, months: MONTHS });
    for (const target of [empty, full]) await target.ask({ kind: 'start-worker' });
    const rows = [
      await compare('20 envelopes created, with their jobs', { empty, full }, createSome),
      await compare('a list of 25, 20 times', { empty, full }, listSome),
      await compare(`the hourly sweep, ${SWEPT} snapshots due`, { empty, full }, sweepSome),
      await compare('vacuum of the month swept', { empty, full }, (target) =>
        target.ask<number>({ kind: 'vacuum-month' }),
      ),
    ];
    const dropped = await full.ask<{ emptied: number; filled: number }>({ kind: 'drop-months' });
    return {
      tables: [
        {
          title: `months: a server with ${Math.round(filled.events / 1e5) / 10} million events in ${MONTHS} ranges, and one without`,
          notes: [
            `they take ${Math.round(filled.bytes / 1e9)} GB and were made in ${Math.round(filled.fillMs / 1_000)} s`,
          ],
          rows,
        },
        {
          title: `months: dropping one of ${Math.round(filled.events / MONTHS / 1e4) / 100} million events`,
          rows: [
            { '': 'by the sweep, once its events are erased', s: dropped.emptied / 1_000 },
            { '': 'with its events in it', s: dropped.filled / 1_000 },
          ],
        },
      ],
      details: { rounds: ROUNDS, filled },
    };
  } finally {
    await Promise.all([empty.end(), full.end()]);
  }
}

type Pair = Record<'empty' | 'full', Target>;

async function compare(
  what: string,
  { empty, full }: Pair,
  work: (target: Target) => Promise<number>,
): Promise<Row> {
  for (const target of [empty, full]) await work(target);
  const ms = await takeTurns({ empty: () => work(empty), full: () => work(full) }, ROUNDS - 1);
  return {
    '': what,
    'without, p50 ms': percentile(ms.empty, 0.5),
    'with, p50 ms': percentile(ms.full, 0.5),
    'with ÷ without': medianRatio(ms.full, ms.empty),
  };
}

const FORM = envelopeForm(buildDocument({ pages: 3, bytes: 50_000 }), {});

async function createSome(target: Target): Promise<number> {
  const startedAt = performance.now();
  for (let index = 0; index < CREATED; index += 1)
    await send(createCall(target, FORM, index), { port: target.port });
  await target.settle();
  return performance.now() - startedAt;
}

async function listSome({ port, tokens }: Target): Promise<number> {
  const headers = { authorization: `Bearer ${tokens[0]}` };
  const call = { method: 'GET' as const, path: '/api/v1/envelopes?limit=25', headers };
  return (await runLoad({ port, callers: 1, calls: LISTED, next: () => call })).meanMs;
}

async function sweepSome(target: Target): Promise<number> {
  await target.ask({ kind: 'make-due', count: SWEPT });
  await target.ask({ kind: 'checkpoint' });
  return target.ask<number>({ kind: 'sweep' });
}
