import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

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
  await runStatement(server, `create database ${database} template ${template} strategy file_copy`);
  const host = encodeURIComponent(server.host);
  return {
    options: { ...server, database },
    connectionString: `postgresql://${server.user}@localhost/${database}?host=${host}&port=${server.port}`,
    drop: () => runStatement(server, `drop database if exists ${database} with (force)`),
  };
}

async function runStatement(server: Omit<TestPostgres, 'template' | 'failure'>, sql: string): Promise<void> {
  const client = new pg.Client({ ...server, database: 'postgres' });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}

/** One statement, on a connection of its own. */
export async function queryOnce<Row = Record<string, unknown>>(
  options: pg.ClientConfig | string,
  sql: string,
  values: unknown[] = [],
): Promise<Row[]> {
  const client = new pg.Client(options);
  await client.connect();
  try {
    const { rows } = await client.query(sql, values);
    return rows as Row[];
  } finally {
    await client.end();
  }
}
