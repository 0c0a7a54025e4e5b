import { addSeconds } from '../platform/clock.ts';
import { type FileDeps, inspectStoredFile, recordInspection } from './check-stored-file.ts';
import { listDueFiles, listRecordedDamage, markChecked, type StoredFile } from './file-store.ts';
import { toFacts } from './read-file-facts.ts';

const DAY_SECONDS = 86_400;
/** Every file is due before its 30 days are over, so that a day without a worker does no harm. */
const DUE_AFTER_SECONDS = 25 * DAY_SECONDS;
const DAMAGED_DUE_AFTER_SECONDS = 3_600;
const SLICE = 100;

/** What one run may read; every five minutes, this is 2 TB or 17 million files in 30 days. */
const RUN = { filesMax: 2_000, bytesMax: 256 * 1024 * 1024 };

interface Scrubbed {
  files: number;
  bytes: number;
  findings: number;
}

/** Reads stored files again, the longest unread first, and damaged ones every hour. */
export async function scrubFiles(deps: FileDeps, limits: typeof RUN = RUN): Promise<Scrubbed> {
  const now = deps.clock.now();
  const total: Scrubbed = { files: 0, bytes: 0, findings: 0 };
  const isSpent = (share = 1) =>
    total.files >= limits.filesMax * share || total.bytes >= limits.bytesMax * share;
  const sliceMax = () => Math.min(SLICE, limits.filesMax - total.files);
  const readBefore = addSeconds(now, -DAMAGED_DUE_AFTER_SECONDS);
  const damaged = await listRecordedDamage(deps.database, { before: readBefore, limit: sliceMax() });
  // Files without a finding come first, so that a damaged disk does not delay their check.
  await scrubSlice(deps, damaged, { total, isSpent: () => isSpent(0.5) });
  while (!isSpent()) {
    const before = addSeconds(now, -DUE_AFTER_SECONDS);
    const due = await listDueFiles(deps.database, { before, limit: sliceMax() });
    if (due.length === 0) break;
    await scrubSlice(deps, due, { total, isSpent });
  }
  return total;
}

async function scrubSlice(
  deps: FileDeps,
  rows: readonly StoredFile[],
  { total, isSpent }: { total: Scrubbed; isSpent: () => boolean },
): Promise<void> {
  const intact: number[] = [];
  for (const file of rows.map(toFacts)) {
    if (isSpent()) break;
    const inspection = await inspectStoredFile(deps, file);
    total.files += 1;
    total.bytes += inspection.size;
    if (inspection.finding !== null) total.findings += 1;
    const isQuiet = inspection.finding === null && file.finding === null && inspection.chunkDigests === null;
    if (isQuiet) intact.push(file.id);
    else await recordInspection(deps, file, inspection);
  }
  await markChecked(deps.database, intact, deps.clock.now());
}
