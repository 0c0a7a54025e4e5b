import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { type ObjectStore, openFolderStore } from '@paraph/storage';
import { openDestination, provideDestination } from '../../operator/src/backup/destination.ts';
import { eraseAgain } from '../../operator/src/backup/erase-again.ts';
import { type Manifest, nameOfManifest, storeManifest } from '../../operator/src/backup/manifest.ts';
import {
  type RestoreDeps,
  type RestoreOptions,
  restoreBackup,
} from '../../operator/src/backup/restore-backup.ts';
import { verifyBackup } from '../../operator/src/backup/verify-backup.ts';
import { endRestore, verifyRestored } from '../../operator/src/backup/verify-restored.ts';
import { type BackupDeps, writeBackup } from '../../operator/src/backup/write-backup.ts';
import { openVault } from '../../operator/src/with-database.ts';
import { openDeps, releaseBeside } from '../../server/src/app.ts';
import { readConfig } from '../../server/src/config/config.ts';
import { openDatabase } from '../../server/src/database/database.ts';
import { openBlobStore, openWrapper } from '../../server/src/open-blobs.ts';
import { systemClock } from '../../server/src/platform/clock.ts';
import { systemIds } from '../../server/src/platform/ids.ts';
import { openLog } from '../../server/src/platform/observe/log.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './database.ts';
import type { TestInstance } from './instance.ts';
import { storageSettings } from './storage-choice.ts';

const PASSPHRASE = 'a passphrase of the backups';
/** A guess costs little here. */
const COST = { N: 2 ** 4, r: 8, p: 1 };

export interface BackupDestination {
  store: ObjectStore;
  name: string;
  /** Of this machine, for what is on its way. */
  folder: string;
  passphrase?: string;
}

export async function folderPlace(root: string): Promise<BackupDestination> {
  await mkdir(root, { recursive: true });
  return { store: openFolderStore(root, systemIds), name: root, folder: root };
}

const given = (destination: BackupDestination) => ({
  passphrase: PASSPHRASE,
  ...destination,
  ids: systemIds,
  cost: COST,
});

/** What `paraph backup` does, on an instance of the tests. */
export async function backUp(
  { deps, databaseOptions }: TestInstance,
  destination: BackupDestination,
  { keep = 7, ...more }: Partial<BackupDeps> & { keep?: number } = {},
) {
  const opened = await provideDestination(given(destination), deps.vault);
  const source = openBlobStore(deps.config, deps);
  return writeBackup({ ...deps, source, databaseOptions, ...more }, opened, { keep, acceptsLoss: false });
}

/** Replaces the manifest of that name, as a faulty writer of this instance would sign it. */
export async function signManifest(
  { deps }: TestInstance,
  destination: BackupDestination,
  manifest: Manifest,
) {
  const opened = await openDestination(given(destination));
  await destination.store.remove(nameOfManifest(manifest.snapshot));
  await storeManifest(opened, manifest, { vault: deps.vault, folder: destination.folder, ids: systemIds });
}

/** What `paraph verify-backup` does. */
export async function readBackupAgain(destination: BackupDestination) {
  return verifyBackup({ ids: systemIds }, await openDestination(given(destination)), undefined);
}

export interface EmptyInstance {
  dataDir: string;
  testDatabase: TestDatabase;
  env?: Record<string, string>;
}

/** An instance without a row or a key, until the work is done; a restore into one without tables takes longer. */
export async function withEmpty<T>(
  root: string,
  work: (empty: EmptyInstance) => Promise<T>,
  { hasTables = true } = {},
): Promise<T> {
  const testDatabase = await (hasTables ? createTestDatabase() : createEmptyDatabase());
  const dataDir = await mkdtemp(join(root, 'empty-'));
  try {
    return await work({ dataDir, testDatabase, env: storageSettings() });
  } finally {
    await testDatabase.drop();
  }
}

export class Killed extends Error {}

/** For the steps of a backup or restore: what follows this one does not happen. */
export const dieAt = (wanted: string) => (step: string) => {
  if (step === wanted) throw new Killed();
};

/** What `paraph restore` does, but for the last step, which lets the instance start. */
export async function restore(
  { dataDir, testDatabase, env = {} }: EmptyInstance,
  destination: BackupDestination,
  more: Partial<RestoreDeps> & { options?: Partial<RestoreOptions> } = {},
) {
  const config = readConfig({ PARAPH_DATA_DIR: dataDir, PARAPH_BASE_URL: 'http://localhost:3000', ...env });
  const databaseOptions = testDatabase.options;
  const wrapper = await openWrapper(config);
  const { database, close } = openDatabase(databaseOptions, { connectionsMax: 2 });
  const parts = { clock: systemClock, ids: systemIds };
  const { options, ...deps } = more;
  try {
    return await restoreBackup(
      {
        config,
        database,
        databaseOptions,
        ...parts,
        openVault: () => openVault(config),
        target: openBlobStore(config, parts),
        hasWrappingKey: (name) => wrapper?.has(name) ?? false,
        ...deps,
      },
      await openDestination(given({ ...destination, folder: dataDir })),
      { acceptsDamaged: false, bringsBackErased: false, withKeys: true, withFiles: true, ...options },
    );
  } finally {
    await close();
  }
}

/** Erases again what was erased since, and verifies what was restored; lets it start if nothing was found. */
export async function completeRestore({ dataDir, testDatabase, env = {} }: EmptyInstance) {
  const config = readConfig({ PARAPH_DATA_DIR: dataDir, PARAPH_BASE_URL: 'http://localhost:3000', ...env });
  const { deps, close } = await openDeps(config, testDatabase.options, { log: openLog('silent') });
  try {
    const erased = await eraseAgain({ ...deps, releaseBeside });
    const verified = await verifyRestored(deps);
    if (verified.problems.length === 0) await endRestore(deps);
    return { ...verified, erased };
  } finally {
    await close();
  }
}

/** Every stored file of an instance, read as documents are. */
export async function readFiles({ deps }: TestInstance): Promise<Map<number, Buffer>> {
  const rows = await deps.database.selectFrom('files').select(['id', 'blob_key']).execute();
  const files = new Map<number, Buffer>();
  for (const { id, blob_key: key } of rows) files.set(id, await deps.blobs.read(key));
  return files;
}
