import { type RateName, Refusal } from '@paraph/domain';
import type { FastifyReply } from 'fastify';
import ipaddr from 'ipaddr.js';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import type { Caller } from './caller.ts';
import { addHits, deleteWindows, removeHit } from './rate-store.ts';

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
