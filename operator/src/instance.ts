import { openDeps } from '@paraph/server/app.ts';
import { checkInstanceKeys } from '@paraph/server/audit/audit-keys.ts';
import { provideEventRanges } from '@paraph/server/audit/event-ranges.ts';
import { keepAuthority } from '@paraph/server/authority/open-authority.ts';
import { type Config, findKeysDir } from '@paraph/server/config/config.ts';
import { type DatabaseOptions, openDatabase } from '@paraph/server/database/database.ts';
import { migrateToLatest } from '@paraph/server/database/migrate.ts';
import type { Deps } from '@paraph/server/deps.ts';
import { keepSweepingCopies } from '@paraph/server/files/sweep-files.ts';
import { keepFrozen } from '@paraph/server/organization-moves/freeze-organization.ts';
import { provideNumberRange } from '@paraph/server/organization-moves/number-range.ts';
import { provideRowSecurity } from '@paraph/server/organization-moves/row-security.ts';
import { systemClock } from '@paraph/server/platform/clock.ts';
import { openLog } from '@paraph/server/platform/observe/log.ts';
import { readNumbering } from '@paraph/server/workflows/api.ts';
import { requireRestored } from './backup/require-restored.ts';
import { provideDatabase } from './with-database.ts';

export interface Instance {
  deps: Deps;
  /** Ends the pools, then the embedded database. */
  close(): Promise<void>;
}

/** The basis of `serve` and `work`: the migrated database and all dependencies of the use cases. */
export async function openInstance(config: Config): Promise<Instance> {
  const log = openLog(config.logLevel);
  const provided = await provideDatabase(config, log);
  try {
    await migrateToLatest(provided.options);
    await prepare(config, provided.options);
    const { deps, close } = await openDeps(config, provided.options, { log, pooled: provided.pooled });
    try {
      await checkInstanceKeys(deps.database, { vault: deps.vault, keysDir: findKeysDir(config) });
    } catch (error) {
      await close();
      throw error;
    }
    const stopRefreshing = keepAuthority(deps);
    const stopSweeping = keepSweepingCopies(deps);
    return {
      deps,
      close: async () => {
        stopRefreshing();
        await stopSweeping();
        await close();
        await provided.end();
      },
    };
  } catch (error) {
    await provided.end();
    throw error;
  }
}

/** Before anything is opened that would make keys, or a job runs. */
async function prepare({ cell, scopesRows }: Config, options: DatabaseOptions): Promise<void> {
  const { database, close } = openDatabase(options, { connectionsMax: 1 });
  try {
    await requireRestored(database);
    await provideNumberRange(database, cell);
    await provideEventRanges(database, await readNumbering(database, systemClock.now()));
    await keepFrozen(database);
    if (scopesRows) await provideRowSecurity(database);
  } finally {
    await close();
  }
}

/**
 * Resolves at the first termination signal; a later one ends the process immediately. Under npm one Ctrl-C arrives
 * twice, from the terminal and forwarded by npm, so a second one directly after the first is ignored.
 */
export function waitForSignal(): Promise<NodeJS.Signals> {
  const echoMs = 1_000;
  let heardAt: number | undefined;
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
      process.on(signal, () => {
        const now = performance.now();
        if (heardAt !== undefined && now - heardAt > echoMs) process.exit(130);
        heardAt ??= now;
        resolve(signal);
      });
    }
  });
}
