import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  consistencyProof,
  frontierOf,
  grownNodes,
  inclusionProof,
  isConsistent,
  isFrontierOf,
  isIncluded,
  leafHash,
  type NodeReader,
  nodeHash,
  type Range,
  treeRoot,
} from './merkle-tree.ts';
import { nodesOf, packEntries, parseTileNumber, tilePath, tilesGained, unpackEntries } from './tiles.ts';

/** RFC 6962 §2.1, word for word: the hash of a list of leaves. */
function naiveRoot(entries: readonly Uint8Array[]): Buffer {
  const [only = new Uint8Array()] = entries;
  if (entries.length === 0) return createHash('sha256').digest();
  if (entries.length === 1) return createHash('sha256').update('\0').update(only).digest();
  let split = 1;
  while (split * 2 < entries.length) split *= 2;
  const [left, right] = [naiveRoot(entries.slice(0, split)), naiveRoot(entries.slice(split))];
  return createHash('sha256').update('\x01').update(left).update(right).digest();
}

const entriesOf = (count: number): Buffer[] =>
  Array.from({ length: count }, (_each, index) => Buffer.from(`entry ${index}`));

function treeOf(entries: readonly Uint8Array[]): NodeReader {
  return (level, index) => naiveRoot(entries.slice(index * 2 ** level, (index + 1) * 2 ** level));
}

