import pg from 'pg';

/** What a statement answers, as `pg` keeps it: columns, how each is parsed, and a row without values. */
interface Answer {
  fields: unknown;
  _parsers: unknown;
  _prebuiltEmptyResultObject: unknown;
}

interface Connection {
  submittedNamedStatements: Record<string, string>;
  stream: { writable: boolean; write(bytes: Uint8Array): void };
  bind(message: { statement: string }): void;
  execute(message: object): void;
  describe(message: object): void;
  _send(message: Buffer): void;
}

interface QueryInternals {
  name?: string;
  values?: unknown[];
  _result: Answer;
  _accumulateRows: boolean;
  hasBeenParsed(connection: Connection): boolean;
  submit(connection: Connection): Error | null;
  handleDataRow(message: unknown): void;
  handleError(error: Error, connection: Connection): void;
  handleCommandComplete(message: unknown, connection: Connection): void;
}

export type Tell = (error: Error | undefined, result: unknown) => void;

const Query = pg.Query as unknown as new (statement: pg.QueryConfig | string) => QueryInternals;

const PLAIN: ReadonlySet<string> = new Set(['name', 'text', 'values']);

/**
 * A statement whose messages are sent by one write, and whose answer PostgreSQL describes once per connection and name.
 * A description is as long as many answers, and reading it costs more than reading them. It cannot change: PostgreSQL
 * refuses to execute a prepared statement whose columns have become others.
 */
export class DescribedOnceQuery extends Query {
  #isDescribed = false;

  constructor(statement: pg.QueryConfig) {
    // What pg does to copy a configuration costs more than all else that it does to send it.
    const isPlain = Object.keys(statement).every((key) => PLAIN.has(key));
    super(isPlain ? statement.text : statement);
    if (!isPlain) return;
    if (statement.name !== undefined) this.name = statement.name;
    if (statement.values !== undefined) this.values = statement.values;
  }

  override submit(connection: Connection): Error | null {
    const outbox = outboxOf(connection);
    const answer =
      this.name !== undefined && this.hasBeenParsed(connection) ? outbox.answers.get(this.name) : undefined;
    this.#isDescribed = answer === undefined;
    if (answer) {
      Object.assign(this._result, answer);
      this._accumulateRows = true;
    }
    const problem = this.write(outbox.start(this.#isDescribed));
    outbox.send();
    return problem;
  }

  /** Writes the messages. */
  write(connection: Connection): Error | null {
    return super.submit(connection);
  }

  override handleCommandComplete(message: unknown, connection: Connection): void {
    super.handleCommandComplete(message, connection);
    if (this.name === undefined || !this.#isDescribed) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    outboxOf(connection).answers.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** Collects the messages to one connection. */
class Outbox {
  /** By the names of statements. */
  readonly answers = new Map<string, Answer>();
  readonly #connection: Connection;
  /** The connection, for those who write to it. */
  readonly #collecting: Connection;
  #messages: Buffer[] = [];
  #isDescribed = true;

  constructor(connection: Connection) {
    this.#connection = connection;
    const describe = connection.describe;
    this.#collecting = Object.assign(Object.create(connection) as Connection, {
      _send: (message: Buffer) => {
        this.#messages.push(message);
      },
      describe: (message: object) => {
        if (this.#isDescribed) describe.call(this.#collecting, message);
      },
    });
  }

  start(isDescribed: boolean): Connection {
    this.#messages = [];
    this.#isDescribed = isDescribed;
    return this.#collecting;
  }

  send(): void {
    const { stream } = this.#connection;
    if (this.#messages.length > 0 && stream.writable) stream.write(Buffer.concat(this.#messages));
    this.#messages = [];
  }
}

const outboxes = new WeakMap<Connection, Outbox>();

function outboxOf(connection: Connection): Outbox {
  const known = outboxes.get(connection);
  if (known) return known;
  const outbox = new Outbox(connection);
  outboxes.set(connection, outbox);
  return outbox;
}
