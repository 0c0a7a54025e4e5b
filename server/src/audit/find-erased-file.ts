import type { Reads } from '../database/database.ts';
import { findTombstoneOfFile } from './ledger-store.ts';

export interface ErasedFile {
  erasedAt: Date;
  /** Whether it was the sealed file, and not the upload. */
  isSealed: boolean;
}

/** What is still known of a file whose workflow was erased here: its hash is in the tombstone. */
export async function findErasedFile(reads: Reads, sha256: Buffer): Promise<ErasedFile | null> {
  const hash = sha256.toString('hex');
  const tombstone = await findTombstoneOfFile(reads, hash);
  if (!tombstone) return null;
  const files = tombstone.detail.files as readonly { sealed: string | null }[];
  return { erasedAt: tombstone.deleted_at, isSealed: files.some(({ sealed }) => sealed === hash) };
}
