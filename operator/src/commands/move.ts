import { readFileSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { type Config, findKeysDir, readConfig } from '@paraph/server/config/config.ts';
import { listHostUrls } from '@paraph/server/config/database-url.ts';
import { type DatabaseOptions, openDatabase } from '@paraph/server/database/database.ts';
import { migrateToLatest } from '@paraph/server/database/migrate.ts';
import { openBlobStore } from '@paraph/server/open-blobs.ts';
import { systemClock } from '@paraph/server/platform/clock.ts';
import { newToken, systemIds } from '@paraph/server/platform/ids.ts';
import { openFolderStore } from '@paraph/storage';
import { provideDestination } from '../backup/destination.ts';
import { findMove, markMoved } from '../backup/require-restored.ts';
import { countOthers } from '../backup/restore-store.ts';
import { connectPatiently } from '../backup/snapshot-store.ts';
import { writeBackup } from '../backup/write-backup.ts';
import { type CommandOutput, defineCommand, UsageError } from '../command-line.ts';
import { showProgress } from '../progress.ts';
import { openVault, provideDatabase, silentLog } from '../with-database.ts';
import { restoreInto } from './restore.ts';

export const moveCommand = defineCommand({
  name: 'move',
  about: 'Move this instance to another database and storage, verified; stop its processes first.',
  options: {
    settings: {
      type: 'string',
      required: true,
      placeholder: 'FILE',
      about:
        'The settings of then that differ from those of now, such as DATABASE_URL=… and PARAPH_S3_…=…, a line each.',
    },
  },
  run: async ({ settings }) => {
    const from = readConfig();
    const to = readConfig(readSettingsFile(settings));
    const isSame =
      from.databaseUrl === to.databaseUrl && (from.databaseUrl !== null || from.dataDir === to.dataDir);
    if (isSame)
      throw new UsageError(`${settings} must name another database (DATABASE_URL), which is empty.`);
    return moveInstance(from, to);
  },
});

/** The environment as it is, with the settings of a file (NAME=value lines) in place of its own. */
function readSettingsFile(path: string): Record<string, string | undefined> {
  return { ...process.env, ...parseEnv(readFileSync(path, 'utf8')) };
}

async function moveInstance(from: Config, to: Config): Promise<CommandOutput> {
  const provided = await provideDatabase(from, silentLog);
  const folder = join(to.dataDir, 'move');
  try {
    await migrateToLatest(provided.options);
    await requireAlone(provided.options);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { database, close } = openDatabase(provided.options, { connectionsMax: 2 });
    try {
      const name = destinationOf(to);
      const moved = await findMove(database);
      if (moved !== null && moved !== name)
        throw new UsageError(`This instance was moved to ${moved} already; start it there.`);
      const parts = { clock: systemClock, ids: systemIds };
      const source = openBlobStore(from, parts);
      const vault = await openVault(from);
      // The documents go from storage to storage; only the rest is written down in between.
      const store = openFolderStore(folder, systemIds);
      const destination = await provideDestination(
        { store, name: folder, passphrase: newToken(systemIds), folder, ids: systemIds },
        vault,
      );
      const deps = { ...parts, config: from, database, vault, source, databaseOptions: provided.options };
      await writeBackup({ ...deps, isMove: true, onProgress: showProgress() }, destination, {
        keep: 1,
        acceptsLoss: false,
      });
      const { text, ...output } = await restoreInto(to, destination, {
        acceptsDamaged: false,
        bringsBackErased: false,
        blobs: source,
        withKeys: findKeysDir(from) !== findKeysDir(to),
        withFiles: storageOf(from) !== storageOf(to),
        onVerified: () => markMoved(database, name, systemClock.now()),
      });
      return { ...output, text: output.isFailure ? text : describe(text, name) };
    } finally {
      await close();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
    await provided.end();
  }
}

function describe(text: string, name: string): string {
  const [verified = ''] = text.split('\n').map((line) => line.replace(/^The backup \S+ is restored\. /, ''));
  return [
    `This instance is now in ${name}. ${verified}`,
    'Start it with the new settings. With the old ones nothing starts any more; remove the old database and documents when you are sure.',
  ].join('\n');
}

/** Without passwords. */
function destinationOf({ databaseUrl, dataDir, objectStore }: Config): string {
  const urls = databaseUrl === null ? [] : listHostUrls(databaseUrl).map((url) => new URL(url));
  const hosts = urls.map(({ hostname }) => hostname).join(', ');
  const database = urls[0] ? `${hosts}${urls[0].pathname}` : dataDir;
  return objectStore ? `${database} and ${objectStore.url}` : `${database} and ${dataDir}`;
}

function storageOf({ dataDir, objectStore }: Config): string {
  return objectStore ? `${objectStore.url}/${objectStore.prefix}` : dataDir;
}

const TRIES = 20;
const PAUSE_MS = 100;

/** What a process that runs would store now would be lost. */
async function requireAlone(options: DatabaseOptions): Promise<void> {
  const client = await connectPatiently(options);
  try {
    // The server needs a moment to end connections that were closed just now.
    for (let tries = 1; (await countOthers(client)) > 0; tries += 1) {
      if (tries === TRIES)
        throw new UsageError(
          'Programs use the database of this instance. Stop every serve and work process first.',
        );
      await pause(PAUSE_MS);
    }
  } finally {
    await client.end();
  }
}
