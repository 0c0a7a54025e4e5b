import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { median } from './statistics.ts';
import { pass } from './wake-up-peer.ts';

const BATCHES = 9;
const ROUNDS = 200;

/**
 * Microseconds until a sleeping thread runs after another has woken it: half a round trip, the median of some hundreds
 * each. Server, jobs and database wake each other hundreds of times in the life of an envelope, and on a virtual
 * machine its host decides what that costs: within an hour it can double, with nothing else to be seen in the machine.
 */
export async function measureWakeUp(): Promise<number> {
  const turn = new Int32Array(new SharedArrayBuffer(4));
  const peer = new Worker(new URL('./wake-up-peer.ts', import.meta.url), { workerData: turn });
  await once(peer, 'online');
  const half = Array.from({ length: BATCHES }, () => {
    const startedMs = performance.now();
    for (let round = 0; round < ROUNDS; round += 1) pass(turn, 0);
    return ((performance.now() - startedMs) * 1000) / ROUNDS / 2;
  });
  await peer.terminate();
  return median(half);
}
