import { setTimeout as sleep } from 'node:timers/promises';
import { readResidentBytes } from './cpu-ledger.ts';
import { type Life, lifeForm, liveOnce } from './one-life.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import type { Report, Row } from './report.ts';
import { percentile } from './statistics.ts';
import { startTarget, type Target } from './target-process.ts';

const WARM_UP = 60;
const AT_ONCE = 8;
const SATURATING = 400;
const HALF_RATE = 1_000;
/** In all, for the memory; fewer give a first idea: `BENCH_LIVES=600 npm run bench -- lives`. */
const ALL = Number(process.env.BENCH_LIVES ?? 5_000);
const LOOKS = 5;

/**
 * Whole lives of envelopes beside one another: how many a second the machine has room for with its callers, how long
 * the end takes at half of that, and whether memory stays flat.
 */
export async function benchLives(): Promise<Report> {
  const receiver = await openReceiver();
  const target = await startTarget().catch(async (error) => {
    await receiver.close();
    throw error;
  });
  try {
    await target.ask({ kind: 'start-worker' });
    const scene: Scene = { target, receiver, lived: 0 };
    await liveAtOnce(scene, Math.min(WARM_UP, ALL));
    const saturated = await liveAtOnce(scene, Math.min(SATURATING, ALL));
    const half = await liveAtRate(scene, { perSecond: saturated / 2, count: Math.min(HALF_RATE, ALL) });
    return {
      tables: [
        {
          title: 'lives: envelopes of 50 KB created, signed, sealed and notified, several beside one another',
          notes: [
            `lives a second: ${AT_ONCE} callers, each of which begins its next life at the end of one; they share the cores`,
            'signed, told: from the answer to the last press, while lives begin at half of that rate',
          ],
          rows: [
            { 'lives a second': saturated, 'begun a second': saturated / 2, ...(await endRow(target, half)) },
          ],
        },
        {
          title: 'lives: what the server holds in memory',
          rows: await watchMemory(scene),
        },
      ],
    };
  } finally {
    await target.end();
    await receiver.close();
  }
}

interface Scene {
  target: Target;
  receiver: Receiver;
  lived: number;
}

/** The receiver tells lives apart by the address that each has sent its notifications to. */
function beginLife(scene: Scene): Promise<Life> {
  const { target, receiver } = scene;
  scene.lived += 1;
  const path = `/hook/${scene.lived}`;
  const form = lifeForm(new URL(path, receiver.url).href);
  const told = () => receiver.told('workflow.signed', path);
  return liveOnce(target, { form, index: scene.lived, told });
}

/** Returns how many a second ended. */
async function liveAtOnce(scene: Scene, count: number): Promise<number> {
  const startedAt = performance.now();
  let begun = 0;
  const liveOn = async () => {
    while (begun < count) {
      begun += 1;
      await beginLife(scene);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, liveOn));
  const seconds = (performance.now() - startedAt) / 1000;
  await scene.target.settle();
  return count / seconds;
}

/** Begins a life at each moment that the rate gives, whether or not others have ended. */
async function liveAtRate(
  scene: Scene,
  { perSecond, count }: { perSecond: number; count: number },
): Promise<Life[]> {
  const startedAt = performance.now();
  const lives: Promise<Life>[] = [];
  for (let index = 0; index < count; index += 1) {
    await sleep(Math.max(0, startedAt + (index * 1000) / perSecond - performance.now()));
    const life = beginLife(scene);
    // Reported by `Promise.all`, which may begin to listen much later.
    life.catch(() => {});
    lives.push(life);
  }
  const lived = await Promise.all(lives);
  await scene.target.settle();
  return lived;
}

async function endRow(target: Target, lives: readonly Life[]): Promise<Row> {
  const signed: number[] = [];
  for (const { envelopeId, pressedMs } of lives) {
    signed.push((await target.ask<number>({ kind: 'ended-at', envelopeId })) - pressedMs);
  }
  const told = lives.map(({ toldMs }) => toldMs);
  return {
    'signed p50 ms': percentile(signed, 0.5),
    'signed p99 ms': percentile(signed, 0.99),
    'told p50 ms': percentile(told, 0.5),
    'told p99 ms': percentile(told, 0.99),
  };
}

async function watchMemory(scene: Scene): Promise<Row[]> {
  const rowNow = () => ({ lives: scene.lived, 'memory MB': readResidentBytes(scene.target.pid) / 1e6 });
  const rows: Row[] = [rowNow()];
  const each = Math.ceil(Math.max(0, ALL - scene.lived) / LOOKS);
  while (each > 0 && scene.lived < ALL) {
    await liveAtOnce(scene, Math.min(each, ALL - scene.lived));
    rows.push(rowNow());
  }
  return rows;
}
