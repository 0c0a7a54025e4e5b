import type { Reads } from '../platform/database.ts';
import { findMarksByIds } from './signing-store.ts';

/** The stored picture of each mark. */
export async function readMarkFiles(reads: Reads, markIds: readonly string[]): Promise<Map<string, number>> {
  const marks = await findMarksByIds(reads, markIds);
  return new Map(marks.map((mark) => [mark.id, mark.file_id]));
}
