import { createReadStream } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { listWrappingKeys } from '@paraph/server/files/api.ts';
import type pg from 'pg';
import { byteFrames, headFrame } from './frames.ts';
import type { PartName } from './manifest.ts';
import { readLines } from './part.ts';
import {
  beginSnapshot,
  copyBlobNamesOut,
  copyJobsOut,
  copyTableOut,
  KEY_TABLES,
  listSequences,
  listTables,
  type SequenceState,
  type TableHead,
} from './snapshot-store.ts';

/** What the next bytes of the part are. */
export type SectionHead = TableHead | { sequences: SequenceState[] } | { jobs: true };

export interface SnapshotRows {
  migration: string;
  rows: Record<string, number>;
  jobs: number;
  sequences: number;
  wrappingKeys: string[];
  files: number;
}

interface Into {
  /** For the names of all stored files. */
  namesPath: string;
  queueSchema: string;
  write(part: PartName, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  onTable(done: number, total: number): void;
}

/**
 * Reads the whole database as it is at one moment, and the names of all stored files as it knows them. The transaction
 * is over when this returns: files are copied later, and cannot change.
 */
export async function readDatabase(
  client: pg.Client,
  { namesPath, queueSchema, write, onTable }: Into,
): Promise<SnapshotRows> {
  const { migration } = await beginSnapshot(client);
  try {
    const tables = await listTables(client);
    const counts: Record<string, number> = {};
    const isKeyTable = ({ table }: TableHead) => KEY_TABLES.includes(table);
    onTable(0, tables.length);
    const onRows = (table: string, rows: number) => {
      counts[table] = rows;
      onTable(Object.keys(counts).length, tables.length);
    };
    const read = (some: TableHead[]) => readTables(client, some, onRows);
    const rest = { jobs: 0, sequences: 0 };
    const readingRest = readRest(client, { queueSchema, counts: rest });
    await write('database', joined(read(tables.filter((table) => !isKeyTable(table))), readingRest));
    await write('blob-keys', read(tables.filter(isKeyTable)));
    await writeFile(namesPath, copyBlobNamesOut(client), { mode: 0o600 });
    const wrappingKeys = await listWrappingKeys(client);
    let files = 0;
    for await (const _line of readLines(createReadStream(namesPath))) files += 1;
    return { migration, rows: counts, ...rest, wrappingKeys, files };
  } finally {
    await client.query('rollback');
  }
}

async function* readTables(
  client: pg.Client,
  tables: readonly TableHead[],
  onRows: (table: string, rows: number) => void,
): AsyncIterable<Buffer> {
  for (const table of tables) {
    yield* headFrame(table);
    yield* byteFrames(copyTableOut(client, table, (rows) => onRows(table.table, rows)));
  }
}

async function* joined(...lists: AsyncIterable<Buffer>[]): AsyncIterable<Buffer> {
  for (const list of lists) yield* list;
}

async function* readRest(
  client: pg.Client,
  { queueSchema, counts }: { queueSchema: string; counts: { jobs: number; sequences: number } },
): AsyncIterable<Buffer> {
  yield* headFrame({ jobs: true });
  yield* byteFrames(copyJobsOut(client, queueSchema, (jobs) => (counts.jobs = jobs)));
  const sequences = await listSequences(client);
  counts.sequences = sequences.length;
  yield* headFrame({ sequences });
}

/** A stored file as the database knows it. */
export interface NamedBlob {
  name: string;
  /** Of the document; what is stored is longer if it is encrypted. */
  size: number;
  sha256: string;
  isEncrypted: boolean;
}

export async function* readNames(path: string): AsyncIterable<NamedBlob> {
  for await (const line of readLines(createReadStream(path))) {
    const [name = '', size, sha256 = '', encrypted] = line.split('\t');
    yield { name, size: Number(size), sha256, isEncrypted: encrypted === 't' };
  }
}
