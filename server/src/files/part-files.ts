import { createHash } from 'node:crypto';
import { readPieces } from '@paraph/storage';
import { type FileDeps, ignoreUnreadable, openBlob } from './check-stored-file.ts';
import type { FileFacts } from './read-file-facts.ts';

export { saveParts } from './blob-key-store.ts';

type ComparedFile = Pick<FileFacts, 'blobKey' | 'sha256' | 'size'>;

/** Reads a stored file: whether its bytes are those that were stored, and the first of them those of the other file. */
export async function continuesFile(
  deps: Pick<FileDeps, 'blobs'>,
  whole: ComparedFile,
  part: ComparedFile,
): Promise<boolean> {
  const reader = await openBlob(deps, whole.blobKey);
  if (!reader) return false;
  const hash = createHash('sha256');
  let [at, begins] = [0, false];
  try {
    for await (const piece of readPieces(reader)) {
      const rest = part.size - at;
      const first = rest > 0 && rest <= piece.length ? rest : 0;
      hash.update(piece.subarray(0, first));
      if (first > 0) begins = hash.copy().digest().equals(part.sha256);
      hash.update(piece.subarray(first));
      at += piece.length;
    }
    return begins && hash.digest().equals(whole.sha256);
  } catch (error) {
    ignoreUnreadable(error as Error);
    return false;
  } finally {
    await reader.close();
  }
}
