import type { Hash } from 'node:crypto';

const KEPT_MAX = 1_000;
/** By the SHA-256 of the bytes, so that a state never stands for other ones. */
const states = new Map<string, Hash>();

/** Keeps the hash state over bytes that were just read, so that the next step continues it; the oldest are dropped. */
export function keepHashState(state: Hash): void {
  const key = state.copy().digest('hex');
  states.delete(key);
  states.set(key, state);
  const [oldest] = states.keys();
  if (states.size > KEPT_MAX && oldest !== undefined) states.delete(oldest);
}

/** Null where another process has read them, or where it was long ago: then they are read again. */
export function findHashState(sha256: Buffer): Hash | null {
  return states.get(sha256.toString('hex')) ?? null;
}
