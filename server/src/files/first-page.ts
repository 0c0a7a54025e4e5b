import { openIntakeBudget, requesterWithoutClient } from '@paraph/intake';
import { joinedSource } from '@paraph/pades';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { FileDeps } from './check-stored-file.ts';
import { readFileFacts } from './read-file-facts.ts';
import { openStoredFile } from './read-stored-file.ts';
import { insertFile, storeBytes } from './store-file.ts';

export type FirstPageDeps = FileDeps & Pick<Deps, 'intake'>;

/**
 * Makes the picture of a document's first page when it is asked for the first time: most are never looked at. `name`
 * enters the file that `insert` creates in the row of the document, unless that has one by now, and returns it.
 *
 * @returns its file; null if the document was deleted meanwhile, or cannot be drawn
 * @throws Refusal `SERVICE_UNAVAILABLE` when the machine is too busy; StoredFileFault
 */
export async function makeFirstPage(
  deps: FirstPageDeps,
  originalFileId: number,
  name: (tx: Tx, insert: () => Promise<number>) => Promise<number | null>,
): Promise<number | null> {
  const picture = await drawFirstPage(deps, originalFileId);
  if (!picture) return null;
  const blob = await storeBytes(deps, picture);
  return deps.database
    .transaction()
    .execute((tx) => name(tx, () => insertFile(tx, blob, { format: 'png', now: deps.clock.now() })));
}

/**
 * Draws the first page of a file, followed by the updates of later revisions.
 *
 * @returns null if the file was deleted, or cannot be drawn
 * @throws Refusal `SERVICE_UNAVAILABLE` when the machine is too busy; StoredFileFault
 */
export async function drawFirstPage(
  deps: FirstPageDeps,
  fileId: number,
  updates: readonly Buffer[] = [],
): Promise<Buffer | null> {
  const facts = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!facts) return null;
  const stored = await openStoredFile(deps, facts);
  try {
    const options = { requester: requesterWithoutClient(`first-page:${fileId}`), budget: openIntakeBudget() };
    const source = joinedSource([stored, ...updates]);
    const answer = await deps.intake.run({ kind: 'first-page', source }, options);
    return answer.kind === 'picture' ? Buffer.from(answer.bytes, 'base64') : null;
  } finally {
    stored.close();
  }
}
