import {
  type AliasableExpression,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
  type QueryExecutorProvider,
  type QueryResult,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Reads } from './database.ts';
import { holdStatement, isHeldName, openHeldStatements } from './held-statements.ts';
import type { Tables } from './tables.ts';

/** The names of statements that files prepare, by their texts. */
const names = new Map<string, string>();

/** A text that is sent so often is planned once per connection: planning costs most of them more than executing. */
const SENT_MIN = 20;
/** Each costs memory in each connection of PostgreSQL. */
const NAMED_MAX = 200;
const TEXTS_MAX = 2_000;
/** Of a statement with rows: a further one, or one with more rows, is built anew each time. */
const SHAPES_MAX = 16;
const ROWS_MAX = 8;

/**
 * The clients of a pool: they send a statement that has a name under it, so that PostgreSQL parses and plans it once
 * per connection. What they send often gets a name by itself.
 */
export function preparingClient(): typeof pg.Client {
  const nameOften = nameWhatIsSentOften();
  class PreparingClient extends pg.Client {
    readonly send = openHeldStatements((...given) => Reflect.apply(pg.Client.prototype.query, this, given));
  }
  PreparingClient.prototype.query = function (this: PreparingClient, ...given: unknown[]) {
    const [text, values, ...callback] = given;
    const name = typeof text === 'string' ? (names.get(text) ?? nameOften(text, values)) : null;
    return name === null ? this.send(...given) : this.send({ name, text, values }, undefined, ...callback);
  } as pg.Client['query'];
  return PreparingClient;
}

function nameWhatIsSentOften(): (text: string, values: unknown) => string | null {
  // Null for a text that gets no name.
  const often = new Map<string, string | null>();
  const timesSent = new Map<string, number>();
  let namedCount = 0;
  return (text, values) => {
    const known = often.get(text);
    if (known !== undefined) return known;
    if (!Array.isArray(values) || values.length === 0) return null;
    const times = (timesSent.get(text) ?? 0) + 1;
    if (times < SENT_MIN) {
      if (timesSent.size >= TEXTS_MAX) timesSent.clear();
      timesSent.set(text, times);
      return null;
    }
    timesSent.delete(text);
    const isNamed = keepsItsColumns(text) && namedCount < NAMED_MAX;
    if (isNamed) namedCount += 1;
    const name = isNamed ? `often-${namedCount}` : null;
    if (isNamed || often.size < TEXTS_MAX) often.set(text, name);
    return name;
  };
}

/**
 * `*` means other columns once a later version has migrated, while this one still runs: PostgreSQL refuses to execute
 * a statement that was prepared before.
 */
function keepsItsColumns(text: string): boolean {
  return !/(?:^|[\s,.])\*/.test(text);
}

const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** What a file builds: a query of kysely, or a text in `sql`. */
interface Buildable<Row> {
  compile(executor: QueryExecutorProvider): CompiledQuery<Row>;
}

/** What a prepared statement is sent on. */
export interface PreparedOn {
  executeQuery<Row>(query: CompiledQuery<Row>): Promise<QueryResult<Row>>;
}

/**
 * A statement that is sent often. It is built once, and PostgreSQL parses and plans it once per connection: both cost
 * more than most statements' execution. `build` is called with marks in place of the parameters, so its text must not
 * depend on them, and each must occur in it. It names its columns: a later migration must not change them while another
 * process still runs.
 *
 * A parameter may be a row, or a list of rows: `statements.insertInto('files').values(row)`, `.set(changes)`. Then there
 * is one statement for each set of columns and number of rows. What a row holds are values, not expressions.
 */
export function prepareStatement<Parameters extends readonly unknown[], Row>(
  name: string,
  build: (statements: QueryCreator<Tables>, ...parameters: Parameters) => Buildable<Row>,
): (reads: PreparedOn, ...parameters: Parameters) => Promise<Row[]> {
  const execute = prepare(name, build);
  return async (reads, ...parameters) => (await execute(reads, parameters)).rows;
}

/** As `prepareStatement`, for one that changes rows; returns how many. */
export function prepareChange<Parameters extends readonly unknown[]>(
  name: string,
  build: (statements: QueryCreator<Tables>, ...parameters: Parameters) => Buildable<unknown>,
): (reads: PreparedOn, ...parameters: Parameters) => Promise<number> {
  const execute = prepare(name, build);
  return async (reads, ...parameters) => Number((await execute(reads, parameters)).numAffectedRows ?? 0);
}

function prepare<Parameters extends readonly unknown[], Row>(
  name: string,
  build: (statements: QueryCreator<Tables>, ...parameters: Parameters) => Buildable<Row>,
  { isHeld = false }: { isHeld?: boolean } = {},
): (reads: PreparedOn, parameters: Parameters) => Promise<QueryResult<Row>> {
  const kinds = new Map<string, Prepared<Row>>();
  return async (reads, parameters) => {
    const shape = shapeOf(parameters);
    let prepared = kinds.get(shape);
    if (!prepared) {
      prepared = compileOnce(name, build, parameters);
      if (kinds.size < SHAPES_MAX && parameters.every(hasFewRows)) {
        const kind = kinds.size === 0 ? name : `${name}-${kinds.size + 1}`;
        nameText(prepared.compiled.sql, { kind, isHeld });
        kinds.set(shape, prepared);
      }
    }
    const { compiled, sources } = prepared;
    const values = sources.map((valueIn) => valueIn(parameters));
    return reads.executeQuery<Row>({ ...compiled, parameters: values });
  };
}

