import {
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
  type QueryExecutorProvider,
  type QueryResult,
} from 'kysely';
import type { NamedQuery } from './named-queries.ts';
import type { Tables } from './rows.generated.ts';

/** Each text costs memory here and in each connection: a further one is compiled at each call and has no name. */
const TEXTS_MAX = 16;
/** A statement with more rows hardly comes again. */
const ROWS_MAX = 8;

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

type Build<Parameters extends readonly unknown[], Row> = (
  statements: QueryCreator<Tables>,
  ...parameters: Parameters
) => Buildable<Row>;

/** What a prepared statement is sent on. */
export interface PreparedOn {
  executeQuery<Row>(query: NamedQuery<Row>): Promise<QueryResult<Row>>;
}

/**
 * A statement that is sent often, under a name: PostgreSQL parses and plans it once per connection. Kysely compiles it
 * once as well, which else takes a tenth of what an envelope costs. `build` is called with marks instead of values, so
 * its text must not depend on them, and each must occur in it. It names its columns: a later migration must not change
 * them while another process still runs.
 *
 * A parameter may be a row, or a list of rows: `statements.insertInto('files').values(row)`, `.set(changes)`. Then there
 * is one text, under a name of its own, for each set of columns and number of rows. What a row holds are values, not
 * expressions.
 */
export function prepareStatement<Parameters extends readonly unknown[], Row>(
  name: string,
  build: Build<Parameters, Row>,
): (reads: PreparedOn, ...parameters: Parameters) => Promise<Row[]> {
  const texts = new Map<string, PreparedText<Row>>();
  return async (reads, ...parameters) => {
    const shape = shapeOf(parameters);
    let text = texts.get(shape);
    if (!text) {
      text = compileText(name, build, parameters);
      if (texts.size < TEXTS_MAX && parameters.every(hasFewRows)) {
        text.query.name = texts.size === 0 ? name : `${name}-${texts.size + 1}`;
        texts.set(shape, text);
      }
    }
    const query: NamedQuery<Row> = {
      ...text.query,
      parameters: text.sources.map((valueIn) => valueIn(parameters)),
    };
    return (await reads.executeQuery(query)).rows;
  };
}

interface PreparedText<Row> {
  query: NamedQuery<Row>;
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

/** Marks stand in for the values: one may occur several times, beside values that are always the same. */
function compileText<Parameters extends readonly unknown[], Row>(
  name: string,
  build: Build<Parameters, Row>,
  parameters: Parameters,
): PreparedText<Row> {
  const sources = new Map<unknown, PreparedText<Row>['sources'][number]>();
  const markOf = (what: string, valueIn: (values: readonly unknown[]) => unknown) => {
    const mark = Symbol(what);
    sources.set(mark, valueIn);
    return mark;
  };
  const marksOf = (row: RowOfValues, rowIn: (values: readonly unknown[]) => unknown) =>
    Object.fromEntries(
      Object.entries(row)
        .filter(([, value]) => value !== undefined)
        .map(([column]) => [column, markOf(column, (values) => (rowIn(values) as RowOfValues)[column])]),
    );
  const marks = parameters.map((parameter, index) => {
    if (isRow(parameter)) return marksOf(parameter, (values) => values[index]);
    if (isRows(parameter))
      return parameter.map((row, nth) => marksOf(row, (values) => (values[index] as RowOfValues[])[nth]));
    return markOf(`parameter ${index + 1}`, (values) => values[index]);
  });
  const query: NamedQuery<Row> = build(compiler, ...(marks as unknown as Parameters)).compile(compiler);
  for (const mark of sources.keys())
    if (!query.parameters.includes(mark))
      throw new Error(`${String(mark)} is not in the text of the statement ${name}.`);
  return {
    query: { ...query },
    sources: query.parameters.map((fixed) => sources.get(fixed) ?? (() => fixed)),
  };
}
