import { addSeconds } from '../platform/clock.ts';

export interface Attempt {
  host: string;
  deliveryId: number;
}

export type ThrottleDecision =
  /** The attempt may start; `end` returns the delivery that waited longest for this host and may be attempted now. */
  | { waitUntil: null; end(now: Date): number | null }
  /** The delivery waits until then, or until the end of another attempt returns it. */
  | { waitUntil: Date };

export interface HostThrottle {
  acquire(attempt: Attempt, now: Date): ThrottleDecision;
}

interface HostState {
  /** When each running attempt began. */
  begun: Set<{ at: Date }>;
  lastSeconds: number;
  nextAttemptAt: Date;
  /** Postponed deliveries, in order. */
  waiting: Set<number>;
}

const SLOW_SECONDS = 2;
const WAIT_SECONDS_MAX = 900;
/** Of the delivery jobs that a process runs concurrently (`jobs/lanes.ts`): less than half for one host … */
const HOST_AT_ONCE = 8;
/** … and so few for all slow hosts together that a fast host always gets one. */
const SLOW_AT_ONCE = 12;
/**
 * And so few for slow hosts and those that have not answered yet: where a hundred of them hang for the first time, a
 * host that has answered before still gets a slot.
 */
const UNPROVEN_AT_ONCE = 18;
const PROVEN_MAX = 10_000;

/**
 * Prevents slow hosts from blocking all delivery jobs: slow hosts share a limited number of concurrent attempts, and
 * their other deliveries wait. The state is in memory only: a restart forgets how slow a host was.
 */
export function createHostThrottle(): HostThrottle {
  const hosts = new Map<string, HostState>();
  /** Those whose last attempt was answered quickly, the latest last. */
  const proven = new Set<string>();
  const mayGo = (host: string, state: HostState, now: Date): boolean => {
    const slow = [...hosts.values()].filter((each) => isSlow(each, now));
    if (isSlow(state, now)) return state.begun.size < shareOf(slow.length) && countBegun(slow) < SLOW_AT_ONCE;
    if (state.begun.size >= HOST_AT_ONCE) return false;
    if (proven.has(host)) return true;
    const unproven = [...hosts].filter(([name, each]) => !proven.has(name) || isSlow(each, now));
    return countBegun(unproven.map(([, each]) => each)) < UNPROVEN_AT_ONCE;
  };
  const note = (host: string, isQuick: boolean) => {
    proven.delete(host);
    if (!isQuick) return;
    proven.add(host);
    const [oldest] = proven;
    if (proven.size > PROVEN_MAX && oldest !== undefined) proven.delete(oldest);
  };
  return {
    acquire: ({ host, deliveryId }, now) => {
      const state = hosts.get(host) ?? {
        begun: new Set(),
        lastSeconds: 0,
        nextAttemptAt: now,
        waiting: new Set(),
      };
      hosts.set(host, state);
      if (!mayGo(host, state, now)) {
        state.waiting.add(deliveryId);
        const slowHosts = [...hosts.values()].filter((each) => isSlow(each, now)).length;
        return { waitUntil: nextAttempt(state, now, shareOf(slowHosts)) };
      }
      state.waiting.delete(deliveryId);
      const attempt = { at: now };
      state.begun.add(attempt);
      const end = (endedAt: Date): number | null => {
        state.begun.delete(attempt);
        state.lastSeconds = secondsBetween(attempt.at, endedAt);
        note(host, state.lastSeconds < SLOW_SECONDS);
        const [next] = state.waiting;
        if (next !== undefined && mayGo(host, state, endedAt)) {
          state.waiting.delete(next);
          return next;
        }
        // The state of a host that answers quickly again and has no waiting delivery is not needed any more.
        const isIdle = state.begun.size === 0 && state.waiting.size === 0;
        if (isIdle && state.lastSeconds < SLOW_SECONDS) hosts.delete(host);
        return null;
      };
      return { waitUntil: null, end };
    },
  };
}

function countBegun(states: readonly HostState[]): number {
  return states.reduce((sum, { begun }) => sum + begun.size, 0);
}

function shareOf(slowHosts: number): number {
  return Math.min(HOST_AT_ONCE, Math.max(1, Math.floor(SLOW_AT_ONCE / Math.max(1, slowHosts))));
}

function isSlow({ begun, lastSeconds }: HostState, now: Date): boolean {
  return lastSeconds >= SLOW_SECONDS || [...begun].some(({ at }) => secondsBetween(at, now) >= SLOW_SECONDS);
}

function nextAttempt(state: HostState, now: Date, atOnce: number): Date {
  const from = state.nextAttemptAt > now ? state.nextAttemptAt : now;
  const latest = addSeconds(now, WAIT_SECONDS_MAX);
  const nextAt = addSeconds(from, Math.max(SLOW_SECONDS, state.lastSeconds) / atOnce);
  state.nextAttemptAt = nextAt < latest ? nextAt : latest;
  return state.nextAttemptAt;
}

function secondsBetween(from: Date, to: Date): number {
  return (to.getTime() - from.getTime()) / 1000;
}
