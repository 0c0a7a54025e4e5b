import { setTimeout as sleep } from 'node:timers/promises';
import { readLedger, readPrivateBytes, spentEach } from './cpu-ledger.ts';
import { type Life, lifeForm, liveOnce } from './one-life.ts';
import { openReceiver, type Receiver } from './receiver.ts';
import { machineFacts, type Report, type Row } from './report.ts';
import { percentile } from './statistics.ts';
import { startTarget, type Target } from './target-process.ts';

/** With few callers the cores are idle at times, with many lives wait for one another. */
const AT_ONCE = [8, 16, 32] as const;
const [FEW] = AT_ONCE;
/** In all, for the memory; fewer give a first idea: `BENCH_LIVES=600 npm run bench -- lives`. */
const ALL = Number(process.env.BENCH_LIVES ?? 5_000);
const partOf = (part: number, most: number) => Math.max(1, Math.min(most, Math.round(ALL * part)));
/** Until then Node compiles what runs often, and PostgreSQL plans it once per connection. */
const WARM_UP = partOf(0.2, 200);
/** With each number of callers. */
const SATURATING = partOf(0.1, 400);
const HALF_RATE = partOf(0.35, 1_000);
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
    await liveAtOnce(scene, { count: WARM_UP });
    const saturated = [];
    for (const callers of AT_ONCE) saturated.push(await liveAtOnce(scene, { count: SATURATING, callers }));
    const perSecond = Math.max(...saturated.map((row) => row['lives a second'])) / 2;
    const half = await liveAtRate(scene, { perSecond, count: HALF_RATE });
    return {
      tables: [
        {
          title: 'lives: envelopes of 50 KB created, signed, sealed and notified, several at a time',
          notes: [
            'each caller begins its next life at the end of one; the callers share the cores with the server',
            'load: the process of the callers and of the receiver, and its part of all processor time',
            'without load: a second, what the cores have room for where the callers are elsewhere, by processor time',
          ],
          rows: saturated,
        },
        {
          title: 'lives: from the answer to the last press, while lives begin at half of the greatest rate',
          rows: [{ lives: half.length, 'begun a second': perSecond, ...(await endRow(target, half)) }],
        },
        {
          title: 'lives: memory that each process has for itself',
          notes: ['held: heap and buffers of the server, after all that is unused is collected'],
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

/** Returns how many a second ended, and what each cost. */
async function liveAtOnce(scene: Scene, { count, callers = FEW }: { count: number; callers?: number }) {
  const { pid } = scene.target;
  const [ledger, ownCpu] = [readLedger(pid), process.cpuUsage()];
  const startedAt = performance.now();
  let begun = 0;
  const liveOn = async () => {
    while (begun < count) {
      begun += 1;
      await beginLife(scene);
    }
  };
  await Promise.all(Array.from({ length: callers }, liveOn));
  const seconds = (performance.now() - startedAt) / 1000;
  await scene.target.settle();
  const { user, system } = process.cpuUsage(ownCpu);
  const load = (user + system) / 1000 / count;
  const spent = spentEach(ledger, readLedger(pid), count);
  const served = spent ? spent.server + spent.intake + spent.postgres : Number.NaN;
  return {
    callers,
    'lives a second': count / seconds,
    'server ms': spent?.server ?? null,
    'intake ms': spent?.intake ?? null,
    'postgres ms': spent?.postgres ?? null,
    'load ms': load,
    'load %': (100 * load) / (load + served),
    'without load': (1000 * machineFacts().cores) / served,
  };
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
  const rows: Row[] = [await memoryRow(scene)];
  const each = Math.ceil(Math.max(0, ALL - scene.lived) / LOOKS);
  while (each > 0 && scene.lived < ALL) {
    await liveAtOnce(scene, { count: Math.min(each, ALL - scene.lived) });
    rows.push(await memoryRow(scene));
  }
  return rows;
}

async function memoryRow({ target, lived }: Scene): Promise<Row> {
  const held = await target.ask<number>({ kind: 'held-bytes' });
  const bytes = readPrivateBytes(target.pid);
  const megabytes = (count: number | undefined) => (count === undefined ? null : count / 1e6);
  return {
    lives: lived,
    'held MB': megabytes(held),
    'server MB': megabytes(bytes?.server),
    'intake MB': megabytes(bytes?.intake),
    'postgres MB': megabytes(bytes?.postgres),
  };
}
