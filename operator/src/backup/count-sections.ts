import { Fault } from '@paraph/domain';
import type { Manifest } from './manifest.ts';
import { KEY_TABLES } from './snapshot-store.ts';
import type { SectionHead } from './take-snapshot.ts';

/** Compares the sections of a snapshot with what its manifest counts. */
export interface SectionCount {
  /** @throws Fault where a section is not counted, is there twice or has another number of rows */
  check(head: SectionHead, rows: number): void;
  /** @throws Fault where a section is missing */
  end(): void;
}

/** The keys of documents are those of the newest snapshot, which counts them. */
export function countSections({ manifest, newest }: Record<'manifest' | 'newest', Manifest>): SectionCount {
  const left = new Map([
    ...Object.entries(manifest.rows).map(([table, rows]) => {
      const counted = KEY_TABLES.includes(table) ? newest.rows[table] : rows;
      return [nameOf({ table }), counted] as const;
    }),
    ['the waiting jobs', manifest.jobs] as const,
    ['the sequences', manifest.sequences] as const,
  ]);
  return {
    check(head, rows) {
      const name = nameOf(head);
      if (left.get(name) !== rows) throw notCounted(name);
      left.delete(name);
    },
    end() {
      const [missing] = left.keys();
      if (missing !== undefined) throw notCounted(missing);
    },
  };
}

function nameOf(head: SectionHead | { table: string }): string {
  if ('jobs' in head) return 'the waiting jobs';
  return 'sequences' in head ? 'the sequences' : `the table ${head.table}`;
}

function notCounted(name: string): Fault {
  return new Fault(`The rows of ${name} are not those that the backup counts.`);
}

const LINE_END = 0x0a;

/** The rows in the bytes of a section: COPY ends each with a line, and escapes those within values. */
export async function countRows(bytes: AsyncIterable<Buffer>): Promise<number> {
  let rows = 0;
  for await (const piece of bytes)
    for (let at = piece.indexOf(LINE_END); at >= 0; at = piece.indexOf(LINE_END, at + 1)) rows += 1;
  return rows;
}
