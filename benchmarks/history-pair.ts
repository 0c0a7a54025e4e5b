import { type Ledger, readLedger, spentEach } from './cpu-ledger.ts';
import { type Life, lifeForm, liveOnce } from './one-life.ts';
import type { Receiver } from './receiver.ts';
import type { Row } from './report.ts';
import { median } from './statistics.ts';
import type { StatementsSent, WrittenAhead } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

// What a history adds to a cost: the same work on two servers in turns, of which one has sent much before.

const HISTORY = 100_000;
const ROUNDS = 3;

/** What a piece of work costs. */
export interface Cost extends Ledger {
  cpuMs: number;
  /** Statements, those that only read too. */
  roundTrips: number;
  /** Transactions that wrote something. */
  commits: number;
  /** Of the write-ahead log: records, and whole pages on top of them. */
  walBytes: number;
  imageBytes: number;
}

export interface Pair {
  fresh: Target;
  old: Target;
  end(): Promise<void>;
}

/** Two servers at work; one has a history of finished workflows with all their rows. */
export async function startPair(receiver: Receiver): Promise<Pair> {
  const [fresh, old] = await Promise.all([startTarget(), startTarget()]);
  const end = async () => {
    await Promise.all([fresh.end(), old.end()]);
  };
  try {
    for (const target of [fresh, old]) {
      await target.ask({ kind: 'start-worker' });
      await waitsOf(target, await live(target, receiver, 1));
    }
    // Nothing may move a row while it is copied.
    await old.ask({ kind: 'stop-worker' });
    await old.ask({ kind: 'fill-history', copies: HISTORY });
    await old.ask({ kind: 'start-worker' });
    return { fresh, old, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Does so many pieces of work on each, in turns. */
export async function compare(
  { fresh, old }: Pair,
  {
    count,
    work,
    rounds = ROUNDS,
  }: { count: number; work(target: Target): Promise<unknown>; rounds?: number },
): Promise<{ fresh: Cost; old: Cost }[]> {
  const measure = async (target: Target): Promise<Cost> => {
    // So that the pages written whole after a checkpoint fall on all alike.
    await target.ask({ kind: 'checkpoint' });
    const cpu = readLedger(target.pid);
    const wal = await target.ask<string>({ kind: 'wal-position' });
    const before = await target.ask<StatementsSent>({ kind: 'count-queries' });
    for (let index = 0; index < count; index += 1) await work(target);
    await target.settle();
    const spent = spentEach(cpu, readLedger(target.pid), count);
    const { sent } = await target.ask<StatementsSent>({ kind: 'count-queries' });
    const written = await target.ask<WrittenAhead>({ kind: 'wal-since', position: wal });
    const unknown = { server: Number.NaN, intake: Number.NaN, postgres: Number.NaN };
    const { server, intake, postgres } = spent ?? unknown;
    return {
      ...{ server, intake, postgres, cpuMs: server + intake + postgres },
      roundTrips: (sent - before.sent) / count,
      commits: written.commits / count,
      walBytes: written.records / count,
      imageBytes: written.images / count,
    };
  };
  const costs: { fresh: Cost; old: Cost }[] = [];
  for (let round = 0; round < rounds; round += 1) {
    costs.push({ fresh: await measure(fresh), old: await measure(old) });
  }
  return costs;
}

export const COST_NOTES = [
  'server, intake, postgres: milliseconds of processor time; round trips: statements sent by the server and its jobs',
  'WAL: records of the write-ahead log; page images: what a page costs more at its first change after a checkpoint,',
  'of which there is one before each measurement. Random keys meet as many pages as rows once their index is large.',
  `history: ${HISTORY.toLocaleString('en-US')} finished workflows with all their rows`,
];

export function costRows(costs: readonly { fresh: Cost; old: Cost }[]): Row[] {
  const rowOf = (title: string, cost: (of: { fresh: Cost; old: Cost }) => Cost): Row => {
    const middle = (kind: keyof Cost) => median(costs.map((each) => cost(each)[kind]));
    return {
      '': title,
      server: middle('server'),
      intake: middle('intake'),
      postgres: middle('postgres'),
      'Σ CPU ms': middle('cpuMs'),
      'round trips': middle('roundTrips'),
      commits: middle('commits'),
      'WAL bytes': middle('walBytes'),
      'page images': middle('imageBytes'),
      'CPU ÷ without': median(costs.map((each) => cost(each).cpuMs / each.fresh.cpuMs)),
      'WAL ÷ without': median(costs.map((each) => cost(each).walBytes / each.fresh.walBytes)),
    };
  };
  return [rowOf('no history', ({ fresh }) => fresh), rowOf('history', ({ old }) => old)];
}

/** Milliseconds from the answer to the last Finish, by the clock that server and receiver share. */
export interface Waits {
  signedMs: number;
  toldMs: number;
}

/** Whole lives of envelopes, one after another: created, signed, sealed, notified. */
export async function live(target: Target, receiver: Receiver, envelopes: number): Promise<Life[]> {
  const form = lifeForm(receiver.url);
  const told = () => receiver.told('workflow.signed');
  const lives: Life[] = [];
  for (let index = 0; index < envelopes; index += 1) {
    lives.push(await liveOnce(target, { form, index, told }));
  }
  return lives;
}

/** Asked for at the end: a question after each life costs the server a tenth of what the life does. */
export async function waitsOf(target: Target, lives: readonly Life[]): Promise<Waits[]> {
  await target.settle();
  const waits: Waits[] = [];
  for (const { envelopeId, pressedMs, toldMs } of lives) {
    const status = await target.ask<string>({ kind: 'status', envelopeId });
    if (status !== 'signed') throw new Error(`An envelope ended ${status} and not signed.`);
    const signedMs = (await target.ask<number>({ kind: 'ended-at', envelopeId })) - pressedMs;
    waits.push({ signedMs, toldMs });
  }
  return waits;
}
