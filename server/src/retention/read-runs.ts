import { Refusal } from '@paraph/domain';
import { listOf } from '../database/columns.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageRequest } from '../http/pages.ts';
import { readWorkflowNames } from '../workflows/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { startRun } from './run-retention.ts';
import { countOutcomes, findRun, listItems, listRuns, type StoredRun } from './run-store.ts';

export async function listRunReports(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: OrganizationChoice & PageRequest,
) {
  const { organizationId } = await requireAdministrator(database, caller, query.organizationId);
  const page = await listRuns(database, organizationId, query);
  const outcomes = await countOutcomes(database, listOf(page.records, 'id'));
  const byRun = Map.groupBy(outcomes, ({ runId }) => runId);
  return { ...page, records: page.records.map((run) => ({ run, outcomes: byRun.get(run.id) ?? [] })) };
}

export async function readRunReport(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  address: RunAddress,
) {
  const run = await requireRun(database, caller, address);
  return { run, outcomes: await countOutcomes(database, [run.id]) };
}

export async function listRunItems(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: RunAddress & PageRequest,
) {
  const run = await requireRun(database, caller, query);
  const page = await listItems(database, run.id, query);
  const names = await readWorkflowNames(database, listOf(page.records, 'workflow_id'));
  // None once it is erased.
  const records = page.records.map((item) => ({ item, name: names.get(item.workflow_id) ?? null }));
  return { ...page, records };
}

/** Begins a dry run, or answers the one that is under way. */
export async function startDryRun(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  query: OrganizationChoice,
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, query.organizationId);
  const run = await deps.database
    .transaction()
    .execute((tx) => startRun(tx, deps, { organizationId, kind: 'dry' }));
  return { run, outcomes: await countOutcomes(deps.database, [run.id]) };
}

interface RunAddress extends OrganizationChoice {
  runId: number;
}

async function requireRun(reads: Reads, caller: Caller, address: RunAddress): Promise<StoredRun> {
  const { organizationId } = await requireAdministrator(reads, caller, address.organizationId);
  const run = await findRun(reads, address.runId);
  if (run?.organization_id !== organizationId)
    throw new Refusal('NOT_FOUND', 'There is no such run in this organization.');
  return run;
}
