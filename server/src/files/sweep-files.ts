import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { ignoreMissing } from '../platform/disk.ts';
import { listNamedKeys } from './file-store.ts';

/** Longer than any request takes between storing a blob and creating its row. */
const GRACE_SECONDS = 3_600;
const BATCH = 500;

/** Removes blobs without a row, and uploads that a crash or power cut left over. */
export async function sweepFiles(
  deps: Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>,
): Promise<{ blobs: number; uploads: number }> {
  const before = addSeconds(deps.clock.now(), -GRACE_SECONDS);
  const swept = { blobs: await sweepBlobs(deps, before), uploads: await sweepUploads(deps, before) };
  if (swept.blobs + swept.uploads > 0) deps.log.info(swept, 'removed files that nothing names');
  return swept;
}

async function sweepBlobs(deps: Pick<Deps, 'blobs' | 'database'>, before: Date): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  const removeUnnamed = async () => {
    const named = await listNamedKeys(deps.database, batch);
    const unnamed = batch.filter((key) => !named.has(key));
    for (const key of unnamed) await deps.blobs.remove(key);
    count += unnamed.length;
    batch = [];
  };
  for await (const key of deps.blobs.listOlderThan(before)) {
    batch.push(key);
    if (batch.length >= BATCH) await removeUnnamed();
  }
  await removeUnnamed();
  return count;
}

async function sweepUploads({ blobs }: Pick<Deps, 'blobs'>, before: Date): Promise<number> {
  let count = 0;
  const folders = blobs.leftoverDirs.map(async (folder) =>
    (await readdir(folder)).map((name) => join(folder, name)),
  );
  for (const path of (await Promise.all(folders)).flat()) {
    const info = await stat(path).catch(ignoreMissing);
    if (!info || info.mtime >= before) continue;
    await unlink(path).catch(ignoreMissing);
    count += 1;
  }
  return count;
}
