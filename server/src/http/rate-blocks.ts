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

const blocksOf = new WeakMap<Database, Map<string, Block[]>>();

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

/** How the next hits of a rate are to be counted. */
export function countingOf(deps: BlockDeps, rate: RateName): Counting {
  const limit = deps.config.rates[rate].hits;
  const size = IN_BLOCKS.has(rate) ? Math.min(SIZE_MAX, Math.max(1, Math.floor(limit / BLOCKS_MIN))) : 1;
  return { now: deps.clock.now(), begins: windowBegin(deps, rate), size };
}

/** The next hit of a block that this process has counted; null without one. */
export function takeHit(deps: BlockDeps, rate: RateName, key: string): RateWindow | null {
  const blocks = blocksOf.get(deps.database);
  const own = blocks?.get(key);
  if (!blocks || !own) return null;
  const begins = windowBegin(deps, rate);
  while (own[0] && own[0].startedAt <= begins) own.shift();
  const [block] = own;
  const taken = block ? { hits: block.next, startedAt: block.startedAt } : null;
  if (block) block.next += 1;
  if (block && block.next > block.last) own.shift();
  if (own.length === 0) blocks.delete(key);
  return taken;
}

/** Keeps all but the first hit of a block that was just counted; returns the first. */
export function keepBlock(
  { database }: Pick<Deps, 'database'>,
  key: string,
  { hits: last, startedAt, size }: RateWindow & { size: number },
): RateWindow {
  const first = last - size + 1;
  if (size > 1) {
    const blocks = blocksOf.get(database) ?? new Map<string, Block[]>();
    blocksOf.set(database, blocks);
    const [oldest] = blocks.keys();
    if (blocks.size >= KEYS_MAX && oldest !== undefined) blocks.delete(oldest);
    // Requests side by side count a block each, and none is lost.
    blocks.set(key, [...(blocks.get(key) ?? []), { startedAt, next: first + 1, last }]);
  }
  return { hits: first, startedAt };
}

/**
 * Finds who calls with a credential of this hash, and counts the call: with the statement that finds them, or from a
 * block that such a statement has counted before.
 */
export async function countCaller<Found extends object>(
  deps: BlockDeps,
  { rate, hash }: { rate: RateName; hash: Buffer },
  find: (counting: Counting | null) => Promise<(Found & Partial<RateWindow>) | null>,
): Promise<(Found & { counted: RateWindow }) | null> {
  const key = `${rate}:${hash.toString('base64')}`;
  const taken = takeHit(deps, rate, key);
  const counting = countingOf(deps, rate);
  const found = await find(taken ? null : counting);
  if (!found) return null;
  const { hits = counting.size, startedAt = counting.now } = found;
  const counted = taken ?? keepBlock(deps, key, { hits, startedAt, size: counting.size });
  return { ...found, counted };
}
