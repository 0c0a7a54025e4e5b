import type { Tx } from '../platform/database.ts';
import { type FileFinding, lockFile, saveReported } from './file-store.ts';

/**
 * Takes the finding of a file that nobody was told of yet, and marks it as told, in the caller's transaction.
 * Undefined where there is nothing new; null where the file is whole again.
 */
export async function consumeNewFinding(tx: Tx, fileId: number): Promise<FileFinding | null | undefined> {
  const file = await lockFile(tx, fileId);
  if (!file || file.finding === file.reported_finding) return undefined;
  await saveReported(tx, fileId, file.finding);
  return file.finding;
}
