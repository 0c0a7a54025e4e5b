import type { Database, Tx } from './database.ts';

/** Rows per transaction of a sweep: few enough that its locks delay no other transaction noticeably. */
export const SLICE_ROWS = 1_000;

/** The rows of a slice: created before a date, from an id on. */
export interface OldRows {
  before: Date;
  after: number;
  rowsMax: number;
}

export interface OldRow<WorkflowId = number> {
  id: number;
  workflowId: WorkflowId;
}

/** Calls `removeSlice` in one transaction per slice, until one is not full; returns the number of removed rows. */
export async function sweepSlices(
  { database }: { database: Database },
  removeSlice: (tx: Tx, rowsMax: number) => Promise<number>,
): Promise<number> {
  for (let total = 0; ; ) {
    const removed = await database.transaction().execute((tx) => removeSlice(tx, SLICE_ROWS));
    total += removed;
    if (removed < SLICE_ROWS) return total;
  }
}

/** For slices of which some rows stay: the next slice begins after them. */
export async function sweepOldRows<Row extends { id: number }>(
  deps: { database: Database },
  before: Date,
  slice: {
    lock(tx: Tx, rows: OldRows): Promise<Row[]>;
    /** Returns the number of removed rows. */
    remove(tx: Tx, rows: readonly Row[]): Promise<number>;
  },
): Promise<number> {
  let [total, after] = [0, 0];
  await sweepSlices(deps, async (tx, rowsMax) => {
    const rows = await slice.lock(tx, { before, after, rowsMax });
    total += await slice.remove(tx, rows);
    after = rows.at(-1)?.id ?? after;
    return rows.length;
  });
  return total;
}

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
