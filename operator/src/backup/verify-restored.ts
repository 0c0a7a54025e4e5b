import { verifyTrails } from '@paraph/server/audit/verify-trails.ts';
import { deleteRestore } from '@paraph/server/backups/api.ts';
import type { Deps } from '@paraph/server/deps.ts';
import { listSealedIds } from '@paraph/server/sealing/api.ts';
import { findStoredSealProblem } from '@paraph/server/sealing/read-seals.ts';
import { listIdsAfter } from '@paraph/server/workflows/api.ts';
import type { Progress } from './copy-blobs.ts';

const SLICE = 1_000;
/** One seal in so many. */
const SEALS_EVERY = 100;
const PROBLEMS_MAX = 100;

export interface VerifiedRestore {
  workflows: number;
  events: number;
  seals: number;
  problems: string[];
}

/** Verifies the events of every workflow, and one sealed document in a hundred. */
export async function verifyRestored(deps: Deps, onProgress: Progress = () => {}): Promise<VerifiedRestore> {
  const problems: string[] = [];
  const add = (problem: string) => {
    if (problems.length < PROBLEMS_MAX) problems.push(problem);
  };
  onProgress('events', 0, 1);
  const report = await verifyTrails(deps.database, deps, {
    listIdsAfter,
    onFinding: ({ workflowId, problem }) =>
      add(`${workflowId === null ? 'Ledger' : `Workflow ${workflowId}`}: ${problem}.`),
  });
  onProgress('events', 1, 1);
  let seals = 0;
  let sealed = 0;
  for (let after = 0; ; ) {
    const ids = await listSealedIds(deps.database, { after, limit: SLICE });
    for (const id of ids) {
      sealed += 1;
      if (sealed % SEALS_EVERY !== 1) continue;
      seals += 1;
      const problem = await findStoredSealProblem(deps, id);
      if (problem !== null) add(`The sealed document ${id}: ${problem}.`);
    }
    const last = ids.at(-1);
    if (last === undefined) break;
    after = last;
  }
  return { workflows: report.workflows, events: report.events, seals, problems };
}

/** From now on the instance starts. */
export async function endRestore({ database }: Pick<Deps, 'database'>): Promise<void> {
  await deleteRestore(database);
}
