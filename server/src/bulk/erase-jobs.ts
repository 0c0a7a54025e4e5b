import type { Deps } from '../deps.ts';
import { eraseFiles, removeErased } from '../files/delete-files.ts';
import { addSeconds } from '../platform/clock.ts';
import { eraseJobs } from './bulk-store.ts';

const RETAINED_SECONDS = 30 * 86_400;
const SLICE = 100;

/**
 * Once an hour: jobs that ended 30 days ago and of which no workflow is left, with their rows and files. What
 * workflows share goes with the last one of them.
 */
export async function eraseEndedJobs(
  deps: Pick<Deps, 'blobs' | 'clock' | 'database' | 'log'>,
): Promise<void> {
  const now = deps.clock.now();
  const before = addSeconds(now, -RETAINED_SECONDS);
  const blobs = await deps.database.transaction().execute(async (tx) => {
    const fileIds = await eraseJobs(tx, { before, limit: SLICE });
    return eraseFiles(tx, fileIds, now);
  });
  await removeErased(deps, blobs);
}
