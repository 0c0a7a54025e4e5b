import { Refusal } from '@paraph/domain';
import type { FastifyReply } from 'fastify';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';
import { hit, type RateState } from './rate-limit.ts';

/**
 * Counts a program's call and says in headers what is left (interface.md §8). People at pages are not counted here.
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
  const state = await hit(
    deps,
    isKey ? 'apiKey' : 'token',
    isKey ? caller.key : `${caller.userId}:${caller.appClientId}`,
  );
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

/** The names that clients in use read. */
function keyHeadersOf({ limit, remaining }: RateState) {
  return {
    'x-yumisign-ratelimit-limit': limit,
    'x-yumisign-ratelimit-remaining': remaining,
    'x-yumisign-calllimit-remaining': remaining,
  };
}
