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
 * A statement with one parameter that is sent often and costs more to plan than to execute. It is built once. It names
 * its columns: a later migration must not change them while another process still runs.
 */
export function prepareStatement<Parameter, Row>(
  name: string,
  build: (statements: QueryCreator<Tables>, parameter: Parameter) => Compilable<Row>,
): (reads: Reads, parameter: Parameter) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | null = null;
  return async (reads, parameter) => {
    compiled ??= build(compiler, parameter).compile();
    names.set(compiled.sql, name);
    return (await reads.executeQuery<Row>({ ...compiled, parameters: [parameter] })).rows;
  };
}
