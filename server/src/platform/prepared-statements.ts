import {
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
} from 'kysely';
import pg from 'pg';
import type { Reads } from './database.ts';
import type { Tables } from './tables.ts';

/** The names of prepared statements, by their texts. */
const names = new Map<string, string>();

/** Sends a statement that has a name under it: PostgreSQL parses and plans it once per connection. */
export class PreparingClient extends pg.Client {}

PreparingClient.prototype.query = function (this: pg.Client, ...given: unknown[]) {
  const [text, values] = given;
  const name = typeof text === 'string' ? names.get(text) : undefined;
  return Reflect.apply(pg.Client.prototype.query, this, name ? [{ name, text, values }] : given);
} as pg.Client['query'];

const compiler = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/**
 * A statement that is sent often and costs more to plan than to execute. It is built once, so its text must not depend
 * on the parameters. It names its columns: a later migration must not change them while another process still runs.
 */
export function prepareStatement<Parameters extends readonly unknown[], Row>(
  name: string,
  build: (statements: QueryCreator<Tables>, ...parameters: Parameters) => Compilable<Row>,
): (reads: Reads, ...parameters: Parameters) => Promise<Row[]> {
  let prepared: { compiled: CompiledQuery<Row>; places: number[] } | null = null;
  return async (reads, ...parameters) => {
    prepared ??= compileOnce(build, parameters.length);
    const { compiled, places } = prepared;
    names.set(compiled.sql, name);
    const values = compiled.parameters.map((fixed, index) => {
      const place = places[index] ?? -1;
      return place < 0 ? fixed : parameters[place];
    });
    return (await reads.executeQuery<Row>({ ...compiled, parameters: values })).rows;
  };
}

/** Marks stand in for the parameters: one may occur at several places, beside values that are always the same. */
function compileOnce<Parameters extends readonly unknown[], Row>(
  build: (statements: QueryCreator<Tables>, ...parameters: Parameters) => Compilable<Row>,
  count: number,
) {
  const marks = Array.from({ length: count }, (_each, index) => Symbol(`parameter ${index + 1}`));
  const compiled = build(compiler, ...(marks as unknown as Parameters)).compile();
  return { compiled, places: compiled.parameters.map((value) => marks.indexOf(value as symbol)) };
}
