import { COST_NOTES, compare, costRows, live, startPair } from './history-pair.ts';
import { openReceiver } from './receiver.ts';
import type { Report } from './report.ts';

const WARM_UP = 20;
const EACH = 40;

/** What one envelope costs from its creation to the last notification, and what a history adds to that. */
export async function benchLife(): Promise<Report> {
  const receiver = await openReceiver();
  const pair = await startPair(receiver).catch(async (error) => {
    await receiver.close();
    throw error;
  });
  try {
    for (const target of [pair.fresh, pair.old]) await live(target, receiver, WARM_UP);
    const costs = await compare(pair, { count: EACH, work: (target) => live(target, receiver, 1) });
    return {
      tables: [
        {
          title: 'life: an envelope created, signed, sealed and notified',
          notes: COST_NOTES,
          rows: costRows(costs),
        },
      ],
      details: { each: EACH, costs },
    };
  } finally {
    await pair.end();
    await receiver.close();
  }
}
