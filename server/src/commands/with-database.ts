import { type Config, readConfig } from '../config.ts';
import type { Deps } from '../deps.ts';
import { systemClock } from '../platform/clock.ts';
import { openDatabase } from '../platform/database.ts';
import { systemIds } from '../platform/ids.ts';
import { openKeyVault } from '../platform/key-vault.ts';
import { migrateToLatest } from '../platform/migrate.ts';
import { provideDatabase, silentLog } from './provide-database.ts';

export type DatabaseDeps = Pick<Deps, 'config' | 'database' | 'pool' | 'clock' | 'ids' | 'vault'>;

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
      const vault = await openKeyVault(`${config.dataDir}/keys`, systemIds, {
        passphraseFile: config.vaultPassphraseFile,
      });
      return await work({ config, database, pool, clock: systemClock, ids: systemIds, vault });
    } finally {
      await close();
    }
  } finally {
    await provided.end();
  }
}
