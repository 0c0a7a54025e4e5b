import type { Leaf } from './transparency-store.ts';

/** What the log says of a leaf: its kind, when it got its place, and the hash; one line. */
export function entryOf({ kind, added_at: addedAt, hash }: Pick<Leaf, 'added_at' | 'hash' | 'kind'>): Buffer {
  return Buffer.from(`${kind} ${addedAt.toISOString()} ${hash.toString('hex')}\n`);
}
