import type { ByteSource } from '@paraph/pades';
import { StoredFileFault } from '../platform/fault.ts';
import { openFileSource } from '../platform/file-source.ts';
import { type FileDeps, inspectStoredFile, recordInspection } from './check-stored-file.ts';
import type { FileFacts } from './read-file-facts.ts';

/** A stored file as the signature engine reads it, and its path. The caller closes it. */
export interface OpenStoredFile {
  source: ByteSource;
  path: string;
  close(): void;
}

/**
 * Opens a stored file for the engine after verifying its hash.
 *
 * @throws StoredFileFault if the file is missing or damaged
 */
export async function openStoredFile(
  deps: FileDeps,
  file: Pick<FileFacts, 'id' | 'blobKey' | 'sha256'>,
): Promise<OpenStoredFile> {
  const inspection = await inspectStoredFile(deps, file);
  if (inspection.finding !== null) {
    await recordInspection(deps, file, inspection);
    throw new StoredFileFault(file.id, inspection.finding);
  }
  const path = deps.blobs.pathOf(file.blobKey);
  const source = openFileSource(path);
  return { source, path, close: () => source.close() };
}
