import {
  type AliasableExpression,
  type Compilable,
  type CompiledQuery,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryCreator,
  sql,
} from 'kysely';
import pg from 'pg';
import type { Reads } from './database.ts';
import { openHeldBegin } from './held-begin.ts';
import type { Tables } from './tables.ts';

/** The names of statements that files prepare, by their texts. */
const names = new Map<string, string>();

/** A text that is sent so often is planned once per connection: planning costs most of them more than executing. */
const SENT_MIN = 20;
/** Each costs memory in each connection of PostgreSQL. */
const NAMED_MAX = 200;
const TEXTS_MAX = 2_000;

/**
 * The clients of a pool: they send a statement that has a name under it, so that PostgreSQL parses and plans it once
 * per connection. What they send often gets a name by itself.
 */
export function preparingClient(): typeof pg.Client {
  const nameOften = nameWhatIsSentOften();
  class PreparingClient extends pg.Client {
    readonly send = openHeldBegin(this, (...given) => Reflect.apply(pg.Client.prototype.query, this, given));
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
    if (!prepared) {
      prepared = compileOnce(build, parameters.length);
      names.set(prepared.compiled.sql, name);
    }
    const { compiled, places } = prepared;
    const values = compiled.parameters.map((fixed, index) => {
      const place = places[index] ?? -1;
      return place < 0 ? fixed : parameters[place];
    });
    return (await reads.executeQuery<Row>({ ...compiled, parameters: values })).rows;
  };
}

/** What a statement that finds a user reads besides, so that a request needs one round trip instead of two. */
export interface ExtraColumn {
  /** The same for all of a kind, which differ in their parameters alone. */
  name: string;
  parameters: readonly unknown[];
  columnOf(userId: Expression<number | null>, parameters: readonly unknown[]): AliasableExpression<unknown>;
}

/** A statement that others may add a column to: each kind of it is prepared by itself. */
export function prepareExtensible<Parameters extends readonly unknown[], Row>(
  name: string,
  build: (
    statements: QueryCreator<Tables>,
    extraOf: (userId: Expression<number | null>) => AliasableExpression<unknown>,
    ...parameters: Parameters
  ) => Compilable<Row>,
): (reads: Reads, extra: ExtraColumn | null, ...parameters: Parameters) => Promise<Row[]> {
  const kinds = new Map<string | null, (reads: Reads, ...parameters: unknown[]) => Promise<Row[]>>();
  return (reads, extra, ...parameters) => {
    const kind = extra?.name ?? null;
    const count = parameters.length;
    let prepared = kinds.get(kind);
    if (!prepared) {
      prepared = prepareStatement(kind === null ? name : `${name}-${kind}`, (statements, ...given) => {
        const extraOf = (userId: Expression<number | null>) =>
          extra?.columnOf(userId, given.slice(count)) ?? sql<null>`null`;
        return build(statements, extraOf, ...(given.slice(0, count) as unknown as Parameters));
      });
      kinds.set(kind, prepared);
    }
    return prepared(reads, ...parameters, ...(extra?.parameters ?? []));
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
