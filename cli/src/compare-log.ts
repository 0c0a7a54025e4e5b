import {
  grownNodes,
  HASH_BYTES,
  type LogCheckpoint,
  leafHash,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tilesGained,
  treeRoot,
  unpackEntries,
} from '@paraph/pades';
import type { LogFiles } from './log-files.ts';

export interface LogFinding {
  /**
   * `missing`: a file of the log; `changed`: what a checkpoint covers; `order`: a leaf that claims to be older;
   * `unseen`: a witness did not see it.
   */
  kind: 'changed' | 'missing' | 'order' | 'unseen';
  message: string;
}

const LINE = /^(certificate|seal|events) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z) [0-9a-f]{64}\n$/;

/**
 * Compares a log with its newest checkpoint and with any that were kept: reads every entry, computes the tree anew, and
 * compares its root at the size of each checkpoint.
 *
 * @returns what is wrong; empty where the log only grew
 */
export async function compareLog(
  files: LogFiles,
  newest: LogCheckpoint,
  retained: readonly LogCheckpoint[],
): Promise<LogFinding[]> {
  const longest = Math.max(newest.size, ...retained.map(({ size }) => size));
  const findings: LogFinding[] = retained
    .filter(({ size }) => size > newest.size)
    .map(({ size }) => ({
      kind: 'missing',
      message: `The log has ${newest.size} leaves now, and had ${size} when a checkpoint was kept.`,
    }));
  const entries = await readEntries(files, longest, newest.size);
  if (entries.length < newest.size)
    findings.push({ kind: 'missing', message: `The leaves from number ${entries.length} on are missing.` });
  const nodes = grownNodes(0, new Uint8Array(), entries.map(leafHash));
  for (const checkpoint of [...retained, newest]) {
    if (checkpoint.size > entries.length) continue;
    const root = await treeRoot(checkpoint.size, nodes);
    if (Buffer.compare(root, checkpoint.root) !== 0)
      findings.push({
        kind: 'changed',
        message: `The first ${checkpoint.size} leaves are not those of the checkpoint of this size: one was replaced, removed, added or moved.`,
      });
  }
  const tiles = await tilesGained({ from: 0, to: entries.length }, nodes);
  return [...findings, ...findDisorder(entries), ...(await compareTiles(files, tiles))];
}

/** All that can be read without a gap. */
async function readEntries(files: LogFiles, longest: number, size: number): Promise<Uint8Array[]> {
  const entries: Uint8Array[] = [];
  for (let index = 0; index * TILE_WIDTH < longest; index += 1) {
    const width = Math.min(TILE_WIDTH, size - index * TILE_WIDTH);
    if (width <= 0) break;
    const packed = await files(tilePath('entries', index, width));
    const packedEntries = packed ? unpackEntries(packed) : [];
    entries.push(...packedEntries.slice(0, width));
    if (packedEntries.length < width) break;
  }
  return entries;
}

/** The log gives a leaf its time with its place, so that times never decrease. */
function findDisorder(entries: readonly Uint8Array[]): LogFinding[] {
  let latest = '';
  return entries.flatMap((entry, index): LogFinding[] => {
    const [, , time] = LINE.exec(Buffer.from(entry).toString()) ?? [];
    if (time === undefined) return [{ kind: 'changed', message: `Leaf ${index} is no entry of this log.` }];
    if (time < latest)
      return [
        {
          kind: 'order',
          message: `Leaf ${index} says ${time}, which is before its predecessor: it is dated back.`,
        },
      ];
    latest = time;
    return [];
  });
}

/** The published hashes, from which proofs are made, beside those of the leaves that were read. */
async function compareTiles(files: LogFiles, tiles: readonly Tile[]): Promise<LogFinding[]> {
  const findings: LogFinding[] = [];
  for (const { level, index, hashes } of tiles) {
    const path = tilePath(level, index, hashes.length / HASH_BYTES);
    const published = await files(path);
    if (!published) findings.push({ kind: 'missing', message: `${path} is missing.` });
    else if (Buffer.compare(published, hashes) !== 0)
      findings.push({ kind: 'changed', message: `${path} does not hold the hashes of the leaves.` });
  }
  return findings;
}
