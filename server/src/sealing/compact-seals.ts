import { listOf } from '../database/columns.ts';
import type { Deps } from '../deps.ts';
import { continuesFile, savePrefixes } from '../files/check-stored-file.ts';
import { removeReplaced } from '../files/delete-files.ts';
import { readFileFacts } from '../files/read-file-facts.ts';
import { addSeconds } from '../platform/clock.ts';
import { dropUpdates } from '../revisions/api.ts';
import { listSignedOriginals } from '../workflows/api.ts';
import { listToCompact, lockToCompact, type SealToCompact, saveCompacted } from './seal-store.ts';

/** What was just signed is read most: until then each of its states has its own bytes. */
const AFTER_SECONDS = 86_400;
/** Longer than any request takes between reading the row of a file and its bytes. */
const GRACE_SECONDS = 3_600;
const SLICE = 100;

/** What one run reads; every five minutes, this is 140 GB or 570,000 documents a day. */
const RUN = { documentsMax: 2_000, bytesMax: 512 * 1024 * 1024 };

type CompactDeps = Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>;

/**
 * A sealed file begins with the original and its revisions. A day after a workflow was signed, and once the sealed file
 * was read and compared, the original becomes a prefix of it, and the bytes of the revisions are dropped. What a run
 * verified is committed together; its blobs are removed later, so a kill loses nothing.
 */
export async function compactSeals(deps: CompactDeps, limits: typeof RUN = RUN) {
  const now = deps.clock.now();
  await removeReplaced(deps, { before: addSeconds(now, -GRACE_SECONDS), limit: limits.documentsMax });
  const before = addSeconds(now, -AFTER_SECONDS);
  const total = { documents: 0, bytes: 0 };
  let after: SealToCompact | undefined;
  while (total.documents < limits.documentsMax && total.bytes < limits.bytesMax) {
    const seals = await listToCompact(deps.database, { before, after, limit: SLICE });
    after = seals.at(-1);
    if (!after) break;
    await compactSlice(deps, seals, total);
  }
  return total;
}

async function compactSlice(
  deps: CompactDeps,
  seals: readonly SealToCompact[],
  total: { documents: number; bytes: number },
): Promise<void> {
  const originals = await listSignedOriginals(deps.database, listOf(seals, 'document_id'));
  const files = await readFileFacts(deps.database, [...originals.values(), ...listOf(seals, 'file_id')]);
  const looked: SealToCompact[] = [];
  const prefixes: { documentId: number; prefixId: number; wholeId: number }[] = [];
  for (const seal of seals) {
    const { document_id: documentId, file_id: wholeId } = seal;
    const prefixId = originals.get(documentId);
    // It has not ended yet: it is looked at again.
    if (prefixId === undefined) continue;
    looked.push(seal);
    const [whole, prefix] = [files.get(wholeId), files.get(prefixId)];
    if (!whole || !prefix) continue;
    total.documents += 1;
    total.bytes += whole.size;
    if (await continuesFile(deps, whole, prefix)) prefixes.push({ documentId, prefixId, wholeId });
  }
  const now = deps.clock.now();
  await deps.database.transaction().execute(async (tx) => {
    // Who erases a workflow, seals it or renews the seal meanwhile has changed these rows.
    const current = await lockToCompact(tx, looked);
    const unchanged = prefixes.filter(({ documentId }) => current.has(documentId));
    await savePrefixes(tx, unchanged, now);
    await dropUpdates(tx, listOf(unchanged, 'documentId'));
    await saveCompacted(tx, [...current], now);
  });
}
