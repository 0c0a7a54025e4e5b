import { readLedger, spentEach } from './cpu-ledger.ts';
import { buildDocument } from './documents.ts';
import { createCall, envelopeForm } from './envelope-calls.ts';
import { send } from './load.ts';
import type { Receiver } from './receiver.ts';
import type { Row } from './report.ts';
import { openSigner } from './signer.ts';
import { median } from './statistics.ts';
import type { WrittenAhead } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

// What a history adds to a cost: the same work on two servers in turns, of which one has sent much before.

const HISTORY = 100_000;
const ROUNDS = 3;

export interface Cost {
  cpuMs: number;
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
      await live(target, receiver, 1);
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
  { count, work }: { count: number; work(target: Target): Promise<void> },
): Promise<{ fresh: Cost; old: Cost }[]> {
  const measure = async (target: Target): Promise<Cost> => {
    // So that the pages written whole after a checkpoint fall on all alike.
    await target.ask({ kind: 'checkpoint' });
    const [cpu, wal] = [readLedger(target.pid), await target.ask<string>({ kind: 'wal-position' })];
    for (let index = 0; index < count; index += 1) await work(target);
    const spent = spentEach(cpu, readLedger(target.pid), count);
    const { records, images } = await target.ask<WrittenAhead>({ kind: 'wal-since', position: wal });
    const cpuMs = spent ? spent.server + spent.intake + spent.postgres : Number.NaN;
    return { cpuMs, walBytes: records / count, imageBytes: images / count };
  };
  const costs: { fresh: Cost; old: Cost }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    costs.push({ fresh: await measure(fresh), old: await measure(old) });
  }
  return costs;
}

export const COST_NOTES = [
  'CPU: of server, its children and PostgreSQL together',
  'WAL: records of the write-ahead log; page images: what a page costs more at its first change after a checkpoint,',
  'of which there is one before each measurement. Random keys meet as many pages as rows once their index is large.',
  `history: ${HISTORY.toLocaleString('en-US')} finished workflows with all their rows`,
];

export function costRows(costs: readonly { fresh: Cost; old: Cost }[]): Row[] {
  const rowOf = (title: string, cost: (of: { fresh: Cost; old: Cost }) => Cost): Row => ({
    '': title,
    'CPU ms': median(costs.map((each) => cost(each).cpuMs)),
    'WAL bytes': median(costs.map((each) => cost(each).walBytes)),
    'page images': median(costs.map((each) => cost(each).imageBytes)),
    'CPU ÷ without': median(costs.map((each) => cost(each).cpuMs / each.fresh.cpuMs)),
    'WAL ÷ without': median(costs.map((each) => cost(each).walBytes / each.fresh.walBytes)),
  });
  return [rowOf('no history', ({ fresh }) => fresh), rowOf('history', ({ old }) => old)];
}

/** Whole lives of envelopes, one after another: created, signed, sealed, notified. */
export async function live(target: Target, receiver: Receiver, envelopes: number): Promise<void> {
  const form = envelopeForm(buildDocument({ pages: 2 }), {
    'preferences[0][name]': 'WorkflowNotificationCallbackUrlPreference',
    'preferences[0][value]': receiver.url,
  });
  for (let index = 0; index < envelopes; index += 1) {
    const answer = await send(createCall(target, form, index), { port: target.port });
    const { id: envelopeId } = JSON.parse(answer.toString()) as { id: string };
    const signer = await openSigner(target, { envelopeId, email: 'grace@example.com' });
    await signer.fill();
    await signer.press();
    await target.settle();
    const status = await target.ask<string>({ kind: 'status', envelopeId });
    if (status !== 'signed') throw new Error(`An envelope ended ${status} and not signed.`);
  }
}
