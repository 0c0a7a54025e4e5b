import { type OpenDatabase, openDatabase } from '../../server/src/database/database.ts';
import type { TestInstance } from './instance.ts';

/** A pool of one connection, so that it is known what this one has prepared. */
export function openSingleConnection({
  connectionString,
}: Pick<TestInstance, 'connectionString'>): OpenDatabase {
  const connection = openDatabase({ connectionString }, { connectionsMax: 1 });
  // It stays open between the statements of a test, however long other work takes.
  connection.pool.options.idleTimeoutMillis = 0;
  return connection;
}
