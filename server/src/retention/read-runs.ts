import { Refusal } from '@paraph/domain';
import { listOf } from '../database/columns.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { readWorkflowNames } from '../workflows/api.ts';
import { requireAdministrator } from '../workspaces/organization-access.ts';
import type { About } from './policies.ts';
import { startRun } from './run-retention.ts';
import {
  countOutcomes,
  findRun,
  listItems,
  listRuns,
  type OutcomeCount,
  type StoredItem,
  type StoredRun,
} from './run-store.ts';

export interface RunReport {
  run: StoredRun;
  outcomes: OutcomeCount[];
}

export async function listRunReports(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: About & PageRequest,
): Promise<PageOf<RunReport>> {
  const { organizationId } = await requireAdministrator(database, caller, query.organizationId);
  const page = await listRuns(database, organizationId, query);
  return { ...page, records: await withOutcomes(database, page.records) };
}

export async function readRunReport(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId, runId }: About & { runId: number },
): Promise<RunReport> {
  const run = await requireRun(database, caller, { organizationId, runId });
  return { run, outcomes: await countOutcomes(database, [run.id]) };
}

export interface ReportedItem {
  item: StoredItem;
  /** Null once it is erased. */
  name: string | null;
}

export async function listRunItems(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { runId, ...query }: About & PageRequest & { runId: number },
): Promise<PageOf<ReportedItem>> {
  const run = await requireRun(database, caller, { organizationId: query.organizationId, runId });
  const page = await listItems(database, run.id, query);
  const names = await readWorkflowNames(database, listOf(page.records, 'workflow_id'));
  const records = page.records.map((item) => ({ item, name: names.get(item.workflow_id) ?? null }));
  return { ...page, records };
}

/** Begins a dry run, or answers the one that is under way. */
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
  const outcomes = await countOutcomes(reads, listOf(runs, 'id'));
  const byRun = Map.groupBy(outcomes, ({ runId }) => runId);
  return runs.map((run) => ({ run, outcomes: byRun.get(run.id) ?? [] }));
}
