import type { Intake } from '@paraph/intake';
import type { Sandbox } from '@paraph/sandbox';
import type { Blobs } from '@paraph/storage';
import type pg from 'pg';
import type { Authority } from './authority/open-authority.ts';
import type { Config } from './config/config.ts';
import type { Database } from './database/database.ts';
import type { ProcessLock } from './database/process-lock.ts';
import type { Replica } from './database/replica.ts';
import type { Clock } from './platform/clock.ts';
import type { Ids } from './platform/ids.ts';
import type { KeyVault } from './platform/keys/key-vault.ts';
import type { Log } from './platform/observe/log.ts';
import type { Converter } from './platform/outside/converter.ts';

/** The dependencies of use cases; each declares only what it uses: `Pick<Deps, 'clock' | 'database'>`. */
export interface Deps {
  config: Config;
  clock: Clock;
  ids: Ids;
  database: Database;
  pool: pg.Pool;
  /** For lists, evidence and metrics; null where there is none. */
  replica: Replica | null;
  /** Whose connections are sessions of PostgreSQL, also where `pool` leads through a pooler in transaction mode. */
  sessions: pg.Pool;
  /** Shows other processes that this one is alive and still works on its claims. */
  requestLock: ProcessLock;
  blobs: Blobs;
  vault: KeyVault;
  /** Examines untrusted files in separate processes. */
  intake: Intake;
  /** Makes pages of what other programs have written; null where none is set up. */
  converter: Converter | null;
  authority: Authority;
  /** Null on an instance that others can reach. */
  sandbox: Sandbox | null;
  log: Log;
}
