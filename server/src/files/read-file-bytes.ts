import { sha256 } from '../platform/ids.ts';
import { type FileDeps, faultOf } from './check-stored-file.ts';
import { type FileFacts, readFileFacts } from './read-file-facts.ts';

/**
 * Reads a stored file and verifies its hash.
 *
 * @throws StoredFileFault if the file is missing or damaged
 */
export async function readFileBytes(deps: FileDeps, fileId: number): Promise<Buffer> {
  const facts = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!facts) throw new Error(`there is no file ${fileId}`);
  return readBytesOf(deps, facts);
}

/** For a file whose row is already loaded. */
export async function readBytesOf(
  deps: FileDeps,
  file: Pick<FileFacts, 'id' | 'blobKey' | 'sha256'>,
): Promise<Buffer> {
  const bytes = await deps.blobs.read(file.blobKey).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!bytes || !sha256(bytes).equals(file.sha256)) throw await faultOf(deps, file);
  return bytes;
}
