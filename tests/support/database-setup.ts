import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres, tryOwnerLock } from '@paraph/postgres';
import type { TestProject } from 'vitest/node';
import { migrateToLatest } from '../../server/src/database/migrate.ts';
import type { TestPostgres } from './database.ts';
import { startExternalPostgres } from './external-postgres.ts';
import { openTestStore } from './object-store.ts';
import { queryOnce } from './query-once.ts';
import { chooseScratchParent } from './scratch.ts';
import { chooseStore, type StoreChoice } from './storage-choice.ts';

const template = 'paraph_template';
const prefix = 'paraph-test-';

type Running = { postgres: TestPostgres; storage: Record<string, string>; end(): Promise<void> };

// Every project loads its own copy of this module into the one process of the run.
const run: typeof globalThis & { testPostgres?: { running: Promise<Running>; projects: number } } =
  globalThis;

/** One PostgreSQL for all projects of the run; it is not durable, because it is thrown away. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const choice = chooseStore();
  run.testPostgres ??= { running: choice ? startChosen(choice) : startDefault(), projects: 0 };
  const shared = run.testPostgres;
  shared.projects += 1;
  const { postgres, storage, end } = await shared.running;
  project.provide('postgres', postgres);
  project.provide('storage', storage);
  return async () => {
    shared.projects -= 1;
    if (shared.projects === 0) await end();
  };
}

async function startDefault(): Promise<Running> {
  const parentDir = await chooseScratchParent();
  await removeAbandoned(parentDir);
  const dataDir = await mkdtemp(join(parentDir, prefix));
  // Where the tests run as root, PostgreSQL does not, and must reach its files.
  await chmod(dataDir, 0o711);
  const postgres = await startEmbeddedPostgres({ dataDir, log: silentLog, isDurable: false });
  const { host, port, user } = postgres.poolOptions;
  return {
    postgres: { host, port, user, template, ...(await makeTemplate({ host, port, user })) },
    storage: {},
    end: async () => {
      await postgres.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** The bucket belongs to this process: no worker of the tests waits for itself when it starts a program and waits. */
async function startChosen({ postgresMajor, isEncrypted }: StoreChoice): Promise<Running> {
  const postgres = await startExternalPostgres({ versionMajor: postgresMajor, isDurable: false });
  const store = await openTestStore();
  store.now = (callers) => callers;
  const keysDir = await mkdtemp(join(await chooseScratchParent(), 'paraph-store-keys-'));
  const keyFile = join(keysDir, 'documents.key');
  await writeFile(keyFile, randomBytes(32).toString('hex'), { mode: 0o600 });
  return {
    postgres: { ...postgres.options, template, ...(await makeTemplate(postgres.options)) },
    storage: { ...store.env, ...(isEncrypted ? { PARAPH_ENCRYPTION_KEYS: keyFile } : {}) },
    end: async () => {
      await postgres.close();
      await store.close();
      await rm(keysDir, { recursive: true, force: true });
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

async function makeTemplate(
  server: Pick<TestPostgres, 'host' | 'port' | 'user'>,
): Promise<Pick<TestPostgres, 'failure'>> {
  try {
    await queryOnce({ ...server, database: 'postgres' }, `create database ${template}`);
    await migrateToLatest({ ...server, database: template });
    return {};
  } catch (error) {
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

const silentLog = {
  info: () => {},
  warn: () => {},
  error: (details: object, message: string) => console.error(message, details),
};
