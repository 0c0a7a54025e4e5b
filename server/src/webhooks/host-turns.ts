import { addSeconds } from '../platform/clock.ts';

export type Turn = { waitUntil: null; end(now: Date): void } | { waitUntil: Date };

export interface HostTurns {
  /** Lets an attempt go ahead, or says when to ask again. */
  take(host: string, now: Date): Turn;
}

interface HostState {
  /** When each attempt that is on its way began. */
  begun: Set<{ at: Date }>;
  lastSeconds: number;
  nextTurnAt: Date;
}

const SLOW_SECONDS = 2;
const WAIT_SECONDS_MAX = 900;

/**
 * Keeps a host that hangs from holding every worker: while it is slow, one attempt at a time reaches it and the
 * others stand in line, each a little later. What is lost with the process is only how slow a host was.
 */
export function openHostTurns(): HostTurns {
  const hosts = new Map<string, HostState>();
  return {
    take: (host, now) => {
      const state = hosts.get(host) ?? { begun: new Set(), lastSeconds: 0, nextTurnAt: now };
      hosts.set(host, state);
      if (state.begun.size > 0 && isSlow(state, now)) return { waitUntil: nextTurn(state, now) };
      const attempt = { at: now };
      state.begun.add(attempt);
      const end = (endedAt: Date) => {
        state.begun.delete(attempt);
        state.lastSeconds = secondsBetween(attempt.at, endedAt);
        // A host that answers quickly again owes nobody a place in line, nor us the memory of one.
        if (state.begun.size === 0 && state.lastSeconds < SLOW_SECONDS) hosts.delete(host);
      };
      return { waitUntil: null, end };
    },
  };
}

function isSlow({ begun, lastSeconds }: HostState, now: Date): boolean {
  return lastSeconds >= SLOW_SECONDS || [...begun].some(({ at }) => secondsBetween(at, now) >= SLOW_SECONDS);
}

function nextTurn(state: HostState, now: Date): Date {
  const from = state.nextTurnAt > now ? state.nextTurnAt : now;
  const latest = addSeconds(now, WAIT_SECONDS_MAX);
  const turn = addSeconds(from, Math.max(SLOW_SECONDS, state.lastSeconds));
  state.nextTurnAt = turn < latest ? turn : latest;
  return state.nextTurnAt;
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