/** Two of one text go under one name: both must be held, or neither. */
function nameText(text: string, { kind, isHeld }: { kind: string; isHeld: boolean }): void {
  const other = names.get(text);
  if (other !== undefined && isHeldName(other) !== isHeld)
    throw new Error(`the statements ${other} and ${kind} have the same text, and only one of them is held`);
  names.set(text, kind);
  if (isHeld) holdStatement(kind);
}

/**
 * As `prepareStatement`, for one whose answer nothing needs: in a transaction it is sent together with the next one,
 * which fails if it does.
 */
export function prepareHeld<Parameters extends readonly unknown[]>(
  name: string,
  build: (statements: QueryCreator<Tables>, ...parameters: Parameters) => Buildable<unknown>,
): (reads: Reads, ...parameters: Parameters) => Promise<void> {
  const execute = prepare(name, build, { isHeld: true });
  return async (reads, ...parameters) => {
    await execute(reads, parameters);
  };
}

/** Whom a statement finds, and the organization that the credential is restricted to; as parts of it. */
export interface FoundUser {
  userId: Expression<number | null>;
  organizationId: Expression<number | null>;
}

/** What a statement that finds a user reads besides, so that a request needs one round trip instead of two. */
export interface ExtraColumn {
  /** The same for all of a kind, which differ in their parameters alone. */
  name: string;
  parameters: readonly unknown[];
  columnOf(user: FoundUser, parameters: readonly unknown[]): AliasableExpression<unknown>;
}

/** A statement that others may add a column to: each kind of it is prepared by itself. */
export function prepareExtensible<Parameters extends readonly unknown[], Row>(
  name: string,
  build: (
    statements: QueryCreator<Tables>,
    extraOf: (user: FoundUser) => AliasableExpression<unknown>,
    ...parameters: Parameters
  ) => Buildable<Row>,
): (reads: Reads, extra: ExtraColumn | null, ...parameters: Parameters) => Promise<Row[]> {
  const kinds = new Map<string | null, (reads: Reads, ...parameters: unknown[]) => Promise<Row[]>>();
  return (reads, extra, ...parameters) => {
    const kind = extra?.name ?? null;
    const count = parameters.length;
    let prepared = kinds.get(kind);
    if (!prepared) {
      prepared = prepareStatement(kind === null ? name : `${name}-${kind}`, (statements, ...given) => {
        const extraOf = (user: FoundUser) => extra?.columnOf(user, given.slice(count)) ?? sql<null>`null`;
        return build(statements, extraOf, ...(given.slice(0, count) as unknown as Parameters));
      });
      kinds.set(kind, prepared);
    }
    return prepared(reads, ...parameters, ...(extra?.parameters ?? []));
  };
}

interface Prepared<Row> {
  compiled: CompiledQuery<Row>;
  /** Where each value of the text comes from. */
  sources: ((parameters: readonly unknown[]) => unknown)[];
}

type RowOfValues = Readonly<Record<string, unknown>>;

/** What the text depends on: of rows the columns that have a value, and how many there are. */
function shapeOf(parameters: readonly unknown[]): string {
  let shape = '';
  for (const parameter of parameters) {
    if (isRow(parameter)) shape += `${columnsIn(parameter)};`;
    else if (isRows(parameter)) shape += `${parameter.map(columnsIn).join('+')};`;
    else shape += '.';
  }
  return shape;
}

function isRow(parameter: unknown): parameter is RowOfValues {
  return (
    typeof parameter === 'object' &&
    parameter !== null &&
    Object.getPrototypeOf(parameter) === Object.prototype
  );
}

function isRows(parameter: unknown): parameter is readonly RowOfValues[] {
  return Array.isArray(parameter) && (parameter.length === 0 || isRow(parameter[0]));
}

function hasFewRows(parameter: unknown): boolean {
  return !isRows(parameter) || parameter.length <= ROWS_MAX;
}

function columnsIn(row: RowOfValues): string {
  let columns = '';
  for (const column in row) if (row[column] !== undefined) columns += `${column},`;
  return columns;
}

/** Marks stand in for the values: one may occur at several places, beside values that are always the same. */
function compileOnce<Parameters extends readonly unknown[], Row>(
  name: string,
  build: (statements: QueryCreator<Tables>, ...parameters: Parameters) => Buildable<Row>,
  parameters: Parameters,
): Prepared<Row> {
  const found = new Map<unknown, Prepared<Row>['sources'][number]>();
  const markOf = (what: string, valueIn: (given: readonly unknown[]) => unknown) => {
    const mark = Symbol(what);
    found.set(mark, valueIn);
    return mark;
  };
  const marksOf = (row: RowOfValues, rowIn: (given: readonly unknown[]) => unknown) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, value]) => value !== undefined)
        .map(([column]) => [column, markOf(column, (given) => (rowIn(given) as RowOfValues)[column])]),
    );
  const marks = parameters.map((parameter, index) => {
    if (isRow(parameter)) return marksOf(parameter, (given) => given[index]);
    if (isRows(parameter))
      return parameter.map((row, place) => marksOf(row, (given) => (given[index] as RowOfValues[])[place]));
    return markOf(`parameter ${index + 1}`, (given) => given[index]);
  });
  const compiled = build(compiler, ...(marks as unknown as Parameters)).compile(compiler);
  for (const mark of found.keys())
    if (!compiled.parameters.includes(mark))
      throw new Error(`${String(mark)} is not in the text of the statement ${name}.`);
  return { compiled, sources: compiled.parameters.map((fixed) => found.get(fixed) ?? (() => fixed)) };
}
