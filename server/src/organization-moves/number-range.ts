import { Fault } from '@paraph/domain';
import { findFirstAccountTime } from '../accounts/api.ts';
import type { Database, Tx } from '../database/database.ts';
import { countAfter } from '../usage/api.ts';
import { insertCell, raiseSequences, readCell } from './number-range-store.ts';

export { readCell } from './number-range-store.ts';

/** So many numbers has each cell: 8,999 cells are below 2^53, up to which numbers are exact everywhere. */
const CELL_NUMBERS = 10 ** 12;

/** The number after which those of a cell begin. */
export function beginningOf(cell: number): number {
  return cell * CELL_NUMBERS;
}

/**
 * Has every sequence begin in the range of the cell that the settings named at the first start, so that the rows of an
 * instance never have the numbers of another one. Again at each start: a migration may have added a table.
 *
 * @throws Fault where rows have numbers of another range already
 */
export async function provideNumberRange(database: Database, named: number | null): Promise<void> {
  await database.transaction().execute(async (tx) => {
    const cell = (await readCell(tx)) ?? (await begin(tx, named));
    if (named !== null && named !== cell)
      throw new Fault(
        `This instance gives the numbers of cell ${cell}, and not those of ${named}: PARAPH_CELL counts at its first ` +
          'start alone. Remove it, or start a new instance.',
      );
    if (cell > 0) await raiseSequences(tx, beginningOf(cell));
  });
}

async function begin(tx: Tx, named: number | null): Promise<number> {
  if (named === null || named === 0 || (await findFirstAccountTime(tx)) !== null) return 0;
  await insertCell(tx, named);
  await countAfter(tx, beginningOf(named));
  return named;
}
