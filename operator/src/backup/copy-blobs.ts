import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import { type Ids, newKey } from '@paraph/server/platform/ids.ts';
import { hashFile, ignoreMissing, type ListedObject, type ObjectStore } from '@paraph/storage';
import { BLOBS, fetchPart, type ListedBlob, readBlobList, toLine } from './blob-list.ts';
import type { Destination } from './destination.ts';
import type { Manifest } from './manifest.ts';
import { joinSorted } from './sorted.ts';
import type { NamedBlob } from './take-snapshot.ts';

interface CopyDeps {
  source: ObjectStore;
  destination: Destination;
  folder: string;
  ids: Ids;
  /** Lists the files with their hashes, and copies none: another storage gets them from this one. */
  isMove?: boolean;
  onProgress?: Progress;
}

interface Plan {
  names: AsyncIterable<NamedBlob>;
  total: number;
  former: Manifest | null;
  /** Stores the list of what is in the snapshot. */
  write(pieces: AsyncIterable<Buffer>): Promise<void>;
}

export type Progress = (step: string, done: number, total: number) => void;

export interface CopiedBlobs {
  files: number;
  bytes: number;
  unreadable: string[];
  copied: number;
}

/** How many files are on their way at once. */
const AT_ONCE = 8;
const UNREADABLE_NAMED_MAX = 1_000;

/** Copies the files that are not in the destination yet, and lists all of them. */
export async function copyBlobs(deps: CopyDeps, { names, total, former, write }: Plan): Promise<CopiedBlobs> {
  const result: CopiedBlobs = { files: 0, bytes: 0, unreadable: [], copied: 0 };
  const { destination, folder, ids } = deps;
  const list = former && (await fetchPart(destination, former, { part: 'blobs', folder, ids }));
  const listed = former && list !== null ? readBlobList(destination, former, list) : nothing();
  async function* copyAll(): AsyncIterable<Buffer> {
    let batch: Candidate[] = [];
    const finish = async () => {
      const done = await Promise.all(batch.map((each) => copyOne(deps, each)));
      batch = [];
      for (const { isCopied, ...blob } of done) {
        result.files += 1;
        result.bytes += blob.size;
        if (isCopied) result.copied += 1;
        if (blob.state === 'unreadable' && result.unreadable.length < UNREADABLE_NAMED_MAX)
          result.unreadable.push(blob.name);
      }
      deps.onProgress?.('files', result.files, total);
      return Buffer.from(done.map(toLine).join(''));
    };
    for await (const { found } of joinSorted(names, listed, listIn(destination.store))) {
      const [named, before, existing] = found;
      if (!named) continue;
      batch.push({ named, before, existing });
      if (batch.length >= AT_ONCE) yield await finish();
    }
    if (batch.length > 0) yield await finish();
  }
  await write(copyAll());
  return result;
}

async function* nothing(): AsyncIterable<ListedBlob> {}

/** The stored files in a destination, by the names they have in an instance. */
export async function* listIn(store: ObjectStore): AsyncIterable<ListedObject> {
  for await (const object of store.list(BLOBS)) yield { ...object, name: object.name.slice(BLOBS.length) };
}

interface Candidate {
  named: NamedBlob;
  /** In the snapshot before. */
  before: ListedBlob | undefined;
  existing: ListedObject | undefined;
}

type Copied = ListedBlob & { isCopied: boolean };

async function copyOne(deps: CopyDeps, { named, before, existing }: Candidate): Promise<Copied> {
  const { name } = named;
  const state = named.isEncrypted ? 'encrypted' : 'plain';
  if (before && before.state !== 'unreadable' && existing?.size === before.size)
    return { ...before, isCopied: false };
  const { source, destination, folder, ids } = deps;
  const target = `${BLOBS}${name}`;
  const local = source.pathOf?.(name);
  const path = local ?? join(folder, newKey(ids));
  try {
    // Left by a backup that was interrupted: known to be whole if its hash is that of the document.
    const left = existing && !named.isEncrypted ? await destination.store.head(target) : null;
    const expected = named.sha256;
    if (left?.sha256?.toString('hex') === expected && left.size === named.size)
      return { name, size: left.size, sha256: expected, state, isCopied: false };
    if (local === undefined) await source.fetchTo(name, path);
    const found = await hashFile(path).catch(ignoreMissing);
    const isWhole = found && (named.isEncrypted || found.sha256.toString('hex') === expected);
    if (!isWhole) return { name, size: 0, sha256: '', state: 'unreadable', isCopied: false };
    const isCopied = !deps.isMove && (await storeWhole(destination, { target, path, existing, ...found }));
    return { name, size: found.size, sha256: found.sha256.toString('hex'), state, isCopied };
  } finally {
    if (local === undefined) await rm(path, { force: true });
  }
}

interface Whole {
  target: string;
  path: string;
  existing: ListedObject | undefined;
  size: number;
  sha256: Buffer;
}

/** False if these bytes are there already. */
async function storeWhole({ store, name }: Destination, whole: Whole): Promise<boolean> {
  const { target, path, size, sha256, existing } = whole;
  const isStored = async () => {
    const found = await store.head(target);
    return found?.size === size && (found.sha256 ?? sha256).equals(sha256);
  };
  if (existing) {
    if (await isStored()) return false;
    await store.remove(target);
  }
  await store.put(target, path, sha256);
  if (await isStored()) return true;
  throw new Fault(`${name} did not keep the bytes of ${target}.`, { retryable: true });
}
