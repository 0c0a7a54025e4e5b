import { assertPresent, type Rate, type RateName, Refusal } from '@paraph/domain';
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

/** Counts a hit against a named rate and refuses one too many. */
export async function countHit(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  rate: RateName,
  who: string,
): Promise<void> {
  const refuse = (seconds: number) => `Too many attempts; wait ${seconds} seconds.`;
  await countHits(deps.database, deps, { rate, who, hits: 1, refuse });
}

/** Counts a hit in the database, across processes. `who` completes the key: an account, an address, a token. */
export async function hit(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  rate: RateName,
  who: string,
): Promise<RateState> {
  return count(deps.database, deps, { rate, who, hits: 1 });
}

/** Counts several hits at once. In a transaction, those of a refused call are not counted, because it rolls back. */
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
  const window = { ...config.rates[about.rate], key: keyOf(about.rate, about.who), now: clock.now() };
  return countIn(reads, window, about.hits);
}

/** Counts a call for an organization; returns after how many seconds it may call again, null for now. */
export async function countCalls(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  { organizationId, callsMax }: { organizationId: number | null; callsMax: number },
): Promise<number | null> {
  const window = {
    hits: callsMax,
    seconds: 60,
    key: `organizationCalls:${organizationId}`,
    now: clock.now(),
  };
  const { isReached, resetSeconds } = await countIn(database, window, 1);
  return isReached ? resetSeconds : null;
}

async function countIn(
  reads: Reads,
  { hits: limit, seconds, key, now }: Rate & { key: string; now: Date },
  more: number,
): Promise<RateState> {
  // A window that began by then is over.
  const over = addSeconds(now, -seconds);
  const [window] = await upsertWindow(reads, key, more, now, over);
  const { hits, startedAt } = assertPresent(window, key);
  const resetSeconds = Math.ceil(seconds - (now.getTime() - startedAt.getTime()) / 1000);
  return { limit, remaining: Math.max(0, limit - hits), isReached: hits > limit, resetSeconds };
}

/** Reverts a hit: attempts of which only failures count are counted first, so that concurrent ones count too. */
export async function revertHit(deps: Pick<Deps, 'database'>, rate: RateName, who: string): Promise<void> {
  const key = keyOf(rate, who);
  await sql`update rate_windows set hits = hits - 1 where key = ${key} and hits > 0`.execute(deps.database);
}

/** Resets a rate for the key `who`, and for keys that begin with it and a colon. */
export async function clearHits(deps: Pick<Deps, 'database'>, rate: RateName, who: string): Promise<void> {
  const key = keyOf(rate, who);
  await sql`
    delete from rate_windows where key = ${key} or starts_with(key, ${`${key}:`})`.execute(deps.database);
}

function keyOf(rate: RateName, who: string): string {
  return `${rate}:${who}`;
}

/** The prefix of an address assigned to one customer: the whole IPv4 address, the /64 of an IPv6 one. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  const groups = address.parts.slice(0, 4).map((group) => group.toString(16));
  return `${groups.join(':')}::/64`;
}

/**
 * Counts the call of a program and sets the rate limit headers (interface.md §8); under `rate`, where its kind of call
 * has one. Sessions are not counted.
 */
export async function limitCaller(
  deps: Pick<Deps, 'database' | 'clock' | 'config'>,
  caller: Caller,
  { reply, rate }: { reply: FastifyReply; rate?: RateName | undefined },
): Promise<void> {
  if (caller.kind === 'session') return;
  const isKey = caller.kind === 'key';
  const who = isKey ? caller.key : `${caller.userId}:${caller.appClientId}`;
  const state = await hit(deps, rate ?? (isKey ? 'apiKey' : 'token'), who);
  const { limit, remaining, resetSeconds } = state;
  reply.headers({
    'x-ratelimit-limit': limit,
    'x-ratelimit-remaining': remaining,
    'x-ratelimit-reset': resetSeconds,
  });
  // The names that existing clients read.
  if (isKey)
    reply.headers({
      'x-yumisign-ratelimit-limit': limit,
      'x-yumisign-ratelimit-remaining': remaining,
      'x-yumisign-calllimit-remaining': remaining,
    });
  if (!state.isReached) return;
  throw new Refusal(
    isKey ? 'API_KEY_RATE_LIMIT_REACHED' : 'RATE_LIMIT_REACHED',
    `Too many calls with this ${isKey ? 'API key' : 'access token'}; wait ${resetSeconds} seconds.`,
    { retryAfterSeconds: resetSeconds },
  );
}

// One row a key holds the window that began with its first hit. All processes count in it, by one statement a call: the
// number that it returns belongs to that hit alone. The table is unlogged, so that counting waits for no disk; after a
// crash of PostgreSQL all windows begin anew. The libraries for this hold less than these statements do: their time is
// that of the process, and they know no transaction that takes hits back.

const upsertWindow = prepareStatement(
  'count-hits',
  (_statements, ...[key, count, now, over]: [string, number, Date, Date]) => sql<{
    hits: number;
    startedAt: Date;
  }>`
    insert into rate_windows (key, started_at, hits) values (${key}, ${now}, ${count})
    on conflict (key) do update set
      hits = excluded.hits + case when rate_windows.started_at <= ${over} then 0 else rate_windows.hits end,
      started_at = case when rate_windows.started_at <= ${over} then excluded.started_at
        else rate_windows.started_at end
    returning hits, started_at as "startedAt"`,
);
