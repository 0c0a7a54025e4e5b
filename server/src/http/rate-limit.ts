import { type RateName, Refusal } from '@paraph/domain';
import type { FastifyReply } from 'fastify';
import ipaddr from 'ipaddr.js';
import { sql } from 'kysely';
import type { Reads } from '../database/database.ts';
import { prepareStatement } from '../database/prepared-statements.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import type { Caller } from './caller.ts';

/** The state of a rate limit window after a hit. */
export interface RateState {
  limit: number;
  remaining: number;
  /** Whether this hit was one too many. */
  isReached: boolean;
  resetSeconds: number;
}

/**
 * Counts a hit against a named rate and refuses one too many.
 *
 * @throws Refusal `RATE_LIMIT_REACHED` with the seconds to wait.
 */
export async function countHit(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  rate: RateName,
  who: string,
): Promise<RateState> {
  const state = await hit(deps, rate, who);
  if (!state.isReached) return state;
  throw new Refusal('RATE_LIMIT_REACHED', `Too many attempts; wait ${state.resetSeconds} seconds.`, {
    retryAfterSeconds: state.resetSeconds,
  });
}

/**
 * Counts a hit in the database, across processes. `who` completes the key: an account, an address, a token.
 */
export async function hit(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  rate: RateName,
  who: string,
): Promise<RateState> {
  return count(deps.database, deps, { rate, who, hits: 1 });
}

/**
 * Counts several hits at once. In a transaction, those of a refused call are not counted, because it rolls back.
 *
 * @throws Refusal `RATE_LIMIT_REACHED` with the message for the seconds to wait
 */
export async function countHits(
  reads: Reads,
  deps: Pick<Deps, 'clock' | 'config'>,
  about: { rate: RateName; who: string; hits: number; refuse(resetSeconds: number): string },
): Promise<void> {
  if (about.hits === 0) return;
  const { isReached, resetSeconds: retryAfterSeconds } = await count(reads, deps, about);
  if (!isReached) return;
  throw new Refusal('RATE_LIMIT_REACHED', about.refuse(retryAfterSeconds), { retryAfterSeconds });
}

async function count(
  reads: Reads,
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  about: { rate: RateName; who: string; hits: number },
): Promise<RateState> {
  const { hits: limit, seconds } = config.rates[about.rate];
  const now = clock.now();
  const { hits, startedAt } = await addHits(reads, {
    ...{ key: keyOf(about.rate, about.who), count: about.hits },
    ...{ now, over: addSeconds(now, -seconds) },
  });
  const resetSeconds = Math.ceil(seconds - (now.getTime() - startedAt.getTime()) / 1000);
  return { limit, remaining: Math.max(0, limit - hits), isReached: hits > limit, resetSeconds };
}

/** Reverts a hit: attempts of which only failures count are counted first, so that concurrent ones count too. */
export async function revertHit(deps: Pick<Deps, 'database'>, rate: RateName, who: string): Promise<void> {
  await removeHit(deps.database, keyOf(rate, who));
}

/** Resets a rate for the key `who`, and for keys that begin with it and a colon. */
export async function clearHits(deps: Pick<Deps, 'database'>, rate: RateName, who: string): Promise<void> {
  await deleteWindows(deps.database, keyOf(rate, who));
}

function keyOf(rate: RateName, who: string): string {
  return `${rate}:${who}`;
}

/** The part of an address assigned to one customer: the whole IPv4 address, the /64 of an IPv6 one. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.slice(0, 4).map((part) => part.toString(16));
  return `${groups.join(':')}::/64`;
}

/**
 * Counts the call of a program and sets the rate limit headers (interface.md §8). Sessions are not counted.
 *
 * @throws Refusal `RATE_LIMIT_REACHED` for a token, `API_KEY_RATE_LIMIT_REACHED` for a key
 */
export async function limitCaller(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  caller: Caller,
  reply: FastifyReply,
): Promise<void> {
  if (caller.kind === 'session') return;
  const isKey = caller.kind === 'key';
  const rate = isKey ? 'apiKey' : 'token';
  const who = isKey ? caller.key : `${caller.userId}:${caller.appClientId}`;
  const state = await hit(deps, rate, who);
  reply.headers(headersOf(state));
  if (isKey) reply.headers(keyHeadersOf(state));
  if (!state.isReached) return;
  throw new Refusal(
    isKey ? 'API_KEY_RATE_LIMIT_REACHED' : 'RATE_LIMIT_REACHED',
    `Too many calls with this ${isKey ? 'API key' : 'access token'}; wait ${state.resetSeconds} seconds.`,
    { retryAfterSeconds: state.resetSeconds },
  );
}

function headersOf({ limit, remaining, resetSeconds }: RateState) {
  return {
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetSeconds,
  };
}

/** The header names that existing clients read. */
function keyHeadersOf({ limit, remaining }: RateState) {
  return {
    'x-yumisign-ratelimit-limit': limit,
    'x-yumisign-ratelimit-remaining': remaining,
    'x-yumisign-calllimit-remaining': remaining,
  };
}

// One row a key holds the window that began with its first hit. All processes count in it, by one statement a call: the
// number that it returns belongs to that hit alone. The table is unlogged, so that counting waits for no disk; after a
// crash of PostgreSQL all windows begin anew. The libraries for this hold less than these statements do: their time is
// that of the process, and they know no transaction that takes hits back.

/** The window of a rate after a hit. */
interface RateWindow {
  hits: number;
  startedAt: Date;
}

interface Hits {
  key: string;
  count: number;
  now: Date;
  /** A window that began by then is over, and the hits begin another one. */
  over: Date;
}

/** Counts hits in the window of a key; in a transaction, others wait for its end to count theirs. */
async function addHits(reads: Reads, { key, count, now, over }: Hits): Promise<RateWindow> {
  const [window] = await upsertWindow(reads, key, count, now, over);
  return window ?? { hits: count, startedAt: now };
}

const upsertWindow = prepareStatement(
  'count-hits',
  (_statements, ...[key, count, now, over]: [string, number, Date, Date]) => sql<RateWindow>`
    insert into rate_windows (key, started_at, hits) values (${key}, ${now}, ${count})
    on conflict (key) do update set
      hits = excluded.hits + case when rate_windows.started_at <= ${over} then 0 else rate_windows.hits end,
      started_at = case when rate_windows.started_at <= ${over} then excluded.started_at
        else rate_windows.started_at end
    returning hits, started_at as "startedAt"`,
);

/** Takes one hit back. */
async function removeHit(reads: Reads, key: string): Promise<void> {
  await sql`update rate_windows set hits = hits - 1 where key = ${key} and hits > 0`.execute(reads);
}

/** Ends the windows of a key, and of those that begin with it and a colon. */
async function deleteWindows(reads: Reads, key: string): Promise<void> {
  await sql`delete from rate_windows where key = ${key} or starts_with(key, ${`${key}:`})`.execute(reads);
}
