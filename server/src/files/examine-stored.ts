import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Deps } from '../deps.ts';
import { turnWithoutClient } from '../http/turn.ts';
import type { StoredBlob } from '../platform/blobs.ts';
import { newKey, sha256 } from '../platform/ids.ts';
import type { FileDeps } from './check-stored-file.ts';
import { type ExaminedDocument, examineDocument, type PlanBeside } from './examine-document.ts';
import { readFileBytes } from './read-file-bytes.ts';
import { storeUpload } from './store-file.ts';

/**
 * Looks into a stored PDF again, for places that are wanted only now. The stored bytes are never touched: where a
 * signature page had to be added, the longer file is stored beside them.
 *
 * @throws Refusal as `examineDocument` does; StoredFileFault
 */
export async function examineStored(
  deps: FileDeps & Pick<Deps, 'ids' | 'intake'>,
  file: { id: number; name: string; userId: number },
  plan: PlanBeside,
): Promise<{ examined: ExaminedDocument; replacement: StoredBlob | null }> {
  const bytes = await readFileBytes(deps, file.id);
  const path = join(deps.blobs.incomingDir, `examine-${newKey(deps.ids)}`);
  await writeFile(path, bytes, { mode: 0o600, flag: 'wx' });
  try {
    const turn = turnWithoutClient(`stored:${file.userId}`);
    const upload = { path, fileName: file.name, size: bytes.length, sha256: sha256(bytes), turn };
    const examined = await examineDocument(deps, upload, plan);
    const { replacement } = examined;
    return { examined, replacement: replacement ? await storeUpload(deps, replacement) : null };
  } finally {
    await rm(path, { force: true });
  }
}
