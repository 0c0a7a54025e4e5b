import { AsyncLocalStorage } from 'node:async_hooks';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely';
import type pg from 'pg';
import { poolDriver, type Sending } from './named-queries.ts';

type Settings = Parameters<Driver['beginTransaction']>[1];

const running = new AsyncLocalStorage<UnitOfWork | null>();

/** Stands for the savepoint of a nested transaction that has none. */
const UNDIVIDED = '';

/**
 * Combines all transactions of a request's use cases into one: the first one begins it, later ones are savepoints, and
 * nothing is committed before `commit`. Queries outside of a transaction see the uncommitted writes. A read-only
 * transaction is ended immediately, which releases its locks.
 *
 * `isUndivided`: without savepoints, for a caller that rolls the whole back if any transaction fails.
 */
export class UnitOfWork {
  readonly #isUndivided: boolean;
  #state: 'open' | 'ended' = 'open';
  #connection: DatabaseConnection | null = null;
  #driver: Driver | null = null;
  #hasWritten = false;
  #hasFailed = false;
  #savepoints = 0;
  #last: Promise<unknown> = Promise.resolve();
  #lastBegun: Promise<unknown> = Promise.resolve();

  constructor({ isUndivided = false }: { isUndivided?: boolean } = {}) {
    this.#isUndivided = isUndivided;
  }

  /** Whether there is something to commit. */
  get hasWork(): boolean {
    return this.#connection !== null;
  }

  get connection(): DatabaseConnection | null {
    return this.#connection;
  }

  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** What `act` and all that it calls do in the database belongs to this unit. */
  run<T>(act: () => Promise<T>): Promise<T> {
    return running.run(this, act);
  }

  /** Serializes queries on the one connection. */
  execute<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const connection = this.#connection;
    if (!connection) throw new Error('a unit of work was used after its end');
    if (query.query.kind !== 'SelectQueryNode') this.#hasWritten = true;
    const result = this.#last.then(() => connection.executeQuery<R>(query));
    this.#last = result.catch(() => {});
    return result;
  }

  /** Returns the savepoint of a nested transaction; null for the outermost one. */
  begin(driver: Driver, settings: Settings): Promise<string | null> {
    // Two that begin side by side must not both begin the whole.
    const beginning = this.#lastBegun.then(() => this.#begin(driver, settings));
    this.#lastBegun = beginning.catch(() => {});
    return beginning;
  }

  async #begin(driver: Driver, settings: Settings): Promise<string | null> {
    if (!this.isOpen) throw new Error('a transaction was begun after the end of its unit of work');
    if (this.#connection) {
      if (this.#isUndivided) return UNDIVIDED;
      this.#savepoints += 1;
      const name = `nested_${this.#savepoints}`;
      await this.#control(`savepoint ${name}`);
      return name;
    }
    const connection = await driver.acquireConnection();
    try {
      await driver.beginTransaction(connection, settings);
    } catch (error) {
      await driver.releaseConnection(connection);
      throw error;
    }
    this.#driver = driver;
    this.#connection = connection;
    this.#hasWritten = false;
    return null;
  }

  async commitNested(savepoint: string | null): Promise<void> {
    if (savepoint === UNDIVIDED) return;
    if (savepoint !== null) await this.#control(`release savepoint ${savepoint}`);
    else if (!this.#hasWritten) await this.#end((driver, connection) => driver.commitTransaction(connection));
  }

  async rollbackNested(savepoint: string | null): Promise<void> {
    if (savepoint === UNDIVIDED) {
      // What it has done stays in the outer transaction, so nothing of the whole may be committed.
      this.#hasFailed = true;
      return;
    }
    if (savepoint !== null) await this.#control(`rollback to savepoint ${savepoint}`);
    else await this.#end((driver, connection) => driver.rollbackTransaction(connection));
  }

  /** If it fails without an error from the database itself, the outcome is unknown. */
  async commit(): Promise<void> {
    if (this.#hasFailed) {
      await this.rollback();
      throw new Error('a transaction of an undivided unit of work was rolled back');
    }
    this.#state = 'ended';
    if (this.#connection) await this.#end((driver, connection) => driver.commitTransaction(connection));
  }

  /** Never fails: the database rolls back a transaction whose connection broke. */
  async rollback(): Promise<void> {
    this.#state = 'ended';
    if (!this.#connection) return;
    await this.#end((driver, connection) => driver.rollbackTransaction(connection)).catch(() => {});
  }

  async #end(act: (driver: Driver, connection: DatabaseConnection) => Promise<void>): Promise<void> {
    const [driver, connection] = [this.#driver, this.#connection];
    if (!driver || !connection) return;
    await this.#last;
    this.#connection = null;
    try {
      await act(driver, connection);
    } catch (error) {
      // A connection that cannot roll back is broken, and the driver does not return it to the pool.
      await driver.rollbackTransaction(connection).catch(() => {});
      throw error;
    } finally {
      await driver.releaseConnection(connection);
    }
  }

  #control(text: string): Promise<unknown> {
    const [connection, hasWritten] = [this.#connection, this.#hasWritten];
    if (!connection) throw new Error('a transaction went on after the end of its unit of work');
    const result = this.execute(CompiledQuery.raw(text));
    this.#hasWritten = hasWritten;
    return result;
  }
}

/** What `act` commits stays, whatever becomes of the unit that it is called in, and waits for nothing of that unit. */
export function outsideOfUnit<T>(act: () => Promise<T>): Promise<T> {
  return running.run(null, act);
}

/** PostgreSQL, with every transaction inside `UnitOfWork.run` belonging to that unit. */
export function unitOfWorkDialect(pool: pg.Pool, sending: Sending): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => joining(poolDriver(pool, sending)),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  };
}

