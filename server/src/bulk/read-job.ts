import { BULK_ROW_STATES, type BulkRowState, csvLine, listMeanings, writeMeaning } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import type { PageOf, PageRequest } from '../http/pages.ts';
import { readVisibleTemplate, seenBy, type TemplateAddress } from '../templates/read-template.ts';
import { findEndings } from '../workflows/api.ts';
import { getWorkspaceAccess } from '../workspaces/workspace-access.ts';
import { authorizeBulk, getAuthorizedJob, type JobAddress, requireSending } from './bulk-job.ts';
import {
  countRows,
  listJobs,
  listJobsOfWorkspace,
  listRowPage,
  listRows,
  type RowCounts,
  type StoredJob,
  type StoredRow,
} from './bulk-store.ts';

type ReadDeps = Pick<Deps, 'database'>;

export interface CountedJob {
  job: StoredJob;
  counts: RowCounts;
}

export async function readBulkJob(deps: ReadDeps, caller: Caller, address: JobAddress): Promise<CountedJob> {
  const [counted] = await withCounts(deps, [await getAuthorizedJob(deps, caller, address)]);
  if (!counted) throw new Error('a job without counts');
  return counted;
}

/** The bulk jobs of a template, newest first. */
export async function listBulkJobs(
  deps: ReadDeps,
  caller: Caller,
  { workspaceId, templateId, ...page }: TemplateAddress & PageRequest,
): Promise<PageOf<CountedJob>> {
  await authorizeBulk(deps, caller, { workspaceId, templateId });
  const { records, ...counts } = await listJobs(deps.database, templateId, page);
  return { ...counts, records: await withCounts(deps, records) };
}

/** The bulk jobs of a workspace, newest first. */
export async function listWorkspaceBulkJobs(
  deps: ReadDeps,
  caller: Caller,
  { workspaceId, ...page }: { workspaceId: number } & PageRequest,
): Promise<PageOf<CountedJob>> {
  const access = await getWorkspaceAccess(deps.database, caller, workspaceId);
  requireSending(access);
  const { records, ...counts } = await listJobsOfWorkspace(deps.database, seenBy(access), page);
  return { ...counts, records: await withCounts(deps, records) };
}

async function withCounts({ database }: ReadDeps, jobs: readonly StoredJob[]): Promise<CountedJob[]> {
  const counts = await countRows(
    database,
    jobs.map(({ id }) => id),
  );
  return jobs.flatMap((job) => {
    const of = counts.get(job.id);
    return of ? [{ job, counts: of }] : [];
  });
}

/** A row, and how its workflow is by now. */
export interface RowWithStatus {
  row: StoredRow;
  workflow: { envelopeId: string; status: string } | null;
}

export async function listBulkRows(
  deps: ReadDeps,
  caller: Caller,
  { state, page, limit, ...address }: JobAddress & PageRequest & { state?: BulkRowState | undefined },
): Promise<PageOf<RowWithStatus>> {
  const job = await getAuthorizedJob(deps, caller, address);
  const { records, ...counts } = await listRowPage(deps.database, job.id, { state, page, limit });
  return { ...counts, records: await withStatus(deps, records) };
}

async function withStatus({ database }: ReadDeps, rows: readonly StoredRow[]): Promise<RowWithStatus[]> {
  const ids = rows.flatMap(({ workflow_id: id }) => id ?? []);
  const statuses = new Map((await findEndings(database, ids)).map((each) => [each.id, each]));
  return rows.map((row) => ({ row, workflow: statuses.get(row.workflow_id ?? 0) ?? null }));
}

const SLICE = 500;

/** What became of each row, as a table that is made while it is read. */
export async function exportBulkRows(
  deps: ReadDeps,
  caller: Caller,
  address: JobAddress,
): Promise<AsyncGenerator<string>> {
  const job = await getAuthorizedJob(deps, caller, address);
  return linesOf(deps, job);
}

async function* linesOf(deps: ReadDeps, job: StoredJob): AsyncGenerator<string> {
  // The mark at the beginning has spreadsheets read UTF-8.
  yield `\ufeff${csvLine(['row', 'id', 'state', 'envelope id', 'status', 'same people as row', 'problems'])}`;
  for (let after = 0; ; ) {
    const rows = await listRows(deps.database, job.id, { states: BULK_ROW_STATES, after, limit: SLICE });
    if (rows.length === 0) return;
    yield (await withStatus(deps, rows)).map(rowLine).join('');
    after = rows.at(-1)?.row ?? after;
  }
}

function rowLine({ row, workflow }: RowWithStatus): string {
  const problems = Object.entries(row.problems ?? {}).map(([column, problem]) =>
    column === '' ? problem : `${column}: ${problem}`,
  );
  const problem = problems.join(' ').replaceAll('\n', ' ');
  return csvLine([
    ...[row.row, row.key, row.state, workflow?.envelopeId ?? null, workflow?.status ?? null],
    ...[row.same_as, problem],
  ]);
}

/** The headings of a table for this template, with one row as an example. */
export async function makeSampleTable(
  deps: ReadDeps,
  caller: Caller,
  address: TemplateAddress,
): Promise<string> {
  await authorizeBulk(deps, caller, address);
  const { template } = await readVisibleTemplate(deps, caller, address);
  const meanings = listMeanings(template.plan);
  const examples = meanings.map((meaning) => {
    if (meaning.of !== 'person') return null;
    const { placeholder, property } = meaning;
    if (property === 'name') return `Ada Example ${placeholder + 1}`;
    return property === 'email' ? `ada.${placeholder + 1}@example.com` : null;
  });
  const headings = meanings.map((meaning) => writeMeaning(meaning, template.plan));
  return `\ufeff${csvLine(headings)}${csvLine(examples)}`;
}
