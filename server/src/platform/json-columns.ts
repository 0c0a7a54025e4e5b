import { type Expression, type RawBuilder, sql } from 'kysely';
import type { JsonRow } from './json-rows.ts';

/** Rows as PostgreSQL returns them with `jsonColumnsFrom`: the values of each column in one array; null without rows. */
export type JsonColumns<Row> = { [Name in keyof Row]: Row[Name][] | null };

/**
 * The rows of a query as part of a statement, column by column: PostgreSQL looks up how to write a type once per
 * column instead of once per value, and no name is written or read again for each row.
 */
export function jsonColumnsFrom<Row, Name extends keyof Row & string>(
  rows: Expression<Row>,
  names: readonly Name[],
): RawBuilder<JsonColumns<JsonRow<Pick<Row, Name>>>> {
  const columns = names.map((name) => sql`json_agg(${sql.id(name)}) as ${sql.id(name)}`);
  return sql`(select row_to_json(kept) from (select ${sql.join(columns)} from ${rows} as asked) as kept)`;
}

/** What such a part returned, row by row. */
export function rowsOfColumns<Row extends object>(columns: JsonColumns<Row>): Row[] {
  const names = Object.keys(columns) as (keyof Row)[];
  const values = names.map((name) => columns[name] ?? []);
  const count = values[0]?.length ?? 0;
  const rows: Row[] = [];
  for (let at = 0; at < count; at += 1) {
    const row = {} as Row;
    for (let place = 0; place < names.length; place += 1) {
      row[names[place] as keyof Row] = values[place]?.[at] as Row[keyof Row];
    }
    rows.push(row);
  }
  return rows;
}
