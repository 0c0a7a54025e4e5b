import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ids } from '@paraph/server/platform/ids.ts';
import { BLOBS, type ListedBlob, readBlobList } from './blob-list.ts';
import type { Progress } from './copy-blobs.ts';
import { countRows, countSections, type SectionCount } from './count-sections.ts';
import type { Destination } from './destination.ts';
import { useWhole } from './fetch-blob.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { readSections } from './frames.ts';
import { readKeys } from './key-part.ts';
import { type Manifest, type PartName, partKey } from './manifest.ts';
import { readPart } from './part.ts';
import type { SectionHead } from './take-snapshot.ts';

interface VerifyDeps {
  ids: Ids;
  onProgress?: Progress;
}

export interface VerifiedBackup {
  manifest: Manifest;
  /** The names of files in the destination that are missing or were changed. */
  damaged: string[];
}

const AT_ONCE = 8;

/**
 * Reads a backup again and restores nothing: the signature of the manifest, the hash and the decryption of each part,
 * the number of rows of each table, and the hash of each document.
 *
 * @throws Fault if a part or rows are missing, or were changed
 */
export async function verifyBackup(
  deps: VerifyDeps,
  destination: Destination,
  snapshot: string | undefined,
): Promise<VerifiedBackup> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-verify-'));
  try {
    const { manifest, newest, paths } = await fetchSnapshot(deps, destination, { snapshot, folder });
    const open = (part: PartName) =>
      readPart(
        paths[part],
        partKey(destination, part === 'blob-keys' ? newest.snapshot : manifest.snapshot, part),
      );
    const count = countSections({ manifest, newest });
    await countPart(open('database'), count);
    await countPart(open('blob-keys'), count);
    count.end();
    await readKeys(open('keys'), manifest);
    const blobs = readBlobList(destination, manifest, paths.blobs);
    return { manifest, damaged: await listDamaged({ ...deps, destination, folder }, manifest.files, blobs) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function countPart(pieces: AsyncIterable<Buffer>, count: SectionCount): Promise<void> {
  for await (const { head, bytes } of readSections(pieces)) {
    const section = head as SectionHead;
    const rows = 'sequences' in section ? section.sequences.length : await countRows(bytes);
    count.check(section, rows);
  }
}

interface Reading extends VerifyDeps {
  destination: Destination;
  folder: string;
}

async function listDamaged(
  reading: Reading,
  total: number,
  blobs: AsyncIterable<ListedBlob>,
): Promise<string[]> {
  const damaged: string[] = [];
  let [done, batch]: [number, ListedBlob[]] = [0, []];
  const finish = async () => {
    const whole = await Promise.all(batch.map((blob) => isWhole(reading, blob)));
    damaged.push(...batch.filter((_blob, index) => !whole[index]).map(({ name }) => `${BLOBS}${name}`));
    done += batch.length;
    batch = [];
    reading.onProgress?.('files', done, total);
  };
  for await (const blob of blobs) {
    batch.push(blob);
    if (batch.length >= AT_ONCE) await finish();
  }
  await finish();
  return damaged;
}

/** What could not be read when the backup was made is not in it. */
async function isWhole({ destination, folder, ids }: Reading, blob: ListedBlob): Promise<boolean> {
  if (blob.state === 'unreadable') return true;
  const from = { source: destination.store, prefix: BLOBS, folder, ids };
  return (await useWhole(from, blob, async () => true)) ?? false;
}
