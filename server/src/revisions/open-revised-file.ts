import { assertPresent } from '@paraph/domain';
import { joinedSource } from '@paraph/pades';
import type { Reads } from '../database/database.ts';
import { checkStoredFile, type FileDeps, faultOf } from '../files/check-stored-file.ts';
import type { FileFacts } from '../files/read-file-facts.ts';
import { openStoredCopy, openUnverifiedFile, readBytesOf } from '../files/read-stored-file.ts';
import type { Appended } from '../files/serve-file.ts';
import { listUpdates } from './revision-store.ts';

export type Original = Pick<FileFacts, 'blobKey' | 'id' | 'sha256'>;

/** What follows the original of a document now; null in a draft. */
export async function readAppended(reads: Reads, documentId: number): Promise<Appended | null> {
  const rows = await listUpdates(reads, documentId);
  const last = rows.at(-1);
  return last ? { updates: rows.map(({ bytes }) => bytes), sha256: last.sha256 } : null;
}

/**
 * The whole bytes of a stored file, followed by the revisions of a document if one is named.
 *
 * @throws StoredFileFault if the file is missing or damaged
 */
export async function readRevisedBytes(
  deps: FileDeps,
  { file, documentId }: { file: Original; documentId: number | null },
): Promise<Buffer> {
  const appended = documentId === null ? null : await readAppended(deps.database, documentId);
  return Buffer.concat([await readBytesOf(deps, file), ...(appended?.updates ?? [])]);
}

/**
 * Opens the latest revision of a document without reading it: the caller hashes the whole to sign it, and compares.
 * `findDamage` reads the original after it could not be signed; null if its bytes are those that were stored.
 *
 * @throws StoredFileFault if the original is missing
 */
export async function openLatestRevision(
  deps: FileDeps,
  { documentId, original }: { documentId: number; original: Original },
) {
  const updates = await listUpdates(deps.database, documentId);
  const latest = assertPresent(updates.at(-1), `a revision of document ${documentId}`);
  const stored = await openUnverifiedFile(deps, original);
  return {
    source: joinedSource([stored, ...updates.map(({ bytes }) => bytes)]),
    latest,
    findDamage: async (): Promise<Error | null> =>
      (await checkStoredFile(deps, original)).finding === null ? null : faultOf(deps, original),
    close: () => stored.close(),
  };
}

/**
 * Opens a copy of the original, after verifying its hash, followed by its revisions; with the hash over all of it. More
 * can be stored behind the copy, which the caller closes.
 *
 * @throws StoredFileFault if the original is missing or damaged
 */
export async function openRevisedFile(
  deps: FileDeps,
  { documentId, original }: { documentId: number; original: Original },
) {
  const { updates = [] } = (await readAppended(deps.database, documentId)) ?? {};
  const { copy, hash } = await openStoredCopy(deps, original);
  const hashed = hash.copy();
  for (const update of updates) hashed.update(update);
  return { source: joinedSource([copy.source, ...updates]), updates, copy, hashed };
}