function joining(driver: Driver): Driver {
  const joined = (connection: DatabaseConnection) =>
    connection instanceof JoinedConnection ? connection : null;
  return {
    init: (options) => driver.init(options),
    destroy: (options) => driver.destroy(options),
    acquireConnection: async (options) => {
      const unit = running.getStore();
      return unit?.isOpen ? new JoinedConnection(unit, driver) : driver.acquireConnection(options);
    },
    releaseConnection: (connection, options) =>
      joined(connection)?.release() ?? driver.releaseConnection(connection, options),
    beginTransaction: (connection, settings) =>
      joined(connection)?.begin(settings) ?? driver.beginTransaction(connection, settings),
    commitTransaction: (connection) => joined(connection)?.commit() ?? driver.commitTransaction(connection),
    rollbackTransaction: (connection) =>
      joined(connection)?.rollback() ?? driver.rollbackTransaction(connection),
  };
}

/**
 * What a query or a transaction of a unit gets: the unit's connection once it has begun, before that one of the pool.
 */
class JoinedConnection implements DatabaseConnection {
  readonly #unit: UnitOfWork;
  readonly #driver: Driver;
  #isInTransaction = false;
  #savepoint: string | null = null;
  #borrowed: DatabaseConnection | null = null;

  constructor(unit: UnitOfWork, driver: Driver) {
    this.#unit = unit;
    this.#driver = driver;
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#unit.connection || this.#isInTransaction) return this.#unit.execute<R>(query);
    this.#borrowed ??= await this.#driver.acquireConnection();
    return this.#borrowed.executeQuery<R>(query);
  }

  streamQuery(): never {
    throw new Error('a unit of work reads its rows at once');
  }

  async begin(settings: Settings): Promise<void> {
    this.#savepoint = await this.#unit.begin(this.#driver, settings);
    this.#isInTransaction = true;
  }

  async commit(): Promise<void> {
    await this.#unit.commitNested(this.#savepoint);
    this.#isInTransaction = false;
  }

  async rollback(): Promise<void> {
    this.#isInTransaction = false;
    await this.#unit.rollbackNested(this.#savepoint);
  }

  async release(): Promise<void> {
    const connection = this.#borrowed;
    this.#borrowed = null;
    if (connection) await this.#driver.releaseConnection(connection);
  }
}
