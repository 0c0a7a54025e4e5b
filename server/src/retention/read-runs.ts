import { LIMITS, Refusal } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { Reads } from '../platform/database.ts';
import { requireAdministrator } from '../workspaces/organization-access.ts';
import { startRun } from './run-retention.ts';
import {
  countOutcomes,
  countRuns,
  findRun,
  listItems,
  listRuns,
  type OutcomeCount,
  type StoredItem,
  type StoredRun,
} from './run-store.ts';

interface About {
  organizationId?: number | undefined;
}

export interface RunReport {
  run: StoredRun;
  outcomes: OutcomeCount[];
}

interface PageOf<T> {
  total: number;
  limit: number;
  pages: number;
  records: T[];
}

type PageRequest = About & { page?: number | undefined; limit?: number | undefined };

/** @throws Refusal `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` */
export async function listRunReports(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: PageRequest,
): Promise<PageOf<RunReport>> {
  const { organizationId } = await requireAdministrator(database, caller, query.organizationId);
  const range = rangeOf(query);
  const total = await countRuns(database, organizationId);
  const runs = await listRuns(database, organizationId, range);
  return { ...pageOf(total, range.limit), records: await withOutcomes(database, runs) };
}

/** @throws Refusal `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` */
export async function readRunReport(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId, runId }: About & { runId: number },
): Promise<RunReport> {
  const run = await requireRun(database, caller, { organizationId, runId });
  const outcomes = await countOutcomes(database, [run.id]);
  return { run, outcomes };
}

/** @throws Refusal `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` */
export async function listRunItems(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { runId, ...query }: PageRequest & { runId: number },
): Promise<PageOf<StoredItem>> {
  const run = await requireRun(database, caller, { organizationId: query.organizationId, runId });
  const range = rangeOf(query);
  const outcomes = await countOutcomes(database, [run.id]);
  const total = outcomes.reduce((sum, each) => sum + each.total, 0);
  return { ...pageOf(total, range.limit), records: await listItems(database, run.id, range) };
}

/**
 * Begins a dry run, or answers the one that is under way.
 *
 * @throws Refusal `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function startDryRun(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  about: About,
): Promise<RunReport> {
  const { organizationId } = await requireAdministrator(deps.database, caller, about.organizationId);
  const run = await deps.database
    .transaction()
    .execute((tx) => startRun(tx, deps, { organizationId, kind: 'dry' }));
  return { run, outcomes: await countOutcomes(deps.database, [run.id]) };
}

async function requireRun(
  reads: Reads,
  caller: Caller,
  { organizationId: given, runId }: About & { runId: number },
): Promise<StoredRun> {
  const { organizationId } = await requireAdministrator(reads, caller, given);
  const run = await findRun(reads, runId);
  if (run?.organization_id !== organizationId)
    throw new Refusal('NOT_FOUND', 'There is no such run in this organization.');
  return run;
}

async function withOutcomes(reads: Reads, runs: readonly StoredRun[]): Promise<RunReport[]> {
  const outcomes = await countOutcomes(
    reads,
    runs.map(({ id }) => id),
  );
  const byRun = Map.groupBy(outcomes, ({ runId }) => runId);
  return runs.map((run) => ({ run, outcomes: byRun.get(run.id) ?? [] }));
}

function rangeOf({ page = 1, limit: given }: PageRequest): { limit: number; offset: number } {
  const limit = Math.min(given ?? LIMITS.pageLimitDefault, LIMITS.pageLimitMax);
  return { limit, offset: (page - 1) * limit };
}

function pageOf(total: number, limit: number) {
  return { total, limit, pages: Math.ceil(total / limit) };
}
