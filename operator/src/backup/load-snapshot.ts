import { Fault } from '@paraph/domain';
import { deleteKeysWithoutFile } from '@paraph/server/files/api.ts';
import type pg from 'pg';
import type { SectionCount } from './count-sections.ts';
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
import { listTables } from './snapshot-store.ts';
import type { SectionHead } from './take-snapshot.ts';

interface Loading {
  queueSchema: string;
  count: SectionCount;
  onRows: (done: number) => void;
}

/**
 * Fills the database in one transaction, which also records that it is filled: after a kill it is empty or whole. The
 * triggers and references of the schema are those of its migrations.
 *
 * @throws Fault where the rows are not those that were counted, or a table is missing
 */
export async function loadSnapshot(
  client: pg.Client,
  parts: readonly AsyncIterable<Buffer>[],
  { queueSchema, count, onRows }: Loading,
): Promise<void> {
  const constraints = await beginLoading(client);
  const empty = new Set((await listTables(client)).map(({ table }) => table));
  let done = 0;
  for (const part of parts) {
    for await (const { head, bytes } of readSections(part)) {
      const section = head as SectionHead;
      const rows =
        'jobs' in section
          ? await copyJobsIn(client, queueSchema, bytes)
          : await loadSection(client, section, bytes);
      count.check(section, rows);
      if (!('table' in section)) continue;
      empty.delete(section.table);
      done += rows;
      onRows(done);
    }
  }
  count.end();
  const [missing] = empty;
  if (missing !== undefined) throw new Fault(`The backup does not have the table ${missing}.`);
  // The keys of a later snapshot are taken.
  await deleteKeysWithoutFile(client);
  await endLoading(client, constraints);
}

async function loadSection(
  client: pg.Client,
  section: Exclude<SectionHead, { jobs: true }>,
  bytes: AsyncIterable<Buffer>,
): Promise<number> {
  if ('table' in section) return copyTableIn(client, section, bytes);
  await setSequences(client, section.sequences);
  return section.sequences.length;
}

/** Of a later backup only what says what was erased before it was made. */
export async function loadErasures(client: pg.Client, part: AsyncIterable<Buffer>): Promise<void> {
  for await (const { head, bytes } of readSections(part)) {
    const section = head as SectionHead;
    if ('table' in section && isOfTombstones(section.table)) await copyTombstonesIn(client, section, bytes);
  }
}
