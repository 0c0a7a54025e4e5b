import { readLedger, readResidentBytes, spentEach } from './cpu-ledger.ts';
import {
  COST_NOTES,
  compare,
  costRows,
  live,
  type Pair,
  startPair,
  type Waits,
  waitsOf,
} from './history-pair.ts';
import type { Life } from './one-life.ts';
import { openReceiver } from './receiver.ts';
import type { Report, Row } from './report.ts';
import { percentile } from './statistics.ts';
import type { StatementsSent, Stored } from './target-messages.ts';
import type { Target } from './target-process.ts';

/** Until then Node compiles what runs often, and PostgreSQL plans it once per connection. */
const WARM_UP = 200;
const EACH = 20;
const OFTEN_MIN = 0.5;

/** What one envelope costs from its creation to the last notification, and what a history adds to that. */
export async function benchLife(): Promise<Report> {
  const receiver = await openReceiver();
  const pair = await startPair(receiver).catch(async (error) => {
    await receiver.close();
    throw error;
  });
  try {
    const begun = await factsOf(pair);
    const cold = await compare(pair, { count: EACH, work: (target) => live(target, receiver, 1), rounds: 1 });
    for (const target of [pair.fresh, pair.old]) await live(target, receiver, WARM_UP - EACH);
    const before = await factsOf(pair);
    const lived = new Map<Target, Life[]>([pair.fresh, pair.old].map((target) => [target, []]));
    const work = async (target: Target) => {
      lived.get(target)?.push(...(await live(target, receiver, 1)));
    };
    const costs = await compare(pair, { count: EACH, work });
    const waits = {
      fresh: await waitsOf(pair.fresh, lived.get(pair.fresh) ?? []),
      old: await waitsOf(pair.old, lived.get(pair.old) ?? []),
    };
    const after = await factsOf(pair);
    const lives = costs.length * EACH;
    const dayLater = await compactRow(pair.fresh, begun.fresh, WARM_UP + lives);
    const rowsOf = (rowOf: (name: 'fresh' | 'old') => Row): Row[] => [
      { '': 'no history', ...rowOf('fresh') },
      { '': 'history', ...rowOf('old') },
    ];
    return {
      tables: [
        {
          title: 'life: an envelope of 50 KB created, signed, sealed and notified',
          notes: [...COST_NOTES, `after ${WARM_UP} lives in the same processes`],
          rows: costRows(costs),
        },
        {
          title: `life: the first ${EACH} after the start`,
          rows: costRows(cold),
        },
        {
          title: 'life: what it leaves, and what the server holds in memory',
          notes: [`grown: from the first to the last of ${lives} lives`],
          rows: rowsOf((name) => keptRow({ before: before[name], after: after[name], lives })),
        },
        {
          title:
            'life: what is left a day later, when the original is the beginning of the sealed file alone',
          rows: [dayLater],
        },
        {
          title: 'life: from the answer to the last Finish, one life after another',
          rows: rowsOf((name) => waitRow(waits[name])),
        },
      ],
      details: { each: EACH, costs, cold, statements: statementsEach(before.fresh, after.fresh, lives) },
    };
  } finally {
    await pair.end();
    await receiver.close();
  }
}

interface Facts extends Stored {
  sent: StatementsSent;
  residentBytes: number;
}

async function factsOf({ fresh, old }: Pair): Promise<Record<'fresh' | 'old', Facts>> {
  const read = async (target: Target): Promise<Facts> => ({
    ...(await target.ask<Stored>({ kind: 'stored' })),
    sent: await target.ask<StatementsSent>({ kind: 'count-queries' }),
    residentBytes: readResidentBytes(target.pid),
  });
  return { fresh: await read(fresh), old: await read(old) };
}

function keptRow({ before, after, lives }: { before: Facts; after: Facts; lives: number }): Row {
  return {
    'files, bytes each': (after.blobBytes - before.blobBytes) / lives,
    'database, bytes each': (after.databaseBytes - before.databaseBytes) / lives,
    'rows each': (after.rows - before.rows) / lives,
    'memory MB': after.residentBytes / 1e6,
    'grown MB': (after.residentBytes - before.residentBytes) / 1e6,
  };
}

async function compactRow(target: Target, before: Stored, lives: number): Promise<Row> {
  const cpu = readLedger(target.pid);
  const documents = await target.ask<number>({ kind: 'compact' });
  const spent = spentEach(cpu, readLedger(target.pid), documents);
  await target.ask({ kind: 'vacuum' });
  const after = await target.ask<Stored>({ kind: 'stored' });
  return {
    '': 'no history',
    'files, bytes each': (after.blobBytes - before.blobBytes) / lives,
    'database, bytes each': (after.databaseBytes - before.databaseBytes) / lives,
    'CPU ms each': spent ? spent.server + spent.postgres : Number.NaN,
  };
}

function waitRow(waits: readonly Waits[]): Row {
  const signed = waits.map(({ signedMs }) => signedMs);
  const told = waits.map(({ toldMs }) => toldMs);
  return {
    'signed p50 ms': percentile(signed, 0.5),
    'signed p99 ms': percentile(signed, 0.99),
    'told p50 ms': percentile(told, 0.5),
    'told p99 ms': percentile(told, 0.99),
  };
}

/** How often each statement is sent in a life, the most frequent first. */
function statementsEach(before: Facts, after: Facts, lives: number) {
  return Object.entries(after.sent.byText)
    .map(([text, times]) => ({ each: (times - (before.sent.byText[text] ?? 0)) / lives, text }))
    .filter(({ each }) => each >= OFTEN_MIN)
    .sort((a, b) => b.each - a.each);
}
