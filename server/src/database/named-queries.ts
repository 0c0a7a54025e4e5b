import {
  AbortedTransactionError,
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { rowScopeStatement } from './row-scope.ts';

/** A query with a name: PostgreSQL parses and plans what it calls so once per connection. */
export type NamedQuery<Row = unknown> = CompiledQuery<Row> & { name?: string | undefined };

export interface Sending {
  /** False where a pooler may give each statement to another connection, and does not prepare it there anew. */
  preparesStatements: boolean;
  queueSchema: string;
  /** Whether policies of rows hold for what a caller asks (`row-scope.ts`). */
  scopesRows?: boolean;
}

/** The schema of the job queue where no setting says otherwise: all statements name it. */
export const QUEUE_SCHEMA = 'graphile_worker';

/** A statement for a queue that lies in another schema. Values are parameters, so that no text of people is changed. */
export function inQueueSchema(text: string, schema: string): string {
  return schema === QUEUE_SCHEMA ? text : text.replaceAll(`${QUEUE_SCHEMA}.`, `${schema}.`);
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
  return {
    init: async () => {},
    destroy: () => pool.end(),
    acquireConnection: async () => new PoolConnection(await pool.connect(), sending),
    releaseConnection: async (connection) => (connection as PoolConnection).release(),
    beginTransaction: async (connection, { isolationLevel, accessMode }) => {
      const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
      await (connection as PoolConnection).begin(`begin${level}${accessMode ? ` ${accessMode}` : ''}`);
    },
    commitTransaction: async (connection) => {
      // PostgreSQL rolls back a transaction of which a statement failed, whatever became of that failure.
      const { command } = await (connection as PoolConnection).end('commit');
      if (command === 'ROLLBACK') throw new AbortedTransactionError();
    },
    rollbackTransaction: async (connection) => {
      await (connection as PoolConnection).end('rollback').catch((error: unknown) => {
        (connection as PoolConnection).isBroken = true;
        throw error;
      });
    },
  };
}

class PoolConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #sending: Sending;
  /** One that cannot begin or roll back must not be used again. */
  isBroken = false;
  #isInTransaction = false;

  constructor(client: pg.PoolClient, sending: Sending) {
    this.#client = client;
    this.#sending = sending;
  }

  /** Says in the same trip for whom; where that fails, the transaction is aborted, and nothing runs in it. */
  async begin(text: string): Promise<void> {
    const scope = this.#sending.scopesRows ? rowScopeStatement() : null;
    this.isBroken = true;
    await sendNamed(this.#client, CompiledQuery.raw(scope === null ? text : `${text}; ${scope}`));
    this.isBroken = false;
    this.#isInTransaction = true;
  }

  async end(text: 'commit' | 'rollback'): Promise<{ command: string }> {
    const ended = await sendNamed(this.#client, CompiledQuery.raw(text));
    this.#isInTransaction = false;
    return ended;
  }

  executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row> & { command: string }> {
    const { preparesStatements, queueSchema, scopesRows } = this.#sending;
    const { name, ...unnamed }: NamedQuery = { ...query, sql: inQueueSchema(query.sql, queueSchema) };
    const sent = preparesStatements ? { name, ...unnamed } : unnamed;
    const scope = scopesRows && !this.#isInTransaction ? rowScopeStatement() : null;
    return scope === null ? sendNamed<Row>(this.#client, sent) : this.#sendScoped<Row>(sent, scope);
  }

  /** In a transaction of its own, but in one trip: the connection sends all three without waiting for answers. */
  async #sendScoped<Row>(query: NamedQuery, scope: string) {
    const begun = this.#client.query(`begin; ${scope}`);
    const answered = sendNamed<Row>(this.#client, query);
    const ended = this.#client.query('commit');
    const [begin, , end] = await Promise.allSettled([begun, answered, ended]);
    if (begin.status === 'rejected') throw begin.reason;
    const answer = await answered;
    if (end.status === 'rejected') throw end.reason;
    return answer;
  }

  streamQuery(): never {
    throw new Error('rows are read at once');
  }

  release(): void {
    this.#client.release(this.isBroken);
  }
}
