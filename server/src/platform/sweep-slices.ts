import type { Database, Tx } from './database.ts';

/** How many rows one transaction of a sweep takes: few enough that no other transaction waits for its locks. */
export const SLICE_ROWS = 1_000;

/** Which old rows a slice looks at: those made before a date, from an id on. */
export interface OldRows {
  before: Date;
  after: number;
  rowsMax: number;
}

export interface OldRow<WorkflowId = number> {
  id: number;
  workflowId: WorkflowId;
}

/**
 * Removes what `removeSlice` finds, a slice in each transaction, until there is no whole slice left. Answers how many
 * rows were removed.
 */
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

/** The same where each slice keeps some of the rows that it finds: the next one begins after them. */
export async function sweepOldRows<Row extends { id: number }>(
  deps: { database: Database },
  before: Date,
  slice: {
    lock(tx: Tx, rows: OldRows): Promise<Row[]>;
    /** Answers how many rows it removed. */
    remove(tx: Tx, found: readonly Row[]): Promise<number>;
  },
): Promise<number> {
  let [total, after] = [0, 0];
  await sweepSlices(deps, async (tx, rowsMax) => {
    const found = await slice.lock(tx, { before, after, rowsMax });
    total += await slice.remove(tx, found);
    after = found.at(-1)?.id ?? after;
    return found.length;
  });
  return total;
}
