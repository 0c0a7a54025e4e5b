/**
 * All columns of a table by name; the types notice one that is missing. A statement with `*` is planned anew at each
 * call, because a later version may add a column while this one still runs (`prepared-statements.ts`).
 */
export function columnsOf<Row>(columns: { readonly [Column in keyof Row]: true }): (keyof Row & string)[] {
  return Object.keys(columns) as (keyof Row & string)[];
}
