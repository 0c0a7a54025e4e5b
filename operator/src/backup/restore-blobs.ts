import { Fault } from '@paraph/domain';
import type { Ids } from '@paraph/server/platform/ids.ts';
import { type ListedObject, nameOf, type ObjectStore } from '@paraph/storage';
import type { ListedBlob } from './blob-list.ts';
import type { Progress } from './copy-blobs.ts';
import { type BlobSource, useWhole } from './fetch-blob.ts';
import { readSections } from './frames.ts';
import { readLines } from './part.ts';
import type { TableHead } from './snapshot-store.ts';
import { joinSorted } from './sorted.ts';

export interface RestoredBlobs {
  copied: number;
  /** Their keys were erased after the snapshot was taken. */
  erased: number;
  /** Missing or damaged in the instance when the backup was made. */
  unreadable: number;
  /** Missing or damaged in the backup. */
  damaged: string[];
}

/** Where the files of the snapshot are: a backup, or the instance that is being moved. */
interface From extends Pick<BlobSource, 'prefix' | 'source'> {
  list: AsyncIterable<ListedBlob>;
  /** The names of encrypted files whose keys still exist, in their order. */
  keyed: AsyncIterable<{ name: string }>;
  total: number;
}

interface To {
  target: ObjectStore;
  folder: string;
  ids: Ids;
  onProgress?: Progress;
}

const AT_ONCE = 8;
const DAMAGED_NAMED_MAX = 1_000;

/** The names below which the files are stored whose keys are in the part. */
export async function* readKeyNames(pieces: AsyncIterable<Buffer>): AsyncIterable<{ name: string }> {
  for await (const { head, bytes } of readSections(pieces)) {
    const { table, columns } = head as TableHead;
    const column = columns.indexOf('blob_key');
    if (table !== 'blob_keys') continue;
    for await (const line of readLines(bytes)) yield { name: nameOf(line.split('\t')[column] ?? '') };
  }
}

/** Copies every file that is not there yet, and compares each with its hash in the snapshot. */
export async function restoreBlobs(from: From, to: To): Promise<RestoredBlobs> {
  const result: RestoredBlobs = { copied: 0, erased: 0, unreadable: 0, damaged: [] };
  let done = 0;
  let batch: [ListedBlob, ListedObject | undefined][] = [];
  const finish = async () => {
    const outcomes = await Promise.all(batch.map(([blob, there]) => restoreOne(from, to, { blob, there })));
    for (const [index, outcome] of outcomes.entries()) {
      if (outcome === 'copied') result.copied += 1;
      const name = batch[index]?.[0].name;
      if (outcome === 'damaged' && name !== undefined && result.damaged.length < DAMAGED_NAMED_MAX)
        result.damaged.push(name);
    }
    done += batch.length;
    batch = [];
    to.onProgress?.('files', done, from.total);
  };
  for await (const { found } of joinSorted(from.list, from.keyed, to.target.list(''))) {
    const [blob, key, there] = found;
    if (!blob) continue;
    if (blob.state === 'unreadable') result.unreadable += 1;
    else if (blob.state === 'encrypted' && !key) result.erased += 1;
    else batch.push([blob, there]);
    if (batch.length >= AT_ONCE) await finish();
  }
  await finish();
  return result;
}

async function restoreOne(
  { source, prefix }: From,
  { target, folder, ids }: To,
  { blob, there }: { blob: ListedBlob; there: ListedObject | undefined },
): Promise<'copied' | 'there' | 'damaged'> {
  const { name, size } = blob;
  const sha256 = Buffer.from(blob.sha256, 'hex');
  const isStored = async () => {
    const found = await target.head(name);
    return found?.size === size && (found.sha256 ?? sha256).equals(sha256);
  };
  if (there?.size === size && (await isStored())) return 'there';
  const copied = await useWhole({ source, prefix, folder, ids }, blob, async (path) => {
    if (there) await target.remove(name);
    await target.put(name, path, sha256);
    if (await isStored()) return 'copied' as const;
    throw new Fault(`The storage did not keep the bytes of ${name}.`, { retryable: true });
  });
  return copied ?? 'damaged';
}
