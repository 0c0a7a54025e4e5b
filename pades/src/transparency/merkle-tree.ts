import { primitives } from '../primitives.ts';

/** The tree of a transparency log (RFC 6962 §2.1): its hashes, the proofs about it, and their verification. */

/** The hash of the perfect subtree of 2^`level` leaves that is the `index`th of its level. */
export type NodeReader = (level: number, index: number) => Uint8Array | Promise<Uint8Array>;

export const HASH_BYTES = 32;

export function leafHash(entry: Uint8Array): Uint8Array {
  return primitives.createHash('sha256').update(Uint8Array.of(0)).update(entry).digest();
}

export function nodeHash(left: Uint8Array, right: Uint8Array): Uint8Array {
  return primitives.createHash('sha256').update(Uint8Array.of(1)).update(left).update(right).digest();
}

/** The root of the first `size` leaves. */
export async function treeRoot(size: number, read: NodeReader): Promise<Uint8Array> {
  return size === 0 ? primitives.createHash('sha256').digest() : rangeHash({ from: 0, to: size }, read);
}

export interface Range {
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
}

/** Of leaves that begin a subtree: `from` is a multiple of the power of two that is at least their number. */
async function rangeHash({ from, to }: Range, read: NodeReader): Promise<Uint8Array> {
  const count = to - from;
  const level = Math.log2(count);
  if (Number.isInteger(level)) return read(level, from / count);
  const middle = from + splitOf(count);
  return nodeHash(await rangeHash({ from, to: middle }, read), await rangeHash({ from: middle, to }, read));
}

/** The largest power of two below a number of leaves. */
function splitOf(count: number): number {
  return 2 ** Math.floor(Math.log2(count - 1));
}

/** The perfect subtrees of which a tree of `size` leaves consists, from the left; together they are its frontier. */
function frontierPlaces(size: number): { level: number; index: number }[] {
  const places: { level: number; index: number }[] = [];
  for (let covered = 0; covered < size; ) {
    const level = Math.floor(Math.log2(size - covered));
    places.push({ level, index: covered / 2 ** level });
    covered += 2 ** level;
  }
  return places;
}

/** The hashes of the frontier, one after another: all that a tree needs to grow, and to prove what it has grown by. */
export async function frontierOf(size: number, read: NodeReader): Promise<Buffer> {
  return Buffer.concat(await Promise.all(frontierPlaces(size).map(({ level, index }) => read(level, index))));
}

/** Whether these are the hashes of the frontier of the tree with this root. */
export async function isFrontierOf(
  { size, root }: { size: number; root: Uint8Array },
  frontier: Uint8Array,
): Promise<boolean> {
  if (frontier.length !== frontierPlaces(size).length * HASH_BYTES) return false;
  return isEqual(await treeRoot(size, grownNodes(size, frontier, [])), root);
}

/**
 * The nodes of a tree of `size` leaves that has grown by others: those of its frontier, and all above the new leaves.
 *
 * @param leaves their hashes
 */
export function grownNodes(size: number, frontier: Uint8Array, leaves: readonly Uint8Array[]): NodeReader {
  const places = frontierPlaces(size);
  if (frontier.length !== places.length * HASH_BYTES)
    throw new RangeError(`A tree of ${size} leaves has a frontier of ${places.length} hashes.`);
  const rows: { first: number; hashes: readonly Uint8Array[] }[] = [];
  let added = leaves;
  for (let level = 0; added.length > 0 || 2 ** level <= size; level += 1) {
    const covered = Math.floor(size / 2 ** level);
    const at = places.findIndex((place) => place.level === level);
    const former = at < 0 ? [] : [frontier.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)];
    const hashes = [...former, ...added];
    rows.push({ first: covered - former.length, hashes });
    added = Array.from({ length: half(hashes.length) }, (_each, pair) =>
      nodeHash(hashes[2 * pair] ?? new Uint8Array(), hashes[2 * pair + 1] ?? new Uint8Array()),
    );
  }
  return (level, index) => {
    const row = rows[level];
    const hash = row?.hashes[index - row.first];
    if (!hash) throw new RangeError(`The node ${level}/${index} is neither new nor in the frontier.`);
    return hash;
  };
}

