import { assertPresent, csvLine } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { countHit } from '../../http/rate-limit.ts';
import { recordOrganizationEvent } from '../../organization-record/api.ts';
import { getWorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { readMatchingSlice } from '../store/workflow-page-store.ts';
import { readWorkflows, VIEW } from '../store/workflow-reading-store.ts';
import { readFilterOf, type WorkflowQuery } from './list-workflows.ts';
import { authorizeWorkflow, maySeeBy, type WorkflowAddress } from './read-workflow.ts';
import { viewListedWorkflow } from './workflow-view.ts';

type ExportDeps = Pick<Deps, 'clock' | 'config' | 'database'>;
type Listed = ReturnType<typeof viewListedWorkflow>;

/** Workflows that are looked at by one statement. */
const SLICE = 500;

const FORMATS = {
  // The mark at the beginning has spreadsheets read UTF-8.
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    start: `\ufeff${csvLine(columnNames())}`,
    line: rowOf,
  },
  jsonl: {
    type: 'application/x-ndjson',
    start: '',
    line: (workflow: Listed) => `${JSON.stringify(workflow)}\n`,
  },
} as const;

interface ExportQuery extends Omit<WorkflowQuery, 'isOfSeals' | 'workspaceId'> {
  workspaceId: number;
  format: keyof typeof FORMATS;
}

/** All that a list would show on its pages, newest first, made while it is read: one slice is in memory. */
export async function exportWorkflows(
  deps: ExportDeps,
  caller: Caller,
  { format, ...query }: ExportQuery,
): Promise<{ type: string; fileName: string; lines: AsyncGenerator<string> }> {
  const found = await readFilterOf(deps, caller, query);
  await recordExport(deps, caller, { workspaceId: query.workspaceId, format });
  return { type: FORMATS[format].type, fileName: `documents.${format}`, lines: linesOf(deps, format, found) };
}

/** Who takes what a list says away is counted, and in the record of the organization. */
export async function recordExport(
  deps: ExportDeps,
  caller: Caller,
  detail: { workspaceId: number; format: keyof typeof FORMATS },
): Promise<void> {
  await countHit(deps, 'listExport', String(caller.userId));
  const { organizationId } = await getWorkspaceAccess(deps.database, caller, detail.workspaceId);
  const act = { organizationId, actorId: caller.userId, now: deps.clock.now() };
  await deps.database
    .transaction()
    .execute((tx) => recordOrganizationEvent(tx, { ...act, name: 'workspace.list_exported', detail }));
}

/** One workflow as a line of an export says it. */
export async function viewForExport(
  deps: ExportDeps,
  caller: Caller,
  address: WorkflowAddress,
): Promise<Listed> {
  await authorizeWorkflow(deps, { caller, operation: 'view', ...address });
  const [workflow] = await readWorkflows(deps.database, [address.workflowId], VIEW);
  return viewListedWorkflow(assertPresent(workflow, 'a workflow that was just there'), deps);
}

async function* linesOf(
  deps: ExportDeps,
  format: keyof typeof FORMATS,
  { filter, accessList }: Awaited<ReturnType<typeof readFilterOf>>,
): AsyncGenerator<string> {
  const { start, line } = FORMATS[format];
  if (start !== '') yield start;
  for (let before: number | null | undefined; before !== null && filter !== null; ) {
    const slice = await readMatchingSlice(deps.database, filter, { before: before ?? null, limit: SLICE });
    const workflows = await readWorkflows(deps.database, slice.ids, VIEW);
    const views = workflows
      .filter((each) => maySeeBy(accessList, each))
      .map((each) => viewListedWorkflow(each, deps));
    if (views.length > 0) yield views.map(line).join('');
    before = slice.before;
  }
}

function columnNames(): string[] {
  const dates = ['created', 'sent', 'deadline', 'filed away'];
  return [
    'id',
    'envelope id',
    'name',
    'status',
    'level',
    ...dates,
    'sender',
    'people',
    'waiting for',
    'tags',
    'files',
  ];
}

function rowOf(workflow: Listed): string {
  const { id, envelopeId, name, status, type, createDate, startDate, expiryDate, filedDate } = workflow;
  const dates = [createDate, startDate, expiryDate, filedDate].map(dateText);
  return csvLine([
    ...[id, envelopeId, name, status, type, ...dates, workflow.senderName],
    workflow.recipients.map((person) => `${person.name} <${person.email}>`).join('; '),
    [...new Set(workflow.pendingActions.map(({ recipientEmail }) => recipientEmail))].join('; '),
    workflow.tags.map((tag) => tag.name).join('; '),
    workflow.documents.map(({ file }) => file.name).join('; '),
  ]);
}

function dateText(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
