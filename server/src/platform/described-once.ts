import type { Socket } from 'node:net';
import pg from 'pg';
import {
  type BoundStatement,
  startMessages,
  takeMessages,
  writeBind,
  writeDescribe,
  writeExecute,
  writeParse,
  writeSync,
} from './statement-messages.ts';

export type Tell = (error: Error | undefined, result: unknown) => void;

/** What a client keeps of its connection; by name the texts of statements that are parsed, or about to be. */
interface Connection {
  parsedStatements: Record<string, string>;
  submittedNamedStatements: Record<string, string>;
  stream: Pick<Socket, 'writable' | 'write'>;
}

/** The columns of an answer. */
interface Columns {
  names: readonly string[];
  /** Null for text, which is taken as it is. */
  parsers: readonly (((text: string) => unknown) | null)[];
  /** A row without values. */
  empty: Readonly<Record<string, null>>;
}

const NO_COLUMNS: Columns = { names: [], parsers: [], empty: {} };

/**
 * A statement as the client sends it, instead of its own `Query`: all messages by one write, and PostgreSQL describes
 * the answer once per connection and name. A description is as long as many answers, and reading it costs more than
 * reading them. It cannot change: PostgreSQL refuses to execute a prepared statement whose columns have become others.
 *
 * Others may lead it, in the same message: PostgreSQL answers all together, and of those only the completion counts.
 */
export class DescribedOnceQuery {
  /** Set by the client. */
  callback: Tell | undefined;
  /** Seen by what counts statements. */
  readonly leading: readonly string[];
  readonly #statements: readonly BoundStatement[];
  readonly #last: BoundStatement;
  #isSent = false;
  #completed = 0;
  #columns: Columns | null = null;
  #failure: Error | null = null;
  readonly #rows: unknown[] = [];
  #command = '';
  #rowCount: number | null = null;

  constructor(statement: BoundStatement, leading: readonly BoundStatement[] = []) {
    this.#last = statement;
    this.#statements = [...leading, statement];
    this.leading = leading.map(({ text }) => text);
  }

  /** The client keeps by name and text which statements are parsed: of the one that is being answered. */
  get name(): string | undefined {
    return this.#answered.name;
  }

  get text(): string {
    return this.#answered.text;
  }

  get #answered(): BoundStatement {
    return (this.#isSent && this.#statements[this.#completed]) || this.#last;
  }

  /** Called by the client when it is this one's turn. */
  submit(connection: Connection): Error | null {
    try {
      this.#write(connection);
    } catch (error) {
      return error as Error;
    }
    this.#isSent = true;
    if (connection.stream.writable) connection.stream.write(takeMessages());
    return null;
  }

  #write(connection: Connection): void {
    const submitted: string[] = [];
    startMessages();
    try {
      for (const statement of this.#statements) {
        const isParsed = isKnown(connection, statement);
        if (!isParsed) writeParse(statement);
        if (!isParsed && statement.name !== undefined) {
          connection.submittedNamedStatements[statement.name] = statement.text;
          submitted.push(statement.name);
        }
        writeBind(statement);
        const columns = isParsed ? answersOf(connection).get(statement.name ?? '') : undefined;
        if (statement === this.#last) this.#columns = columns ?? null;
        if (statement === this.#last && !columns) writeDescribe();
        writeExecute();
      }
      writeSync();
    } catch (error) {
      for (const name of submitted) delete connection.submittedNamedStatements[name];
      throw error;
    }
  }

  handleRowDescription({ fields }: { fields: { name: string; dataTypeID: number }[] }): void {
    this.#columns = {
      names: fields.map(({ name }) => name),
      parsers: fields.map(({ dataTypeID }) => parserOf(dataTypeID)),
      empty: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    if (this.#failure || this.#completed < this.leading.length) return;
    const { names, parsers, empty } = this.#columns ?? NO_COLUMNS;
    const row: Record<string, unknown> = { ...empty };
    try {
      for (let index = 0; index < fields.length; index += 1) {
        const text = fields[index];
        if (text === null || text === undefined) continue;
        const parser = parsers[index];
        row[names[index] as string] = parser ? parser(text) : text;
      }
      this.#rows.push(row);
    } catch (error) {
      this.#failure = error as Error;
    }
  }

  handleCommandComplete({ text }: { text: string }, connection: Connection): void {
    this.#completed += 1;
    if (this.#completed < this.#statements.length) return;
    const words = text.split(' ');
    this.#command = words[0] ?? '';
    const count = Number(words.at(-1));
    this.#rowCount = words.length > 1 && Number.isInteger(count) ? count : null;
    const { name } = this.#last;
    if (name !== undefined) answersOf(connection).set(name, this.#columns ?? NO_COLUMNS);
  }

  handleReadyForQuery(): void {
    const [command, rowCount, rows] = [this.#command, this.#rowCount, this.#rows];
    this.callback?.(this.#failure ?? undefined, { command, rowCount, rows });
  }

  handleError(error: Error, { submittedNamedStatements: submitted }: Connection): void {
    // PostgreSQL has skipped all after the one that failed.
    for (const { name } of this.#statements) if (name !== undefined) delete submitted[name];
    this.callback?.(error, undefined);
  }

  handleEmptyQuery(): void {}
}

function isKnown(connection: Connection, { name, text }: BoundStatement): boolean {
  if (name === undefined) return false;
  const known = connection.parsedStatements[name] ?? connection.submittedNamedStatements[name];
  if (known !== undefined && known !== text)
    throw new Error(`Prepared statements must be unique - '${name}' was used for a different statement`);
  return known !== undefined;
}

const asText = pg.types.getTypeParser(pg.types.builtins.TEXT, 'text');

function parserOf(type: number): Columns['parsers'][number] {
  const parser = pg.types.getTypeParser(type, 'text');
  return parser === asText ? null : parser;
}

/** By the names of statements. */
const answers = new WeakMap<Connection, Map<string, Columns>>();

function answersOf(connection: Connection): Map<string, Columns> {
  const known = answers.get(connection);
  if (known) return known;
  const none = new Map<string, Columns>();
  answers.set(connection, none);
  return none;
}
