import type { Reads } from '../platform/database.ts';
import { findSignatureImageByFile } from './signing-store.ts';

/** The recipient whose signature image a stored file is; null when it is none. */
export async function findSignatureImageRecipient(reads: Reads, fileId: number): Promise<number | null> {
  return (await findSignatureImageByFile(reads, fileId))?.recipient_id ?? null;
}
