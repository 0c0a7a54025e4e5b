import { type SupervisorLog, startEmbeddedPostgres } from '@paraph/postgres';
import { checkInstanceKeys } from '@paraph/server/audit/audit-keys.ts';
import { type Config, findKeysDir, readConfig } from '@paraph/server/config/config.ts';
import { inSchema, listHostUrls, searchPathOf } from '@paraph/server/config/database-url.ts';
import { type DatabaseOptions, openDatabase } from '@paraph/server/database/database.ts';
import { migrateToLatest } from '@paraph/server/database/migrate.ts';
import { openPrimary } from '@paraph/server/database/primary.ts';
import type { Deps } from '@paraph/server/deps.ts';
import { provideNumberRange } from '@paraph/server/organization-moves/number-range.ts';
import { systemClock } from '@paraph/server/platform/clock.ts';
import { systemIds } from '@paraph/server/platform/ids.ts';
import { type KeyVault, openKeyVault } from '@paraph/server/platform/keys/key-vault.ts';
import { requireRestored } from './backup/require-restored.ts';

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
      await provideNumberRange(database, config.cell);
      const vault = await openVault(config);
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

/** The vault of the settings' data directory. */
export function openVault(config: Config): Promise<KeyVault> {
  return openKeyVault(findKeysDir(config), systemIds, { passphraseFile: config.vaultPassphraseFile });
}

export interface ProvidedDatabase {
  /** Each connection is a session of PostgreSQL: locks, notifications and migrations need one. */
  options: DatabaseOptions;
  /** The same through a pooler in transaction mode, for requests and jobs of a process; null without one. */
  pooled: DatabaseOptions | null;
  /** Called last, after all connections are closed. */
  end(): Promise<void>;
}

/** The PostgreSQL of `DATABASE_URL`; else the embedded one, joined while the server runs. */
export async function provideDatabase(
  {
    databaseUrl,
    databaseSessionUrl,
    databaseSchema: schema,
    queueSchema,
    dataDir,
  }: Pick<Config, 'databaseUrl' | 'databaseSessionUrl' | 'databaseSchema' | 'queueSchema' | 'dataDir'>,
  log: SupervisorLog,
): Promise<ProvidedDatabase> {
  if (databaseUrl === null) {
    const { poolOptions, stop } = await startEmbeddedPostgres({ dataDir, log });
    const options = { ...poolOptions, queueSchema, options: searchPathOf(schema) };
    return { options, pooled: null, end: stop };
  }
  const named = await openNamed(databaseSessionUrl ?? databaseUrl, { schema, queueSchema });
  if (databaseSessionUrl === null)
    return { options: named.options, pooled: null, end: async () => named.stop() };
  try {
    // A pooler takes no settings of single connections: the user of the database has the schema.
    const pooled = await openNamed(databaseUrl, { schema: 'public', queueSchema });
    const end = async () => {
      named.stop();
      pooled.stop();
    };
    return { options: named.options, pooled: pooled.options, end };
  } catch (error) {
    named.stop();
    throw error;
  }
}

async function openNamed(
  url: string,
  { schema, queueSchema }: { schema: string; queueSchema: string },
): Promise<{ options: DatabaseOptions; stop(): void }> {
  const urls = listHostUrls(url).map((each) => inSchema(each, schema));
  const [connectionString = ''] = urls;
  if (urls.length === 1) return { options: { connectionString, queueSchema }, stop: () => {} };
  const options = Object.assign(await openPrimary(urls), { queueSchema });
  return { options, stop: () => options.primary.stop() };
}

/** For commands that only print their result; errors are thrown. */
export const silentLog: SupervisorLog = { info: () => {}, warn: () => {}, error: () => {} };
