import { readdir, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '@paraph/storage';
import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { removeReplaced } from './delete-files.ts';
import { deleteLease, hasLease, listNamedKeys, saveLease } from './file-store.ts';

/** Longer than any request takes between storing a blob and creating its row. */
const GRACE_SECONDS = 3_600;
const BATCH = 500;
/** Of what was deleted during a backup; the next run removes more. */
const REPLACED_MAX = 10_000;

/** What a request stored and did not name lies in the folder of one of these days. */
const RECENT_DAYS = 2;
const HOUR_MS = 3_600_000;

/**
 * Removes blobs without a row, and uploads that a crash or power cut left over: of the last days, and of one earlier
 * day, another one each hour. So a run costs the same after ten years, and misses nothing for good.
 */
export async function sweepFiles(
  deps: Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>,
): Promise<{ blobs: number; uploads: number }> {
  const before = addSeconds(deps.clock.now(), -GRACE_SECONDS);
  await removeReplaced(deps, { before, limit: REPLACED_MAX });
  const swept = { blobs: await sweepBlobs(deps, before), uploads: await sweepUploads(deps, before) };
  if (swept.blobs + swept.uploads > 0) deps.log.info(swept, 'removed files that nothing names');
  return swept;
}

async function sweepBlobs(deps: Pick<Deps, 'blobs' | 'clock' | 'database'>, before: Date): Promise<number> {
  let count = 0;
  let batch: string[] = [];
  const removeUnnamed = async () => {
    const named = await listNamedKeys(deps.database, batch);
    // Asked after the names: the snapshot of a backup that begins between the two names none of those either.
    const unnamed = (await hasLease(deps.database)) ? [] : batch.filter((key) => !named.has(key));
    for (const key of unnamed) await deps.blobs.remove(key);
    count += unnamed.length;
    batch = [];
  };
  for (const folder of chooseFolders(await deps.blobs.listFolders(), deps.clock.now())) {
    for await (const key of deps.blobs.listOlderThan(folder, before)) {
      batch.push(key);
      if (batch.length >= BATCH) await removeUnnamed();
    }
  }
  await removeUnnamed();
  return count;
}

function chooseFolders(folders: readonly string[], now: Date): string[] {
  const firstRecent = addSeconds(now, -(RECENT_DAYS - 1) * 86_400);
  const isRecent = (folder: string) => folder >= dayOf(firstRecent);
  const earlier = folders.filter((folder) => !isRecent(folder)).sort();
  const next = earlier[Math.floor(now.getTime() / HOUR_MS) % earlier.length];
  return [...folders.filter(isRecent), ...(next === undefined ? [] : [next])];
}

function dayOf(time: Date): string {
  return time.toISOString().slice(0, 10).replaceAll('-', '');
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

const LEASE_SECONDS = 600;
const RENEWED_EVERY_MS = 60_000;

/**
 * Keeps every stored file while the work lasts, also those that nothing names any more. The lease ends by itself when
 * this process dies.
 */
export async function withBlobLease<T>(
  { database }: Pick<Deps, 'database'>,
  holder: string,
  work: () => Promise<T>,
): Promise<T> {
  const renew = () => saveLease(database, holder, LEASE_SECONDS);
  await renew();
  // The next renewal makes up for one that fails.
  const timer = setInterval(() => void renew().catch(() => {}), RENEWED_EVERY_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    await deleteLease(database, holder).catch(() => {});
  }
}

type CopyDeps = Pick<Deps, 'blobs' | 'database' | 'log'>;

const EVERY_MS = 10 * 60_000;

/**
 * Removes the copies that this process has of files which another one erased, or encrypted: a bucket tells no one
 * that an object is gone.
 */
export async function sweepCopies({ blobs, database }: CopyDeps): Promise<void> {
  await blobs.sweepCopies((keys) => listNamedKeys(database, keys));
}

/** Does so again and again; returns how to stop. */
export function keepSweepingCopies(deps: CopyDeps): () => Promise<void> {
  let sweeping: Promise<void> = Promise.resolve();
  const sweep = () => {
    sweeping = sweepCopies(deps).catch((error: unknown) =>
      deps.log.warn({ err: error }, 'copies of stored files could not be compared with the database'),
    );
  };
  const timer = setInterval(sweep, EVERY_MS);
  timer.unref();
  return () => {
    clearInterval(timer);
    return sweeping;
  };
}
