import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ids } from '../platform/ids.ts';
import { BLOBS, type ListedBlob, readBlobList } from './blob-list.ts';
import type { Progress } from './copy-blobs.ts';
import { useWhole } from './fetch-blob.ts';
import { fetchSnapshot } from './fetch-snapshot.ts';
import { type Manifest, PARTS, partKey } from './manifest.ts';
import { readPart } from './part.ts';
import type { Place } from './place.ts';

interface VerifyDeps {
  ids: Ids;
  onProgress?: Progress;
}

export interface VerifiedBackup {
  manifest: Manifest;
  /** The names of files in the place that are missing or were changed. */
  damaged: string[];
}

const AT_ONCE = 8;

/**
 * Reads a backup again and restores nothing: the signature of the manifest, the hash and the decryption of each part,
 * and the hash of each document.
 *
 * @throws Fault if a part is missing or was changed
 */
export async function verifyBackup(
  deps: VerifyDeps,
  place: Place,
  snapshot: string | undefined,
): Promise<VerifiedBackup> {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-verify-'));
  try {
    const { manifest, newest, paths } = await fetchSnapshot(deps, place, { snapshot, folder });
    for (const part of PARTS) {
      const key = partKey(place, part === 'blob-keys' ? newest.snapshot : manifest.snapshot, part);
      for await (const _piece of readPart(paths[part], key));
    }
    const blobs = readBlobList(place, manifest, paths.blobs);
    return { manifest, damaged: await listDamaged({ ...deps, place, folder }, manifest.files, blobs) };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Reading extends VerifyDeps {
  place: Place;
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
async function isWhole({ place, folder, ids }: Reading, blob: ListedBlob): Promise<boolean> {
  if (blob.state === 'unreadable') return true;
  const from = { source: place.store, prefix: BLOBS, folder, ids };
  return (await useWhole(from, blob, async () => true)) ?? false;
}
