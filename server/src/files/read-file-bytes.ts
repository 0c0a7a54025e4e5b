import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import { type FileFacts, readFileFacts } from './read-file-facts.ts';

/** A stored file's bytes, checked against the hash that was taken when they were stored. */
export async function readFileBytes(deps: Pick<Deps, 'database' | 'blobs'>, fileId: number): Promise<Buffer> {
  const facts = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!facts) throw new Error(`there is no file ${fileId}`);
  return readBytesOf(deps, facts);
}

/** The same where the row is known already. */
export async function readBytesOf(
  deps: Pick<Deps, 'blobs'>,
  file: Pick<FileFacts, 'id' | 'blobKey' | 'sha256'>,
): Promise<Buffer> {
  const bytes = await deps.blobs.read(file.blobKey);
  if (!sha256(bytes).equals(file.sha256)) {
    throw new Error(`file ${file.id} is not what was stored; restore blob ${file.blobKey} from the backup`);
  }
  return bytes;
}
