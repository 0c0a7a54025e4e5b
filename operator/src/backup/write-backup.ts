import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import { listEventRanges } from '@paraph/server/audit/api.ts';
import { insertBackup, saveBackupEnd } from '@paraph/server/backups/api.ts';
import type { DatabaseOptions } from '@paraph/server/database/database.ts';
import type { Deps } from '@paraph/server/deps.ts';
import { withBlobLease } from '@paraph/server/files/sweep-files.ts';
import { type Ids, newKey } from '@paraph/server/platform/ids.ts';
import type { ObjectStore } from '@paraph/storage';
import type pg from 'pg';
import { copyBlobs, type Progress } from './copy-blobs.ts';
import type { Destination } from './destination.ts';
import { writeKeys } from './key-part.ts';
import {
  listSnapshots,
  type Manifest,
  nameOfPart,
  PARTS,
  type PartName,
  partKey,
  readManifest,
  storeManifest,
} from './manifest.ts';
import { type PartFacts, writePart } from './part.ts';
import { pruneDestination } from './prune-destination.ts';
import { connectPatiently, tryBackupLock } from './snapshot-store.ts';
import { readDatabase, readNames, type SnapshotRows } from './take-snapshot.ts';

/** After each, a kill must leave no half backup. */
export type BackupStep = 'begun' | 'read' | 'copied' | 'written' | 'stored' | 'complete' | 'recorded';

export interface BackupDeps extends Pick<Deps, 'clock' | 'config' | 'database' | 'vault'> {
  ids: Ids;
  /** Where this instance stores its documents, as they are stored. */
  source: ObjectStore;
  databaseOptions: DatabaseOptions;
  /** For a move to another instance: without documents, and not recorded as a backup. */
  isMove?: boolean;
  onProgress?: Progress;
  onStep?: (step: BackupStep) => void | Promise<void>;
}

export interface WrittenBackup {
  manifest: Manifest;
  /** Files that were not in the destination yet. */
  copied: number;
  /** Snapshots that were removed because newer ones are kept. */
  removedSnapshots: number;
  removedFiles: number;
}

/**
 * Writes a snapshot of the whole instance to the destination while the service runs, then removes the snapshots beyond
 * those to keep. A backup that is killed leaves files that the next one uses or removes, and no snapshot.
 *
 * @throws Fault if another backup is running
 */
