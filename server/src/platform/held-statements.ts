import type pg from 'pg';
import { DescribedOnceQuery, type Tell } from './described-once.ts';
import type { BoundStatement } from './statement-messages.ts';

const BEGIN: Statement = { name: 'begin', text: 'begin', values: [] };
const COMMIT: Statement = { name: 'commit', text: 'commit', values: [] };

type Send = (...given: unknown[]) => unknown;

type Statement = BoundStatement & { name: string };

/** The names of statements whose answers are not needed. */
const held = new Set<string>();

/** The answer to a statement of this name is not needed, but whether it succeeds. */
export function holdStatement(name: string): void {
  held.add(name);
}

export function isHeldName(name: string): boolean {
  return held.has(name);
}

/**
 * Holds the `begin` of a transaction back until its first statement, and a statement whose answer is not needed until
 * the next one, and sends them by one message. PostgreSQL executes them in their order, each with its own snapshot, and
 * none after one that failed: its error is the answer to the last. A transaction without statements sends nothing.
 */
export function openHeldStatements(send: Send): Send {
  let waiting: Statement[] = [];
  let isInTransaction = false;
  const sendWithWaiting = (statement: BoundStatement, callback: unknown) => {
    const leading = waiting;
    waiting = [];
    return answered((tell) => send(new DescribedOnceQuery(statement, leading), undefined, tell), callback);
  };
  const end = (command: 'commit' | 'rollback', given: unknown[]) => {
    isInTransaction = false;
    const hasBegun = waiting[0] !== BEGIN;
    if (command === 'commit' && waiting.length > (hasBegun ? 0 : 1)) return sendWithWaiting(COMMIT, given[2]);
    waiting = [];
    return hasBegun ? send(...given) : Promise.resolve(emptyResult(command.toUpperCase()));
  };
  return (...given) => {
    const [first, , callback] = given;
    if (first === BEGIN.text && !callback) {
      isInTransaction = true;
      waiting = [BEGIN];
      return Promise.resolve(emptyResult('BEGIN'));
    }
    if (first === 'commit' || first === 'rollback') return end(first, given);
    const statement = statementOf(given);
    if (statement && isInTransaction && !callback && isHeld(statement)) {
      waiting.push(statement);
      return Promise.resolve(emptyResult(''));
    }
    if (statement) return sendWithWaiting(statement, callback);
    // Several statements in one text, or a stream of rows.
    return waiting.length > 0 ? sendEach(send, waiting.splice(0), given) : send(...given);
  };
}

async function sendEach(send: Send, leading: readonly Statement[], given: unknown[]): Promise<unknown> {
  for (const statement of leading) await send({ ...statement });
  return send(...given);
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

/** A statement with a name or with values: others may be several in one text, which no other one can precede. */
function statementOf([first, values]: readonly unknown[]): BoundStatement | null {
  if (typeof first === 'string')
    return Array.isArray(values) && values.length > 0 ? { text: first, values } : null;
  const { name, text, values: own, ...others } = first as Partial<pg.QueryConfig> & { submit?: unknown };
  if (name === undefined || text === undefined || Object.keys(others).length > 0) return null;
  return { name, text, values: own };
}

function isHeld(statement: BoundStatement): statement is Statement {
  return statement.name !== undefined && isHeldName(statement.name);
}

function emptyResult(command: string): Omit<pg.QueryResult, 'oid'> {
  return { command, rowCount: null, rows: [], fields: [] };
}
