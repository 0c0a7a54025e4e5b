import { type RateName, Refusal } from '@paraph/domain';
import type { FastifyReply } from 'fastify';
import ipaddr from 'ipaddr.js';
import { type Expression, sql } from 'kysely';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import type { Reads } from '../platform/database.ts';
import type { Caller, RateWindow } from './caller.ts';
import { type Counting, countHitOf } from './rate-blocks.ts';

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
  const key = `${rate}:${who}`;
  const counted = await countHitOf(deps, { rate, key }, async (counting) => {
    const statement = hitStatement(sql<{ key: string }>`select ${key} as key`, counting);
    const { rows } = await statement.execute(deps.database);
    return rows[0] ?? null;
  });
  return stateOf(deps, rate, counted);
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
  const { rate, who, hits: size, refuse } = about;
  if (size === 0) return;
  const now = deps.clock.now();
  const begins = addSeconds(now, -deps.config.rates[rate].seconds);
  const statement = hitStatement(sql<{ key: string }>`select ${`${rate}:${who}`} as key`, {
    now,
    begins,
    size,
  });
  const [counted] = (await statement.execute(reads)).rows;
  const state = counted && stateOf(deps, rate, counted);
  if (!state?.isReached) return;
  const { resetSeconds: retryAfterSeconds } = state;
  throw new Refusal('RATE_LIMIT_REACHED', refuse(retryAfterSeconds), { retryAfterSeconds });
}

/** The same as part of a statement: Kysely puts no brackets around text. */
export function hitPart(...given: Parameters<typeof hitStatement>) {
  return sql<RateWindow>`(${hitStatement(...given)})`;
}

/** Counts hits for each key of a query. */
function hitStatement(keys: Expression<{ key: string }>, { now, begins, size }: Counting) {
  return sql<RateWindow>`
    insert into rate_windows as w (key, started_at, hits)
      select key, ${now}::timestamptz, ${size}::int from (${keys}) as given
    on conflict (key) do update set
      hits = case when w.started_at <= ${begins} then ${size}::int else w.hits + ${size}::int end,
      started_at = case when w.started_at <= ${begins} then excluded.started_at else w.started_at end
    returning hits, started_at as "startedAt"`;
}

function stateOf(
  { clock, config }: Pick<Deps, 'clock' | 'config'>,
  rate: RateName,
  { hits, startedAt }: RateWindow,
): RateState {
  const { hits: limit, seconds } = config.rates[rate];
  const resetSeconds = Math.ceil(seconds - (clock.now().getTime() - startedAt.getTime()) / 1000);
  return { limit, remaining: Math.max(0, limit - hits), isReached: hits > limit, resetSeconds };
}

/** Reverts a hit: attempts of which only failures count are counted first, so that concurrent ones count too. */
export async function revertHit(deps: Pick<Deps, 'database'>, rate: RateName, who: string): Promise<void> {
  await sql`update rate_windows set hits = hits - 1 where key = ${`${rate}:${who}`} and hits > 0`.execute(
    deps.database,
  );
}

/** Resets a rate for the key `who`, and for keys that begin with it and a colon. */
export async function clearHits(deps: Pick<Deps, 'database'>, rate: RateName, who: string): Promise<void> {
  const key = `${rate}:${who}`;
  await sql`delete from rate_windows where key = ${key} or starts_with(key, ${`${key}:`})`.execute(
    deps.database,
  );
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
  const { counted } = caller;
  const state = counted ? stateOf(deps, rate, counted) : await hit(deps, rate, who);
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