export async function writeBackup(
  deps: BackupDeps,
  destination: Destination,
  { keep, acceptsLoss }: { keep: number; acceptsLoss: boolean },
): Promise<WrittenBackup> {
  const client = await connectPatiently(deps.databaseOptions);
  const folder = workFolder(deps.config.dataDir);
  try {
    if (!(await tryBackupLock(client)))
      throw new Fault('Another backup of this instance is running.', { retryable: true });
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const snapshot = nameOf(deps.clock.now(), deps.ids);
    if (!deps.isMove)
      await insertBackup(deps.database, { snapshot, place: destination.name, now: deps.clock.now() });
    await deps.onStep?.('begun');
    return await withBlobLease(deps, snapshot, () =>
      writeSnapshot(deps, destination, { client, folder, snapshot, keep, acceptsLoss }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
    await client.end().catch(() => {});
  }
}

function workFolder(dataDir: string): string {
  return join(dataDir, 'backup');
}

/** Sorts by time. */
function nameOf(now: Date, ids: Ids): string {
  const time = now.toISOString().replace(/[:-]|\.\d{3}/g, '');
  return `${time}-${newKey(ids).slice(0, 8)}`;
}

interface Work {
  client: pg.Client;
  folder: string;
  snapshot: string;
  keep: number;
  acceptsLoss: boolean;
}

async function writeSnapshot(deps: BackupDeps, destination: Destination, work: Work): Promise<WrittenBackup> {
  const { folder, snapshot } = work;
  const takenAt = deps.clock.now().toISOString();
  const parts: Partial<Record<PartName, PartFacts>> = {};
  const write = async (part: PartName, pieces: AsyncIterable<Uint8Array>) => {
    parts[part] = await writePart(join(folder, part), pieces, partKey(destination, snapshot, part));
  };
  const rows = await readDatabase(work.client, {
    namesPath: join(folder, 'names'),
    queueSchema: deps.config.queueSchema,
    write,
    onTable: (done, total) => deps.onProgress?.('tables', done, total),
  });
  await deps.onStep?.('read');
  const last = (await listSnapshots(destination)).at(-1);
  const former = last === undefined ? null : await readManifest(destination, last, { ...deps, folder });
  if (!work.acceptsLoss) requireNoLoss(former, { files: rows.rows.files ?? 0 });
  const copied = await copyBlobs(
    { ...deps, destination, folder },
    {
      names: readNames(join(folder, 'names')),
      total: rows.files,
      former,
      write: (pieces) => write('blobs', pieces),
    },
  );
  await deps.onStep?.('copied');
  let keys = 0;
  await write(
    'keys',
    writeKeys(deps, () => (keys += 1)),
  );
  await deps.onStep?.('written');
  for (const part of PARTS) await storePart(destination, { folder, snapshot, part, facts: parts[part] });
  await destination.store.flush?.();
  await deps.onStep?.('stored');
  const eventRanges = (await listEventRanges(deps.database)).map(({ before }) => before);
  const manifest = manifestOf(deps, {
    destination,
    snapshot,
    takenAt,
    rows,
    keys,
    copied,
    parts,
    eventRanges,
  });
  await storeManifest(destination, manifest, { ...deps, folder });
  await deps.onStep?.('complete');
  const { files, bytes, unreadable } = manifest;
  const end = { now: deps.clock.now(), files, bytes, unreadable: unreadable.length };
  if (!deps.isMove) await saveBackupEnd(deps.database, snapshot, end);
  await deps.onStep?.('recorded');
  const pruned = await pruneDestination(destination, { ...deps, folder, keep: work.keep });
  return { manifest, copied: copied.copied, ...pruned };
}

/** Fewer files than this may come and go in a day. */
const FILES_NOTICED = 20;

/**
 * A database that lost its rows would take the keys of erased documents, and in time the older backups, with it.
 *
 * @throws Fault if more than half of the files of the last backup are gone
 */
export function requireNoLoss(
  former: Pick<Manifest, 'files' | 'snapshot'> | null,
  { files }: Pick<SnapshotRows, 'files'>,
): void {
  if (former === null || former.files < FILES_NOTICED || files * 2 >= former.files) return;
  throw new Fault(
    `This instance has ${files} files, and the backup ${former.snapshot} had ${former.files}. Nothing was backed up, so that ` +
      'earlier backups stay as they are. If so many were meant to go, repeat the command with --accept-loss.',
  );
}

async function storePart(
  destination: Destination,
  {
    folder,
    snapshot,
    part,
    facts,
  }: { folder: string; snapshot: string; part: PartName; facts?: PartFacts | undefined },
): Promise<void> {
  if (!facts) throw new Error(`the part ${part} was not written`);
  const name = nameOfPart(snapshot, part);
  await destination.store.put(name, join(folder, part), Buffer.from(facts.sha256, 'hex'));
  const stored = await destination.store.head(name);
  const isSame =
    stored?.size === facts.size && (stored.sha256?.toString('hex') ?? facts.sha256) === facts.sha256;
  if (!isSame) throw new Fault(`${destination.name} did not keep the bytes of ${name}.`, { retryable: true });
}

/** What the manifest says as it is, and what it says a part of. */
type Taken = Pick<Manifest, 'snapshot' | 'takenAt' | 'keys' | 'eventRanges'> & {
  destination: Destination;
  rows: SnapshotRows;
  copied: Awaited<ReturnType<typeof copyBlobs>>;
  parts: Partial<Record<PartName, PartFacts>>;
};

function manifestOf(
  { config }: Pick<Deps, 'config'>,
  { destination, rows, copied, parts, ...facts }: Taken,
): Manifest {
  return {
    version: 1,
    place: destination.id,
    ...facts,
    paraph: config.version,
    migration: rows.migration,
    rows: rows.rows,
    jobs: rows.jobs,
    sequences: rows.sequences,
    files: rows.files,
    bytes: copied.bytes,
    unreadable: copied.unreadable,
    wrappingKeys: rows.wrappingKeys,
    parts: parts as Record<PartName, PartFacts>,
  };
}
