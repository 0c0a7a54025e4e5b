import { LIMITS, WORKFLOW_STATUSES } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { addSeconds } from '../../platform/clock.ts';
import { countFiltered } from '../store/workflow-page-store.ts';
import { readFilterOf } from './list-workflows.ts';

const WEEK_SECONDS = 7 * 86_400;

/** How many workflows each filter of the overview finds, by one statement; each is counted up to a bound. */
export async function countWorkflows(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  workspaceId: number,
) {
  const { filter } = await readFilterOf(deps, caller, { workspaceId, filed: '0' });
  if (filter === null) throw new Error('a query that names no creator has a filter');
  const byStatus = WORKFLOW_STATUSES.map((status) => ({ ...filter, statuses: [status] }));
  const expiring = { ...filter, expiresBefore: addSeconds(deps.clock.now(), WEEK_SECONDS) };
  const counts = await countFiltered(deps.database, [...byStatus, expiring, { ...filter, isFiled: true }]);
  return {
    bound: LIMITS.searchCountMax,
    statuses: Object.fromEntries(WORKFLOW_STATUSES.map((status, index) => [status, counts[index] ?? 0])),
    expiring: counts.at(-2) ?? 0,
    filed: counts.at(-1) ?? 0,
  };
}
