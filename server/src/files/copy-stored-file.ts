import { constants, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import type { StoredBlob } from '../platform/blobs.ts';
import { newKey } from '../platform/ids.ts';
import type { FileDeps } from './check-stored-file.ts';
import { openStoredFile } from './open-stored-file.ts';
import { readFileFacts } from './read-file-facts.ts';
import { storeUpload } from './store-file.ts';

/**
 * Stores a file's bytes once more, compared with the hash that was taken of them at first: two things that may be
 * deleted one without the other never name the same bytes.
 *
 * @returns null once the file is gone
 * @throws StoredFileFault when its bytes are missing or damaged
 */
export async function copyStoredFile(
  deps: FileDeps & Pick<Deps, 'ids'>,
  fileId: number,
): Promise<StoredBlob | null> {
  const facts = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!facts) return null;
  const stored = await openStoredFile(deps, facts);
  const path = join(deps.blobs.incomingDir, `copy-${newKey(deps.ids)}`);
  try {
    await copyFile(stored.path, path, constants.COPYFILE_FICLONE);
    return await storeUpload(deps, { path, sha256: facts.sha256 });
  } finally {
    stored.close();
    await rm(path, { force: true });
  }
}
