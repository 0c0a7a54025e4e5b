import type pg from 'pg';
import { deleteKeysWithoutFile } from '../files/api.ts';
import { Fault } from '../platform/fault.ts';
import { readSections } from './frames.ts';
import {
  beginLoading,
  copyJobsIn,
  copyTableIn,
  copyTombstonesIn,
  endLoading,
  isOfTombstones,
  setSequences,
} from './restore-store.ts';
import { KEY_TABLES } from './snapshot-store.ts';
import type { SectionHead } from './take-snapshot.ts';

/**
 * Fills the database in one transaction, which also records that it is filled: after a kill it is empty or whole. The
 * triggers and references of the schema are those of its migrations.
 *
 * @throws Fault where the rows are not those that were counted
 */
export async function loadSnapshot(
  client: pg.Client,
  parts: readonly AsyncIterable<Buffer>[],
  { rows, onRows }: { rows: Record<string, number>; onRows: (done: number) => void },
): Promise<void> {
  const constraints = await beginLoading(client);
  const left = new Map(Object.entries(rows));
  let done = 0;
  for (const part of parts) {
    for await (const { head, bytes } of readSections(part)) {
      const section = head as SectionHead;
      if ('jobs' in section) await copyJobsIn(client, bytes);
      else if ('sequences' in section) await setSequences(client, section.sequences);
      else {
        const count = await copyTableIn(client, section, bytes);
        const isCounted = left.get(section.table) === count || KEY_TABLES.includes(section.table);
        if (!isCounted) throw notCounted(section.table);
        left.delete(section.table);
        done += count;
        onRows(done);
      }
    }
  }
  const [missing] = left.keys();
  if (missing !== undefined) throw notCounted(missing);
  // The keys of a later snapshot are taken.
  await deleteKeysWithoutFile(client);
  await endLoading(client, constraints);
}

/** Of a later backup only what says what was erased before it was made. */
export async function loadErasures(client: pg.Client, part: AsyncIterable<Buffer>): Promise<void> {
  for await (const { head, bytes } of readSections(part)) {
    const section = head as SectionHead;
    if ('table' in section && isOfTombstones(section.table)) await copyTombstonesIn(client, section, bytes);
  }
}

function notCounted(table: string): Fault {
  return new Fault(`The rows of the table ${table} are not those that the backup counts.`, {
    retryable: false,
  });
}
