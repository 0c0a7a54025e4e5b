import { type SupervisorLog, startEmbeddedPostgres } from '@paraph/postgres';
import type { Config } from '../config.ts';
import type { DatabaseOptions } from '../platform/database.ts';

export interface ProvidedDatabase {
  options: DatabaseOptions;
  /** To be called last, when every connection is closed. */
  end(): Promise<void>;
}

/** The operator's PostgreSQL where one is named; else the embedded one, joined while the server runs. */
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

/** For commands whose output is their result and nothing else; what goes wrong is thrown. */
export const silentLog: SupervisorLog = { info: () => {}, warn: () => {}, error: () => {} };
