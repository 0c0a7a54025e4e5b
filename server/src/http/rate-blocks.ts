import type { RateName } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Database } from '../platform/database.ts';
import type { RateWindow } from './caller.ts';

// Of rates that most requests meet, a process counts a block of hits in the database at once, and uses it up in memory:
// a request costs no write then. Each hit has its number in the window, whichever process counted it, so that all
// together never exceed the limit; what a process has not used when it ends, or when the window does, is lost.

const IN_BLOCKS: ReadonlySet<RateName> = new Set(['token', 'apiKey', 'signingAnswers']);
/** A process may so keep a twentieth of a limit from the others. */
const BLOCKS_MIN = 20;
const SIZE_MAX = 50;
const KEYS_MAX = 10_000;

interface Block {
  startedAt: Date;
  next: number;
  last: number;
}

interface Blocks {
  counted: Map<string, Block>;
  /** The keys for which a statement counts a block now. */
  counting: Set<string>;
}

/** By the database that counts them. */
const blocksOf = new WeakMap<Database, Blocks>();

type BlockDeps = Pick<Deps, 'database' | 'clock' | 'config'>;

/** Before then, a window of this rate is over. */
function windowBegin({ clock, config }: Pick<Deps, 'clock' | 'config'>, rate: RateName): Date {
  return new Date(clock.now().getTime() - config.rates[rate].seconds * 1000);
}

/** When hits are counted, when older windows are over, and how many hits are counted at once. */
export interface Counting {
  now: Date;
  begins: Date;
  size: number;
}

/** The next hit of a block that this process has counted; null without one. */
function takeHit(deps: BlockDeps, { rate, key }: RateKey): RateWindow | null {
  const counted = blocksOf.get(deps.database)?.counted;
  const block = counted?.get(key);
  if (!counted || !block) return null;
  const isOver = block.startedAt <= windowBegin(deps, rate);
  const taken = isOver ? null : { hits: block.next, startedAt: block.startedAt };
  block.next += 1;
  if (isOver || block.next > block.last) counted.delete(key);
  return taken;
}

interface RateKey {
  rate: RateName;
  key: string;
}

/**
 * The next hit of a key: of a block that was counted before, or counted by this statement. One request counts a block;
 * those beside it count themselves alone, or a burst of them would use up the limit.
 */
async function takeOrCount<Found extends object>(
  deps: BlockDeps,
  { rate, key }: RateKey,
  count: (counting: Counting | null) => Promise<(Found & Partial<RateWindow>) | null>,
): Promise<(Found & { counted: RateWindow }) | null> {
  const taken = takeHit(deps, { rate, key });
  if (taken) {
    const found = await count(null);
    return found && { ...found, counted: taken };
  }
  const blocks = blocksOf.get(deps.database) ?? { counted: new Map(), counting: new Set() };
  blocksOf.set(deps.database, blocks);
  const size = blocks.counting.has(key) ? 1 : blockSizeOf(deps, rate);
  const counting = { now: deps.clock.now(), begins: windowBegin(deps, rate), size };
  if (size > 1) blocks.counting.add(key);
  try {
    const found = await count(counting);
    if (!found) return null;
    const { hits: last = size, startedAt = counting.now } = found;
    const first = last - size + 1;
    if (size > 1) keepBlock(blocks.counted, key, { startedAt, next: first + 1, last });
    return { ...found, counted: { hits: first, startedAt } };
  } finally {
    if (size > 1) blocks.counting.delete(key);
  }
}

/** How many hits of a rate are counted at once. */
export function blockSizeOf({ config }: BlockDeps, rate: RateName): number {
  if (!IN_BLOCKS.has(rate)) return 1;
  return Math.min(SIZE_MAX, Math.max(1, Math.floor(config.rates[rate].hits / BLOCKS_MIN)));
}

function keepBlock(counted: Map<string, Block>, key: string, block: Block): void {
  const [oldest] = counted.keys();
  if (counted.size >= KEYS_MAX && oldest !== undefined) counted.delete(oldest);
  counted.set(key, block);
}

/** Counts a hit: by the statement, or from a block that it has counted before. */
export async function countHitOf(
  deps: BlockDeps,
  { rate, key }: RateKey,
  count: (counting: Counting) => Promise<RateWindow | null>,
): Promise<RateWindow> {
  const found = await takeOrCount(deps, { rate, key }, async (counting) =>
    counting === null ? {} : count(counting),
  );
  return found?.counted ?? { hits: 1, startedAt: deps.clock.now() };
}

/**
 * Finds who calls with a credential of this hash, and counts the call: with the statement that finds them, or from a
 * block that such a statement has counted before.
 */
export function countCaller<Found extends object>(
  deps: BlockDeps,
  { rate, hash }: { rate: RateName; hash: Buffer },
  find: (counting: Counting | null) => Promise<(Found & Partial<RateWindow>) | null>,
): Promise<(Found & { counted: RateWindow }) | null> {
  return takeOrCount(deps, { rate, key: `${rate}:${hash.toString('base64')}` }, find);
}
