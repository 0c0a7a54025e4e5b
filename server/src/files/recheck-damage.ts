import { checkStoredFile, type FileDeps } from './check-stored-file.ts';
import { type FileFinding, listDueFiles, listKnownDamage } from './file-store.ts';
import { toFacts } from './read-file-facts.ts';

const DAMAGED_MAX = 1_000;

export interface DamagedFile {
  id: number;
  blobKey: string;
  finding: FileFinding;
}

/** Reads files again that were found damaged or missing; answers those that still are, and if the scrub is late. */
export async function recheckDamage(
  deps: FileDeps,
  readBefore: Date,
): Promise<{ damaged: DamagedFile[]; isOverdue: boolean }> {
  const damaged: DamagedFile[] = [];
  for (const row of await listKnownDamage(deps.database, { limit: DAMAGED_MAX })) {
    const { finding } = await checkStoredFile(deps, toFacts(row));
    if (finding !== null) damaged.push({ id: row.id, blobKey: row.blob_key, finding });
  }
  const overdue = await listDueFiles(deps.database, { before: readBefore, limit: 1 });
  return { damaged, isOverdue: overdue.length > 0 };
}
