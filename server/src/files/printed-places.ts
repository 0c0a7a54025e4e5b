import { type PrintedPlace, Refusal } from '@paraph/domain';
import { openIntakeBudget, requesterWithoutClient } from '@paraph/intake';
import { joinedSource } from '@paraph/pades';
import type { FirstPageDeps } from './first-page.ts';
import { readFileFacts } from './read-file-facts.ts';
import { openStoredFile } from './read-stored-file.ts';

/**
 * The printed places of a stored PDF, which is read in a limited child process.
 *
 * @throws Refusal `NOT_FOUND` when the file was deleted, `DOCUMENT_NOT_ACCEPTED` when its pages cost too much to be read,
 *   `SERVICE_UNAVAILABLE` when the machine is too busy; StoredFileFault
 */
export async function readPrintedPlaces(
  deps: FirstPageDeps,
  { fileId, names, caller }: { fileId: number; names: readonly string[]; caller: string },
): Promise<PrintedPlace[]> {
  const facts = (await readFileFacts(deps.database, [fileId])).get(fileId);
  if (!facts) throw new Refusal('NOT_FOUND', 'There is no such document.');
  const stored = await openStoredFile(deps, facts);
  try {
    const source = joinedSource([stored]);
    const options = { requester: requesterWithoutClient(caller), budget: openIntakeBudget(), isStored: true };
    const answer = await deps.intake.run({ kind: 'printed-places', source, names }, options);
    if (answer.kind === 'places') return answer.places;
    const reason = answer.kind === 'refused' ? (answer.reasons[0] ?? '') : '';
    throw new Refusal('DOCUMENT_NOT_ACCEPTED', `This PDF cannot be searched for printed places. ${reason}`);
  } finally {
    stored.close();
  }
}
