import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { inQueueSchema } from './queue-schema.ts';

/** A query with a name: PostgreSQL parses and plans what it calls so once per connection. */
export type NamedQuery<Row = unknown> = CompiledQuery<Row> & { name?: string | undefined };

export interface Sending {
  /** False where a pooler may give each statement to another connection, and does not prepare it there anew. */
  preparesStatements: boolean;
  queueSchema: string;
}

/** Sends a query under its name, which is a feature of `pg`; kysely's own driver hands on text and values alone. */
async function sendNamed<Row>(
  client: Pick<pg.ClientBase, 'query'>,
  { name, sql: text, parameters }: NamedQuery,
): Promise<QueryResult<Row> & { command: string }> {
  const statement = { ...(name === undefined ? {} : { name }), text, values: [...parameters] };
  const { command, rowCount, rows } = await client.query(statement);
  const changes = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
  return { command, rows, ...(changes ? { numAffectedRows: BigInt(rowCount ?? 0) } : {}) };
}

/** The connections of a pool, as kysely uses them. */
export function poolDriver(pool: pg.Pool, sending: Sending): Driver {
  const send = (connection: DatabaseConnection, text: string) =>
    (connection as PoolConnection).executeQuery(CompiledQuery.raw(text));
  return {
    init: async () => {},
    destroy: () => pool.end(),
    acquireConnection: async () => new PoolConnection(await pool.connect(), sending),
    releaseConnection: async (connection) => (connection as PoolConnection).release(),
    beginTransaction: async (connection, { isolationLevel, accessMode }) => {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
      await send(connection, `begin${level}${accessMode ? ` ${accessMode}` : ''}`);
    },
    commitTransaction: async (connection) => {
      // PostgreSQL rolls back a transaction of which a statement failed, whatever became of that failure.
      if ((await send(connection, 'commit')).command === 'ROLLBACK') throw new AbortedTransactionError();
    },
    rollbackTransaction: async (connection) => {
      await send(connection, 'rollback').catch((error: unknown) => {
        (connection as PoolConnection).isBroken = true;
        throw error;
      });
    },
  };
}

class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #sending: Sending;
  /** One that cannot roll back must not be used again. */
  isBroken = false;

  constructor(client: pg.PoolClient, sending: Sending) {
    this.#client = client;
    this.#sending = sending;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row> & { command: string }> {
    const { preparesStatements, queueSchema } = this.#sending;
    const { name, ...unnamed }: NamedQuery = { ...query, sql: inQueueSchema(query.sql, queueSchema) };
    return sendNamed<Row>(this.#client, preparesStatements ? { name, ...unnamed } : unnamed);
  }

  streamQuery(): never {
    throw new Error('rows are read at once');
  }

  release(): void {
    this.#client.release(this.isBroken);
  }
}
