import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import { restoreEventRanges } from '@paraph/server/audit/event-ranges.ts';
import { findRestore, saveRestore } from '@paraph/server/backups/api.ts';
import { findKeysDir } from '@paraph/server/config/config.ts';
import type { DatabaseOptions } from '@paraph/server/database/database.ts';
import { migrateTo, migrateToLatest } from '@paraph/server/database/migrate.ts';
import { findForeignBackup, listApplied } from '@paraph/server/database/schema-version.ts';
import type { Deps } from '@paraph/server/deps.ts';
import type { Ids } from '@paraph/server/platform/ids.ts';
import type { KeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import { ignoreMissing, type ObjectStore } from '@paraph/storage';
import type pg from 'pg';
import { BLOBS, fetchPart, readBlobList } from './blob-list.ts';
import type { Progress } from './copy-blobs.ts';
import { countSections } from './count-sections.ts';
import type { Destination } from './destination.ts';
import { type Chosen, fetchSnapshot } from './fetch-snapshot.ts';
import { readKeys } from './key-part.ts';
import { loadErasures, loadSnapshot } from './load-snapshot.ts';
import { type Manifest, type PartName, partKey } from './manifest.ts';
import { readPart } from './part.ts';
import { type RestoredBlobs, readKeyNames, restoreBlobs } from './restore-blobs.ts';
import { findUsedTable, tryRestoreLock } from './restore-store.ts';
import { connectPatiently } from './snapshot-store.ts';

/** After each, a kill must leave an instance that does not start, and that the same command completes. */
export type RestoreStep = 'fetched' | 'begun' | 'keys' | 'files' | 'loaded' | 'migrated' | 'buried';

export interface RestoreDeps extends Pick<Deps, 'clock' | 'config' | 'database'> {
  ids: Ids;
  databaseOptions: DatabaseOptions;
  /** Makes the first keys where there are none, so it is called once the instance is known to be empty. */
  openVault(): Promise<KeyVault>;
  /** Where the restored instance stores its documents. */
  target: ObjectStore;
  /** Whether the settings name the key that wraps keys of documents. */
  hasWrappingKey(name: string): boolean;
  onProgress?: Progress;
  onStep?: (step: RestoreStep) => void | Promise<void>;
}

export interface RestoreOptions {
  /** By default the newest. */
  snapshot?: string | undefined;
  /** Goes on without files that are missing or damaged in the backup. */
  acceptsDamaged: boolean;
  /** Restores also what was erased after the backup was made, as the newest backup there knows it. */
  bringsBackErased: boolean;
  /** Where the files are, if the destination has none: in the storage of the instance that is being moved. */
  blobs?: ObjectStore;
  /** False where the keys are those of this data directory already. */
  withKeys: boolean;
  /** False where the documents are those of this storage already. */
  withFiles: boolean;
}

/**
 * Restores a snapshot into an empty instance. Until all of it is verified nothing else starts on it; `endRestore` ends
 * that. Repeating it after a kill goes on where it ended.
 *
 * @throws Fault if the instance is used, or anything of the backup was changed
 */
export async function restoreBackup(
  deps: RestoreDeps,
  destination: Destination,
  options: RestoreOptions,
): Promise<{ manifest: Manifest; files: RestoredBlobs }> {
  const folder = join(deps.config.dataDir, 'restore');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const client = await connectPatiently(deps.databaseOptions);
  try {
    if (!(await tryRestoreLock(client)))
      throw new Fault('Another restore of this instance is running.', { retryable: true });
    const chosen = await fetchSnapshot(deps, destination, { snapshot: options.snapshot, folder });
    const foreign = await findForeignBackup(chosen.manifest);
    if (foreign) throw refusal(`${foreign.detail} ${foreign.remedy}`);
    const erasures = await fetchErasures(deps, destination, { ...chosen, folder, options });
    await deps.onStep?.('fetched');
    const files = await restoreFetched(deps, { ...chosen, destination, client, folder, options, erasures });
    return { manifest: chosen.manifest, files };
  } finally {
    await client.end().catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}

function refusal(message: string): Fault {
  return new Fault(message);
}

interface Fetched extends Chosen {
  destination: Destination;
  client: pg.Client;
  folder: string;
  options: RestoreOptions;
  /** The database of the newest backup, which knows what was erased since; null where nothing of it is needed. */
  erasures: string | null;
}

/** @throws Fault if they are missing or were changed, or are those of a newer Paraph */
async function fetchErasures(
  { ids }: Pick<RestoreDeps, 'ids'>,
  destination: Destination,
  { manifest, newest, folder, options }: Pick<Fetched, 'folder' | 'manifest' | 'newest' | 'options'>,
): Promise<string | null> {
  if (options.bringsBackErased || newest.snapshot === manifest.snapshot) return null;
  const otherwise = 'To restore also what was erased since: --bring-back-erased';
  if (await findForeignBackup(newest))
    throw refusal(
      `What was erased since is in a backup of Paraph ${newest.paraph}, which is newer. ${otherwise}`,
    );
  try {
    return await fetchPart(destination, newest, { part: 'database', folder, ids });
  } catch (error) {
    if (error instanceof Fault) throw refusal(`${error.message} It says what was erased since. ${otherwise}`);
    throw error;
  }
}

async function restoreFetched(deps: RestoreDeps, fetched: Fetched): Promise<RestoredBlobs> {
  const { manifest, newest, paths, destination, client, options } = fetched;
  const { snapshot } = manifest;
  const isLoaded = await requireReady(deps, client, { manifest, newest, options });
  const partOf = (part: PartName) =>
    readPart(paths[part], partKey(destination, part === 'blob-keys' ? newest.snapshot : snapshot, part));
  if (!isLoaded) {
    await migrateTo(deps.databaseOptions, manifest.migration);
    if (manifest.eventRanges) await restoreEventRanges(deps.database, manifest.eventRanges);
    await saveRestore(deps.database, { snapshot, source: destination.name, now: deps.clock.now() });
  }
  await deps.onStep?.('begun');
  if (options.withKeys) {
    const vault = await deps.openVault();
    await readKeys(partOf('keys'), manifest, (key, bytes) => vault.replace(key, bytes));
  }
  await deps.onStep?.('keys');
  const files = await restoreBlobs(
    {
      source: options.blobs ?? destination.store,
      prefix: options.blobs ? '' : BLOBS,
      list: readBlobList(destination, manifest, paths.blobs),
      keyed: readKeyNames(partOf('blob-keys')),
      total: manifest.files,
    },
    { ...deps, folder: fetched.folder },
  );
  requireWhole(files, destination, options);
  await deps.target.flush?.();
  await deps.onStep?.('files');
  if (!isLoaded) {
    const total = Object.values(manifest.rows).reduce((sum, count) => sum + count, 0);
    const onRows = (done: number) => deps.onProgress?.('rows', done, total);
    const count = countSections(fetched);
    const { queueSchema } = deps.config;
    await loadSnapshot(client, [partOf('database'), partOf('blob-keys')], { queueSchema, count, onRows });
  }
  await deps.onStep?.('loaded');
  await migrateToLatest(deps.databaseOptions);
  await deps.onStep?.('migrated');
  if (fetched.erasures !== null)
    await loadErasures(client, readPart(fetched.erasures, partKey(destination, newest.snapshot, 'database')));
  await deps.onStep?.('buried');
  return files;
}

/** Whether the database is restored already. @throws Fault if the instance is used, or cannot read the backup */
async function requireReady(
  deps: RestoreDeps,
  client: pg.Client,
  { manifest, newest, options }: { manifest: Manifest; newest: Manifest; options: RestoreOptions },
): Promise<boolean> {
  const foreign = newest.wrappingKeys.find((key) => !deps.hasWrappingKey(key));
  if (foreign !== undefined)
    throw refusal(
      `The documents of this backup are encrypted with the key ${foreign}. ` +
        'Name it in PARAPH_ENCRYPTION_KEYS; another one may stand before it.',
    );
  const migration = (await listApplied(client)).at(-1);
  const begun = migration === undefined ? null : await findBegun(deps);
  if (begun?.snapshot === manifest.snapshot && begun.isLoaded) return true;
  if (migration !== undefined && migration > manifest.migration)
    throw refusal('The schema of the database is newer than that of the backup. Name an empty database.');
  if (!begun) await requireEmpty(deps, client, options);
  return false;
}

/** Null where the table is not there yet, too. */
async function findBegun({ database }: RestoreDeps) {
  const undefinedTable = '42P01';
  const begun = await findRestore(database).catch((error: Error & { code?: string }) => {
    if (error.code === undefinedTable) return null;
    throw error;
  });
  if (begun?.movedTo != null) throw refusal(`This instance was moved to ${begun.movedTo}.`);
  return begun;
}

async function requireEmpty(
  deps: RestoreDeps,
  client: pg.Client,
  { withKeys, withFiles }: RestoreOptions,
): Promise<void> {
  const used = await findUsedTable(client);
  const remedy =
    'A backup is restored into an empty instance only; name another data directory, database or bucket. ' +
    'A restore that was interrupted in its last moment is complete: start Paraph.';
  if (used !== null) throw refusal(`The database is in use: ${used} has rows. ${remedy}`);
  const keys = (await readdir(findKeysDir(deps.config)).catch(ignoreMissing)) ?? [];
  if (withKeys && keys.length > 0)
    throw refusal(`${findKeysDir(deps.config)} holds keys of an instance. ${remedy}`);
  if (!withFiles) return;
  for await (const { name } of deps.target.list('')) throw refusal(`The storage holds ${name}. ${remedy}`);
}

function requireWhole(
  { damaged }: RestoredBlobs,
  destination: Destination,
  { acceptsDamaged }: RestoreOptions,
): void {
  const [first] = damaged;
  if (first === undefined || acceptsDamaged) return;
  throw refusal(
    `${damaged.length} files in ${destination.name} are missing or were changed; the first is ${BLOBS}${first}. ` +
      'Bring them back from a copy of the backup, or restore without them: --accept-damaged',
  );
}
