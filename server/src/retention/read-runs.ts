import { Refusal } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { type PageOf, type PageRequest, pageOf, rangeOf } from '../http/pages.ts';
import { readWorkflowNames } from '../workflows/api.ts';
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

/** @throws Refusal `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` */
export async function listRunReports(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: About & PageRequest,
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

export interface ReportedItem {
  item: StoredItem;
  /** Null once it is erased. */
  name: string | null;
}

/** @throws Refusal `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION` */
export async function listRunItems(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { runId, ...query }: About & PageRequest & { runId: number },
): Promise<PageOf<ReportedItem>> {
  const run = await requireRun(database, caller, { organizationId: query.organizationId, runId });
  const range = rangeOf(query);
  const outcomes = await countOutcomes(database, [run.id]);
  const total = outcomes.reduce((sum, each) => sum + each.total, 0);
  const items = await listItems(database, run.id, range);
  const names = await readWorkflowNames(
    database,
    items.map((item) => item.workflow_id),
  );
  const records = items.map((item) => ({ item, name: names.get(item.workflow_id) ?? null }));
  return { ...pageOf(total, range.limit), records };
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
