import { sql } from 'kysely';

/** One column of rows, for a statement that takes columns as arrays. */
export function listOf<Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] {
  return rows.map((row) => row[key]);
}

/** An array whose length the planner does not see: with it, a plan for these very values always seems cheaper. */
export function hidden(values: unknown, type: 'bigint' | 'text' | 'timestamptz') {
  return sql`(select ${values}::${sql.raw(type)}[])`;
}