/** That a leaf is in the tree of `size` leaves (RFC 6962 §2.1.1), from the leaf upwards. */
export async function inclusionProof(index: number, size: number, read: NodeReader): Promise<Uint8Array[]> {
  requireOrder(index + 1, size);
  const proof: Uint8Array[] = [];
  let range: Range = { from: 0, to: size };
  while (range.to - range.from > 1) {
    const middle = range.from + splitOf(range.to - range.from);
    const [left, right]: [Range, Range] = [
      { from: range.from, to: middle },
      { from: middle, to: range.to },
    ];
    proof.push(await rangeHash(index < middle ? right : left, read));
    range = index < middle ? left : right;
  }
  return proof.reverse();
}

/** That the tree of `size` leaves continues the one of `earlier` leaves (RFC 6962 §2.1.2). */
export async function consistencyProof(
  earlier: number,
  size: number,
  read: NodeReader,
): Promise<Uint8Array[]> {
  requireOrder(earlier, size);
  if (earlier === 0 || earlier === size) return [];
  const proof: Uint8Array[] = [];
  let range: Range = { from: 0, to: size };
  let isWhole = true;
  while (range.to !== earlier) {
    const middle = range.from + splitOf(range.to - range.from);
    if (earlier <= middle) {
      proof.push(await rangeHash({ from: middle, to: range.to }, read));
      range = { from: range.from, to: middle };
    } else {
      proof.push(await rangeHash({ from: range.from, to: middle }, read));
      range = { from: middle, to: range.to };
      isWhole = false;
    }
  }
  // The verifier knows the earlier root itself.
  if (!isWhole) proof.push(await rangeHash(range, read));
  return proof.reverse();
}

function requireOrder(earlier: number, size: number): void {
  if (!Number.isSafeInteger(earlier) || !Number.isSafeInteger(size) || earlier < 0 || earlier > size)
    throw new RangeError(`A tree of ${size} leaves has no leaf or part ${earlier}.`);
}

export interface Inclusion {
  readonly index: number;
  readonly size: number;
  /** The hash of the leaf. */
  readonly leaf: Uint8Array;
  readonly proof: readonly Uint8Array[];
  readonly root: Uint8Array;
}

/** RFC 9162 §2.1.3.2 */
export function isIncluded({ index, size, leaf, proof, root }: Inclusion): boolean {
  if (!Number.isSafeInteger(index) || index < 0 || index >= size) return false;
  let [position, last, hash] = [index, size - 1, leaf];
  for (const other of proof) {
    if (last === 0) return false;
    if (position % 2 === 1 || position === last) {
      hash = nodeHash(other, hash);
      while (position % 2 === 0 && position !== 0) [position, last] = [half(position), half(last)];
    } else hash = nodeHash(hash, other);
    [position, last] = [half(position), half(last)];
  }
  return last === 0 && isEqual(hash, root);
}

export interface Consistency {
  readonly earlier: { readonly size: number; readonly root: Uint8Array };
  readonly later: { readonly size: number; readonly root: Uint8Array };
  readonly proof: readonly Uint8Array[];
}

/** RFC 9162 §2.1.4.2 */
export function isConsistent({ earlier, later, proof }: Consistency): boolean {
  if (earlier.size > later.size) return false;
  if (earlier.size === later.size) return proof.length === 0 && isEqual(earlier.root, later.root);
  if (earlier.size === 0) return proof.length === 0;
  const isPerfect = Number.isInteger(Math.log2(earlier.size));
  const [first, ...rest] = isPerfect ? [earlier.root, ...proof] : proof;
  if (!first) return false;
  let [index, last] = [earlier.size - 1, later.size - 1];
  while (index % 2 === 1) [index, last] = [half(index), half(last)];
  let [old, now] = [first, first];
  for (const other of rest) {
    if (last === 0) return false;
    if (index % 2 === 1 || index === last) {
      [old, now] = [nodeHash(other, old), nodeHash(other, now)];
      while (index % 2 === 0 && index !== 0) [index, last] = [half(index), half(last)];
    } else now = nodeHash(now, other);
    [index, last] = [half(index), half(last)];
  }
  return last === 0 && isEqual(old, earlier.root) && isEqual(now, later.root);
}

/** Not by bits: a tree may have more leaves than 32 bits count. */
function half(value: number): number {
  return Math.floor(value / 2);
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}
