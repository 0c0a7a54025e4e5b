import { type SupervisorLog, startEmbeddedPostgres } from '@paraph/postgres';
import { checkInstanceKeys } from '../audit/check-instance-keys.ts';
import { requireRestored } from '../backup/require-restored.ts';
import { type Config, findKeysDir, readConfig } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { systemClock } from '../platform/clock.ts';
import { type DatabaseOptions, openDatabase } from '../platform/database.ts';
import { systemIds } from '../platform/ids.ts';
import { openKeyVault } from '../platform/key-vault.ts';
import { migrateToLatest } from '../platform/migrate.ts';

export interface DatabaseDeps extends Pick<Deps, 'config' | 'database' | 'pool' | 'clock' | 'ids' | 'vault'> {
  databaseOptions: DatabaseOptions;
}

/** Does an operator's work on the migrated database, while the server runs and while it does not. */
export async function withDatabase<T>(
  work: (deps: DatabaseDeps) => Promise<T>,
  config: Config = readConfig(),
): Promise<T> {
  const provided = await provideDatabase(config, silentLog);
  try {
    await migrateToLatest(provided.options);
    const { database, pool, close } = openDatabase(provided.options, { connectionsMax: 2 });
    try {
      await requireRestored(database);
      const vault = await openKeyVault(findKeysDir(config), systemIds, {
        passphraseFile: config.vaultPassphraseFile,
      });
      await checkInstanceKeys(database, { vault, keysDir: findKeysDir(config) });
      return await work({
        config,
        database,
        databaseOptions: provided.options,
        pool,
        clock: systemClock,
        ids: systemIds,
        vault,
      });
    } finally {
      await close();
    }
  } finally {
    await provided.end();
  }
}

interface ProvidedDatabase {
  options: DatabaseOptions;
  /** Called last, after all connections are closed. */
  end(): Promise<void>;
}

/** The PostgreSQL of `DATABASE_URL`; else the embedded one, joined while the server runs. */
export async function provideDatabase(
  config: Pick<Config, 'databaseUrl' | 'dataDir'>,
  log: SupervisorLog,
): Promise<ProvidedDatabase> {
  if (config.databaseUrl !== null) {
    return { options: { connectionString: config.databaseUrl }, end: async () => {} };
  }
  const postgres = await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  return { options: postgres.poolOptions, end: postgres.stop };
}

/** For commands that only print their result; errors are thrown. */
export const silentLog: SupervisorLog = { info: () => {}, warn: () => {}, error: () => {} };
