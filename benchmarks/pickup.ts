import { buildDocument } from './documents.ts';
import { createCall, envelopeForm } from './envelope-calls.ts';
import { COST_NOTES, compare, costRows, startPair } from './history-pair.ts';
import { send } from './load.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import type { Report, Table } from './report.ts';
import { median, medianRatio, percentile, takeTurns } from './statistics.ts';
import type { Ask, Committed } from './target-messages.ts';
import { startTarget, type Target } from './target-process.ts';

const SAMPLES = 20;
const ROUNDS = 5;
const CALLBACK = 'WorkflowNotificationCallbackUrlPreference';

/** How long after its commit a job's notification reaches its receiver, at rest: one after another. */
export async function benchPickup(): Promise<Report> {
  const target = await startTarget();
  const receiver = await openReceiver();
  try {
    await target.ask({ kind: 'start-worker' });
    const envelopeId = await createNotified(target, receiver);
    const contenders = contendersOf({ target, receiver, envelopeId });
    for (const run of Object.values(contenders)) await run();
    const results = await takeTurns(contenders, ROUNDS);
    const floor = results.floor.map(median);
    const rowOf = (title: string, rounds: number[][]) => ({
      '': title,
      'median ms': median(rounds.flat()),
      'p95 ms': percentile(rounds.flat(), 0.95),
      'this ÷ floor': medianRatio(rounds.map(median), floor),
    });
    return {
      tables: [
        {
          title: 'pickup: from a commit to the first byte of its notification at a local receiver',
          notes: [
            'floor: NOTIFY in the commit of one insert, whose listener in the same process posts the same body',
            'one job: a delivery that waits is sent; the worker looks up, checks and posts it',
            'from the event: one job makes the delivery, whose commit starts the next, which sends it',
          ],
          rows: [
            rowOf('floor', results.floor),
            rowOf('one job', results.job),
            rowOf('from the event', results.event),
          ],
        },
        await withHistory(receiver),
      ],
      details: { samples: SAMPLES, rounds: ROUNDS, results },
    };
  } finally {
    await target.end();
    await receiver.close();
  }
}

/** What an event and its notification cost where much was sent before. */
async function withHistory(receiver: Receiver): Promise<Table> {
  const pair = await startPair(receiver);
  try {
    const told = new Map<Target, string>();
    for (const target of [pair.fresh, pair.old]) told.set(target, await createNotified(target, receiver));
    const work = async (target: Target) => {
      const arrival = receiver.next();
      await target.ask({ kind: 'send-event', envelopeId: told.get(target) ?? '' });
      await arrival;
      await target.settle();
    };
    for (const target of [pair.fresh, pair.old]) for (let n = 0; n < SAMPLES; n += 1) await work(target);
    const title = 'pickup: what an event and its notification cost';
    return {
      title,
      notes: COST_NOTES,
      rows: costRows(await compare(pair, { count: SAMPLES * ROUNDS, work })),
    };
  } finally {
    await pair.end();
  }
}

/** An envelope with a callback; its first notification has arrived. */
async function createNotified(target: Target, receiver: Receiver): Promise<string> {
  const form = envelopeForm(buildDocument({ pages: 2 }), {
    'preferences[0][name]': CALLBACK,
    'preferences[0][value]': receiver.url,
  });
  const answer = await send(createCall(target, form, 0), { port: target.port });
  await target.settle();
  return (JSON.parse(answer.toString()) as { id: string }).id;
}

interface Scene {
  target: Target;
  receiver: Receiver;
  envelopeId: string;
}

function contendersOf({ target, receiver, envelopeId }: Scene) {
  const sample = (question: () => Ask) => async (): Promise<number[]> => {
    const times: number[] = [];
    for (let index = 0; index < SAMPLES; index += 1) {
      const arrival = receiver.next();
      const committed = await target.ask<Committed>(question());
      times.push(Number((await arrival) - BigInt(committed.atNs)) / 1e6);
      await target.settle();
    }
    return times;
  };
  return {
    floor: sample(() => ({ kind: 'post-bare', url: receiver.url, body: receiver.lastBody() })),
    job: sample(() => ({ kind: 'replay-event', envelopeId })),
    event: sample(() => ({ kind: 'send-event', envelopeId })),
  };
}
