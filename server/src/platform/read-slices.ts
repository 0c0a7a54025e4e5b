/**
 * Reads rows in the order of their ids, slice by slice, until one is not full: however many there are, one slice is in
 * memory.
 */
export async function* readSlices<Row>(
  limit: number,
  read: (slice: { after: number; limit: number }) => Promise<Row[]>,
  idOf: (row: Row) => number,
): AsyncGenerator<Row[]> {
  for (let after = 0; ; ) {
    const rows = await read({ after, limit });
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < limit) return;
    after = idOf(last);
  }
}
