import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '@paraph/domain';
import type { Deps } from '@paraph/server/deps.ts';
import {
  listStagedFiles,
  type StagedFile,
  type Staging,
  saveStoredFile,
} from '@paraph/server/organization-moves/api.ts';
import { newDatedKey, newKey } from '@paraph/server/platform/ids.ts';
import type { StoredBlob } from '@paraph/storage';
import { type ArchivedFile, listArchived, type Reading, readFileOf } from './verify-organization.ts';

type StoreDeps = Pick<Deps, 'blobs' | 'clock' | 'ids'>;

/** Stores the files of an archive, and says in their staged rows where they are. @throws Fault where one is missing */
export async function storeFiles(deps: StoreDeps, staging: Staging, reading: Reading): Promise<void> {
  const byHash = new Map<string, StagedFile[]>();
  for (const file of await listStagedFiles(staging))
    byHash.set(file.hash, [...(byHash.get(file.hash) ?? []), file]);
  for await (const archived of listArchived(reading)) {
    for (const { id, isPart } of byHash.get(archived.hash) ?? []) {
      // Its bytes are those of the file that it is the beginning of.
      const stored = isPart ? null : await storeFile(deps, reading, archived);
      const key = stored?.key ?? newDatedKey(deps.ids, deps.clock.now());
      const chunkDigests = stored?.chunkDigests ?? null;
      await saveStoredFile(staging, { id, key, chunkDigests, now: deps.clock.now() });
    }
    byHash.delete(archived.hash);
  }
  const [missing] = byHash.keys();
  if (missing !== undefined) throw new Fault(`The file ${missing} is not in the archive.`);
}

async function storeFile(deps: StoreDeps, reading: Reading, archived: ArchivedFile): Promise<StoredBlob> {
  const path = join(deps.blobs.incomingDir, newKey(deps.ids));
  const file = await open(path, 'wx', 0o600);
  try {
    const isWhole = await readFileOf(reading, archived, async (piece) => {
      await file.write(piece);
    });
    await file.close();
    if (!isWhole) throw new Fault(`The file ${archived.hash} in the archive is missing or was changed.`);
    return await deps.blobs.adopt(path, Buffer.from(archived.hash, 'hex'));
  } finally {
    await file.close().catch(() => {});
    await rm(path, { force: true });
  }
}
