import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres, tryOwnerLock } from '@paraph/postgres';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '../../server/src/platform/migrate.ts';
import { chooseScratchParent } from './scratch.ts';

export interface TestPostgres {
  host: string;
  port: number;
  user: string;
  /** The database that every test's own is a copy of: migrated, and empty. */
  template: string;
  /** Why there is no template, for the tests that ask for a database; the others do not need one. */
  failure?: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    postgres: TestPostgres;
  }
}

const template = 'paraph_template';
const prefix = 'paraph-test-';

type Running = { postgres: TestPostgres; end(): Promise<void> };

// Every project loads its own copy of this module into the one process of the run.
const run: typeof globalThis & { testPostgres?: { running: Promise<Running>; projects: number } } =
  globalThis;

/** One PostgreSQL for all projects of the run; it is not durable, because it is thrown away. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  run.testPostgres ??= { running: startPostgres(), projects: 0 };
  const shared = run.testPostgres;
  shared.projects += 1;
  const { postgres, end } = await shared.running;
  project.provide('postgres', postgres);
  return async () => {
    shared.projects -= 1;
    if (shared.projects === 0) await end();
  };
}

async function startPostgres(): Promise<Running> {
  const parentDir = await chooseScratchParent();
  await removeAbandoned(parentDir);
  const dataDir = await mkdtemp(join(parentDir, prefix));
  // Where the tests run as root, PostgreSQL does not, and must reach its files.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, isDurable: false });
  const failure = await makeTemplate(postgres);
  const { host, port, user } = postgres.poolOptions;
  return {
    postgres: { host, port, user, template, ...(failure === undefined ? {} : { failure }) },
    end: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** A run that was killed could not clean up; its PostgreSQL ended, and its lock is free. */
async function removeAbandoned(parentDir: string): Promise<void> {
  for (const name of await readdir(parentDir)) {
    const lockFile = join(parentDir, name, 'postgres', 'owner.lock');
    if (!name.startsWith(prefix) || !existsSync(lockFile)) continue;
    const lock = await tryOwnerLock(lockFile).catch(() => undefined);
    if (lock === undefined) continue;
    lock.release();
    await rm(join(parentDir, name), { recursive: true, force: true });
  }
}

async function makeTemplate({ poolOptions }: EmbeddedPostgres): Promise<string | undefined> {
  const client = new pg.Client(poolOptions);
  await client.connect();
  try {
    await client.query(`create database ${template}`);
    await migrateToLatest({ ...poolOptions, database: template });
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  } finally {
    await client.end();
  }
}

const silentLog = {
  info: () => {},
  warn: () => {},
  error: (details: object, message: string) => console.error(message, details),
};
