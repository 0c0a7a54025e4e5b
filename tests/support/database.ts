import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import { queryOnce } from './query-once.ts';

export { queryOnce };

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

export interface TestDatabase {
  options: { host: string; port: number; user: string; database: string };
  connectionString: string;
  /** Ends the connections that are still open, so that it never waits for a test's forgotten pool. */
  drop(): Promise<void>;
}

/** A migrated, empty database of the test's own. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { template, failure } = inject('postgres');
  if (failure !== undefined) throw new Error(`The migrations failed, so there is no database: ${failure}`);
  return createFrom(template);
}

/** A database without any table. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return createFrom('template0');
}

async function createFrom(template: string): Promise<TestDatabase> {
  const { template: _template, failure: _failure, ...server } = inject('postgres');
  const database = `test_${randomBytes(6).toString('hex')}`;
  const run = (sql: string) => queryOnce({ ...server, database: 'postgres' }, sql);
  await run(`create database ${database} template ${template} strategy file_copy`);
  const host = encodeURIComponent(server.host);
  return {
    options: { ...server, database },
    connectionString: `postgresql://${server.user}@localhost/${database}?host=${host}&port=${server.port}`,
    drop: async () => void (await run(`drop database if exists ${database} with (force)`)),
  };
}
