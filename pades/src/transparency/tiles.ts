import { HASH_BYTES, type NodeReader, nodeHash, type Range } from './merkle-tree.ts';

/** A log in tiles of 256 hashes, as files of a fixed content (C2SP tlog-tiles). */

/** Hashes of a full tile. */
export const TILE_WIDTH = 256;
/** Levels of the tree that a tile spans. */
const TILE_HEIGHT = 8;

/** The hashes of a tile, one after another. */
export type TileReader = (level: number, index: number) => Uint8Array | Promise<Uint8Array>;

/** Reads nodes of the tree from its tiles; each tile is read once. */
export function nodesOf(readTile: TileReader): NodeReader {
  const tiles = new Map<string, Promise<Uint8Array>>();
  return async (level, index) => {
    const tileLevel = Math.floor(level / TILE_HEIGHT);
    const width = 2 ** (level - tileLevel * TILE_HEIGHT);
    const first = index * width;
    const number = Math.floor(first / TILE_WIDTH);
    const key = `${tileLevel}/${number}`;
    const reading = tiles.get(key) ?? Promise.resolve(readTile(tileLevel, number));
    tiles.set(key, reading);
    const start = (first % TILE_WIDTH) * HASH_BYTES;
    const hashes = (await reading).subarray(start, start + width * HASH_BYTES);
    if (hashes.length !== width * HASH_BYTES)
      throw new RangeError(`The tile ${key} has fewer hashes than the tree.`);
    return foldHashes(hashes);
  };
}

/** The root of a perfect subtree, from the hashes of its lowest level. */
function foldHashes(hashes: Uint8Array): Uint8Array {
  let row = Array.from({ length: hashes.length / HASH_BYTES }, (_each, index) =>
    hashes.subarray(index * HASH_BYTES, (index + 1) * HASH_BYTES),
  );
  while (row.length > 1) {
    const pairs: Uint8Array[] = [];
    for (let index = 0; index < row.length; index += 2)
      pairs.push(nodeHash(row[index] ?? new Uint8Array(), row[index + 1] ?? new Uint8Array()));
    row = pairs;
  }
  return row[0] ?? new Uint8Array();
}

export interface Tile {
  readonly level: number;
  readonly index: number;
  readonly hashes: Buffer;
}

/**
 * What the tiles of a log gain when it grows from `from` leaves to `to`.
 *
 * @param read the nodes of the log as it has become
 * @returns of each tile that is new or longer the hashes that follow those it has; a full tile never changes again
 */
export async function tilesGained({ from, to }: Range, read: NodeReader): Promise<Tile[]> {
  const gained: Tile[] = [];
  let [first, end] = [from, to];
  for (let level = 0; first < end; level += 1) {
    for (let start = first; start < end; ) {
      const index = Math.floor(start / TILE_WIDTH);
      const stop = Math.min(end, (index + 1) * TILE_WIDTH);
      const nodes = Array.from({ length: stop - start }, (_each, at) =>
        read(level * TILE_HEIGHT, start + at),
      );
      gained.push({ level, index, hashes: Buffer.concat(await Promise.all(nodes)) });
      start = stop;
    }
    [first, end] = [Math.floor(first / TILE_WIDTH), Math.floor(end / TILE_WIDTH)];
  }
  return gained;
}

/** The path of a tile below the address of the log: `tile/0/x001/067`, or `tile/entries/000.p/12` while it is partial. */
export function tilePath(level: number | 'entries', index: number, width = TILE_WIDTH): string {
  const groups = [
    ...index
      .toString()
      .padStart(3 * Math.ceil(index.toString().length / 3), '0')
      .matchAll(/\d{3}/g),
  ];
  const number = groups.map(([digits], at) => (at === groups.length - 1 ? digits : `x${digits}`)).join('/');
  return `tile/${level}/${number}${width === TILE_WIDTH ? '' : `.p/${width}`}`;
}

/** Reads the end of such a path: the number of a tile, and its width; null if it is none. */
export function parseTileNumber(path: string): { index: number; width: number } | null {
  const [, number = '', partial] = /^((?:x\d{3}\/){0,3}\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  const width = partial === undefined ? TILE_WIDTH : Number(partial);
  if (number === '' || number.startsWith('x000') || width > TILE_WIDTH || (partial && width === TILE_WIDTH))
    return null;
  return { index: Number(number.replaceAll(/[x/]/g, '')), width };
}

/** The entries of a tile in one file: each after its length in two bytes. */
export function packEntries(entries: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(
    entries.flatMap((entry) => {
      const length = Buffer.alloc(2);
      length.writeUInt16BE(entry.length);
      return [length, entry];
    }),
  );
}

/** @throws RangeError where the last entry is cut off */
export function unpackEntries(packed: Uint8Array): Uint8Array[] {
  const entries: Uint8Array[] = [];
  const view = new DataView(packed.buffer, packed.byteOffset, packed.byteLength);
  for (let at = 0; at < packed.length; ) {
    const end = at + 2 + view.getUint16(at);
    if (end > packed.length) throw new RangeError('An entry of the log is cut off.');
    entries.push(packed.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
