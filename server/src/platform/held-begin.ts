import type pg from 'pg';
import { DescribedOnceQuery, type Tell } from './described-once.ts';

const BEGIN = 'begin';

type Send = (...given: unknown[]) => unknown;

/**
 * Holds the `begin` of a transaction back until its first statement and sends both at once: no caller needs the
 * answer to `begin` alone. A transaction without statements sends nothing.
 */
export function openHeldBegin(client: pg.Client, send: Send): Send {
  let isHeld = false;
  return (...given) => {
    const [first, , callback] = given;
    const statement = statementOf(given);
    if (!isHeld) {
      if (statement)
        return answered((tell) => send(new DescribedOnceQuery(statement), undefined, tell), callback);
      if (first !== BEGIN || callback) return send(...given);
      // The first one of a connection parses it, under its name.
      if (!isParsed(client)) return send({ name: BEGIN, text: BEGIN, values: [] });
      isHeld = true;
      return Promise.resolve(emptyResult('BEGIN'));
    }
    isHeld = false;
    if (first === 'commit' || first === 'rollback') return Promise.resolve(emptyResult(first.toUpperCase()));
    if (statement) return answered((tell) => send(new BeginningQuery(statement), undefined, tell), callback);
    // Several statements in one text, or a stream of rows.
    const begun = send({ name: BEGIN, text: BEGIN, values: [] }) as Promise<unknown>;
    return begun.then(() => send(...given));
  };
}

/** As the client itself answers: to the callback if there is one, otherwise by a promise. */
function answered(act: (tell: Tell) => unknown, callback: unknown): unknown {
  if (callback) return act(callback as Tell);
  return new Promise((resolve, reject) => {
    act((error, result) => (error ? reject(error) : resolve(result)));
  }).catch((error: Error) => {
    // Who asked is more use than where the answer was read.
    Error.captureStackTrace(error);
    throw error;
  });
}

/** A statement with a name or with values: others may be several in one text, which no `begin` can precede. */
function statementOf([first, values]: readonly unknown[]): pg.QueryConfig | null {
  if (typeof first === 'string')
    return Array.isArray(values) && values.length > 0 ? { text: first, values } : null;
  const config = first as Partial<pg.QueryConfig> & { submit?: unknown };
  return config.submit === undefined && config.name !== undefined && config.text !== undefined
    ? { ...config, text: config.text }
    : null;
}

function isParsed(client: pg.Client): boolean {
  const { connection } = client as unknown as { connection: { parsedStatements: Record<string, string> } };
  return connection.parsedStatements[BEGIN] !== undefined;
}

function emptyResult(command: string): Omit<pg.QueryResult, 'oid'> {
  return { command, rowCount: null, rows: [], fields: [] };
}

/** A statement, and the `begin` of its transaction before it, in one message: PostgreSQL answers both together. */
class BeginningQuery extends DescribedOnceQuery {
  /** Seen by what counts statements. */
  readonly begins = true;
  #hasBegun = false;

  protected override write(connection: Parameters<DescribedOnceQuery['write']>[0]): Error | null {
    connection.bind({ statement: BEGIN });
    connection.execute({});
    return super.write(connection);
  }

  override handleCommandComplete(...given: Parameters<DescribedOnceQuery['handleCommandComplete']>): void {
    // The first command to complete is `begin`, which has no result.
    if (this.#hasBegun) super.handleCommandComplete(...given);
    this.#hasBegun = true;
  }
}