describe('the tree of a log', () => {
  test('hashes as RFC 6962 says', async () => {
    const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
    expect(hex(await treeRoot(0, treeOf([])))).toBe(
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    expect(hex(leafHash(new Uint8Array()))).toBe(
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
    );
    const one = leafHash(Buffer.from('L123456'));
    expect(nodeHash(one, one)).toEqual(createHash('sha256').update('\x01').update(one).update(one).digest());
    for (const size of [1, 2, 3, 6, 7, 8, 100])
      expect(await treeRoot(size, treeOf(entriesOf(size)))).toEqual(naiveRoot(entriesOf(size)));
  });

  test('proves every leaf and every earlier tree of every size, and nothing else', async () => {
    const entries = entriesOf(18);
    const read = treeOf(entries);
    for (let size = 1; size <= entries.length; size += 1) {
      const root = naiveRoot(entries.slice(0, size));
      for (let index = 0; index < size; index += 1) {
        const proof = await inclusionProof(index, size, read);
        const leaf = leafHash(entries[index] ?? new Uint8Array());
        expect(isIncluded({ index, size, leaf, proof, root })).toBe(true);
        expect(isIncluded({ index, size, leaf: leafHash(Buffer.from('other')), proof, root })).toBe(false);
        const isElsewhere = isIncluded({ index: (index + 1) % size, size, leaf, proof, root });
        expect(isElsewhere).toBe(size === 1);
        expect(isIncluded({ index, size, leaf, proof: [...proof, root], root })).toBe(false);
        if (proof.length > 0)
          expect(isIncluded({ index, size, leaf, proof: proof.slice(1), root })).toBe(false);
      }
      for (let earlier = 1; earlier <= size; earlier += 1) {
        const proof = await consistencyProof(earlier, size, read);
        const old = { size: earlier, root: naiveRoot(entries.slice(0, earlier)) };
        expect(isConsistent({ earlier: old, later: { size, root }, proof })).toBe(true);
        const forged = { size: earlier, root: naiveRoot([...entries.slice(1, earlier), Buffer.from('x')]) };
        expect(isConsistent({ earlier: forged, later: { size, root }, proof })).toBe(false);
        const other = { size, root: leafHash(root) };
        expect(isConsistent({ earlier: old, later: other, proof })).toBe(false);
      }
    }
  });
});

function tileStore() {
  const tiles = new Map<string, Uint8Array>();
  const readTile = (level: number, index: number) => tiles.get(`${level}/${index}`) ?? new Uint8Array();
  const gain = async (range: Range, nodes: NodeReader) => {
    for (const { level, index, hashes } of await tilesGained(range, nodes))
      tiles.set(`${level}/${index}`, Buffer.concat([readTile(level, index), hashes]));
  };
  return { tiles, readTile, gain };
}

describe('the tiles of a log', () => {
  test('take no frontier of another tree, and read nothing below it', async () => {
    const nodes = grownNodes(0, new Uint8Array(), entriesOf(5).map(leafHash));
    const frontier = await frontierOf(5, nodes);
    expect(frontier).toHaveLength(64);
    const root = await treeRoot(5, nodes);
    expect(await isFrontierOf({ size: 5, root }, frontier)).toBe(true);
    expect(await isFrontierOf({ size: 6, root: naiveRoot(entriesOf(6)) }, frontier)).toBe(false);
    expect(await isFrontierOf({ size: 4, root }, frontier)).toBe(false);
    expect(() => grownNodes(6, frontier.subarray(32), [])).toThrow(RangeError);
    expect(() => grownNodes(5, frontier, [])(0, 0)).toThrow(RangeError);
  });

  test('give the same tree, however many leaves come at once', async () => {
    const counts = fc.array(fc.integer({ min: 0, max: 300 }), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(counts, async (batches) => {
        const { tiles, readTile, gain } = tileStore();
        let [size, frontier]: [number, Uint8Array] = [0, new Uint8Array()];
        const entries = entriesOf(batches.reduce((sum, count) => sum + count, 0));
        for (const count of batches) {
          const nodes = grownNodes(size, frontier, entries.slice(size, size + count).map(leafHash));
          await gain({ from: size, to: size + count }, nodes);
          const last = size + count - 1;
          size += count;
          const root = naiveRoot(entries.slice(0, size));
          expect(await treeRoot(size, nodes)).toEqual(root);
          expect(await treeRoot(size, nodesOf(readTile))).toEqual(root);
          frontier = await frontierOf(size, nodes);
          expect(await frontierOf(size, nodesOf(readTile))).toEqual(frontier);
          if (count > 0)
            for (const index of [size - count, last])
              expect(await inclusionProof(index, size, nodes)).toEqual(
                await inclusionProof(index, size, nodesOf(readTile)),
              );
        }
        expect([...tiles.keys()].filter((key) => key.startsWith('0/'))).toHaveLength(Math.ceil(size / 256));
      }),
      { numRuns: 10 },
    );
  });

  test('are read by levels above the lowest', async () => {
    const entries = entriesOf(3_000);
    const { readTile, gain } = tileStore();
    await gain({ from: 0, to: 3_000 }, grownNodes(0, new Uint8Array(), entries.map(leafHash)));
    const root = await treeRoot(3_000, nodesOf(readTile));
    const leaf = leafHash(entries[2_047] ?? new Uint8Array());
    const proof = await inclusionProof(2_047, 3_000, nodesOf(readTile));
    expect(isIncluded({ index: 2_047, size: 3_000, leaf, proof, root })).toBe(true);
    const earlier = { size: 300, root: await treeRoot(300, nodesOf(readTile)) };
    const consistency = await consistencyProof(300, 3_000, nodesOf(readTile));
    expect(isConsistent({ earlier, later: { size: 3_000, root }, proof: consistency })).toBe(true);
  });

  test('have paths as C2SP tlog-tiles writes them', () => {
    expect(tilePath(0, 5)).toBe('tile/0/005');
    expect(tilePath(1, 1_234_067)).toBe('tile/1/x001/x234/067');
    expect(tilePath('entries', 1_000, 17)).toBe('tile/entries/x001/000.p/17');
    for (const index of [0, 999, 1_000, 1_234_067])
      for (const width of [1, 255, 256]) {
        const path = tilePath(0, index, width).slice('tile/0/'.length);
        expect(parseTileNumber(path)).toEqual({ index, width });
      }
    for (const path of ['5', '0005', 'x000/005', '005.p/0', '005.p/256', '005.p/257', '../005', '005/'])
      expect(parseTileNumber(path), path).toBeNull();
  });

  test('pack entries with their lengths', () => {
    const entries = [Buffer.from('one'), Buffer.alloc(0), Buffer.alloc(300, 7)];
    const packed = packEntries(entries);
    expect(packed.subarray(0, 5)).toEqual(Buffer.from('\0\x03one'));
    expect(unpackEntries(packed)).toEqual(entries);
    expect(() => unpackEntries(packed.subarray(0, -1))).toThrow(RangeError);
  });
});
