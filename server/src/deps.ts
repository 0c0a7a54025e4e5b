import type pg from 'pg';
import type { Authority } from './authority/open-authority.ts';
import type { Config } from './config.ts';
import type { Intake } from './files/intake.ts';
import type { Blobs } from './platform/blobs.ts';
import type { Clock } from './platform/clock.ts';
import type { Database } from './platform/database.ts';
import type { Ids } from './platform/ids.ts';
import type { KeyVault } from './platform/key-vault.ts';
import type { Log } from './platform/log.ts';
import type { ProcessLock } from './platform/process-lock.ts';

/** What every use case may ask for; each types only the slice that it uses: `Pick<Deps, 'clock' | 'database'>`. */
export interface Deps {
  config: Config;
  clock: Clock;
  ids: Ids;
  database: Database;
  pool: pg.Pool;
  /** By which other processes see that this one lives, and goes on with what it has claimed. */
  requestLock: ProcessLock;
  blobs: Blobs;
  vault: KeyVault;
  /** Looks into strangers' files, in processes of their own. */
  intake: Intake;
  authority: Authority;
  log: Log;
}
