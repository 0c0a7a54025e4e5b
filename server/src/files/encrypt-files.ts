import type { Deps } from '../deps.ts';
import { addSeconds } from '../platform/clock.ts';
import { listUnencryptedFiles, replaceBlob } from './blob-key-store.ts';
import { type FileDeps, inspectStoredFile, recordInspection } from './check-stored-file.ts';
import { removeReplaced } from './delete-files.ts';
import { type FileFacts, toFacts } from './read-file-facts.ts';
import { storeExtended } from './store-file.ts';

const SLICE = 100;
/** What one run encrypts; every five minutes, this is 140 GB or 570,000 files a day. */
const RUN = { filesMax: 2_000, bytesMax: 512 * 1024 * 1024 };
/** Longer than any request takes between reading the row of a file and its bytes. */
const GRACE_SECONDS = 3_600;
/** After a pass that reached the end, for files that a process without the setting stored since. */
const PAUSE_SECONDS = 86_400;

type EncryptFilesDeps = FileDeps & Pick<Deps, 'config'>;

/**
 * Encrypts the files that were stored before the setting was, a bounded number with each call. The encrypted bytes get
 * a new blob, which the row names by one statement: a kill leaves either, and the sweeper removes the other.
 */
export function openFileEncryption(
  deps: EncryptFilesDeps,
  limits: typeof RUN = RUN,
): () => Promise<{ files: number; bytes: number }> {
  // Where this process has come to: a new one begins again, and passes over what is encrypted.
  let after = 0;
  let dueAt = new Date(0);
  return async () => {
    const total = { files: 0, bytes: 0 };
    if (deps.config.encryption === null) return total;
    const before = addSeconds(deps.clock.now(), -GRACE_SECONDS);
    await removeReplaced(deps, { before, limit: RUN.filesMax });
    if (deps.clock.now() < dueAt) return total;
    while (total.files < limits.filesMax && total.bytes < limits.bytesMax) {
      const rows = await listUnencryptedFiles(deps.database, { after, limit: SLICE });
      if (rows.length === 0) {
        after = 0;
        dueAt = addSeconds(deps.clock.now(), PAUSE_SECONDS);
        break;
      }
      for (const file of rows.map(toFacts)) {
        if (total.files >= limits.filesMax || total.bytes >= limits.bytesMax) break;
        if (await encryptFile(deps, file)) {
          total.files += 1;
          total.bytes += file.size;
        }
        after = file.id;
      }
    }
    if (total.files > 0) deps.log.info(total, 'encrypted stored files');
    return total;
  };
}

/** False where it is damaged or missing, and stays as it is. */
async function encryptFile(deps: EncryptFilesDeps, file: FileFacts): Promise<boolean> {
  const inspection = await inspectStoredFile(deps, file);
  if (inspection.finding !== null) {
    await recordInspection(deps, file, inspection);
    return false;
  }
  const blob = await storeExtended(deps, file, { updates: [], sha256: file.sha256 });
  return deps.database
    .transaction()
    .execute((tx) => replaceBlob(tx, file.id, { from: file.blobKey, to: blob.key, now: deps.clock.now() }));
}
