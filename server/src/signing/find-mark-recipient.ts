import type { Reads } from '../platform/database.ts';
import { findMarkByFile } from './signing-store.ts';

/** The recipient whose mark a stored file is; null where it is none. */
export async function findMarkRecipient(reads: Reads, fileId: number): Promise<number | null> {
  return (await findMarkByFile(reads, fileId))?.recipient_id ?? null;
}
