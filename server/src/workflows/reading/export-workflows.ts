import { assertPresent, csvLine } from '@paraph/domain';
import { readList } from '../../database/replica.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { countHit } from '../../http/rate-limit.ts';
import { recordOrganizationEvent } from '../../organization-record/api.ts';
import { getWorkspaceAccess } from '../../workspaces/workspace-access.ts';
import { type Narrowing, readMatchingSlice } from '../store/workflow-page-store.ts';
import { readWorkflows, VIEW } from '../store/workflow-reading-store.ts';
import type { SectionName, Sections, ViewedWorkflow, WorkflowWith } from '../store/workflow-record.ts';
import { readFilterOf, type WorkflowQuery } from './list-workflows.ts';
import { authorizeWorkflow, maySeeBy, type WorkflowAddress } from './read-workflow.ts';
import { viewListedWorkflow } from './workflow-view.ts';

type ExportDeps = Pick<Deps, 'clock' | 'config' | 'database' | 'replica'>;
type Cells = Parameters<typeof csvLine>[0];
type Listed = ReturnType<typeof viewListedWorkflow>;

/** Workflows that are looked at by one statement. */
const SLICE = 500;

const TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/x-ndjson',
} as const;

export type ExportFormat = keyof typeof TYPES;

/** What is written of each workflow, in one format or the other. */
interface Writing<Asked extends Sections> {
  format: ExportFormat;
  /** Without its extension. */
  fileName: string;
  /** What is read of it. */
  sections: Asked;
  columns: readonly string[];
  row(workflow: WorkflowWith<keyof Asked & SectionName>): Cells;
  item(workflow: WorkflowWith<keyof Asked & SectionName>): object;
}

interface ExportQuery extends Omit<WorkflowQuery, 'isOfSeals' | 'workspaceId'> {
  workspaceId: number;
  format: ExportFormat;
}

/** What is streamed to the caller, under this name. */
export interface Export {
  type: string;
  fileName: string;
  lines: AsyncGenerator<string>;
}

/** All that a list would show on its pages. */
export async function exportWorkflows(
  deps: ExportDeps,
  caller: Caller,
  { format, ...query }: ExportQuery,
): Promise<Export> {
  const found = await readFilterOf(deps, caller, query);
  await recordExport(deps, caller, { workspaceId: query.workspaceId, format });
  const item = (workflow: ViewedWorkflow) => viewListedWorkflow(workflow, deps);
  const writing = { fileName: 'documents', sections: VIEW, columns: columnNames(), item };
  return exportFound(deps, found, { ...writing, format, row: (workflow) => rowOf(item(workflow)) });
}

/** What filters find, of each workspace newest first, made while it is read: one slice is in memory. */
export function exportFound<const Asked extends Omit<Sections, 'access'>>(
  deps: Pick<Deps, 'database' | 'replica'>,
  found: Found,
  writing: Writing<Asked>,
): Export {
  const { format, fileName } = writing;
  const lines = linesOf(deps, found, writing);
  return { type: TYPES[format], fileName: `${fileName}.${format}`, lines };
}

type Found = Awaited<ReturnType<typeof readFilterOf>> & { narrowing?: Narrowing };

/** Who takes what a list says away is counted, and in the record of the organization. */
export async function recordExport(
  deps: ExportDeps,
  caller: Caller,
  detail: { workspaceId: number; format: ExportFormat; templateId?: number },
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

async function* linesOf<const Asked extends Omit<Sections, 'access'>>(
  deps: Pick<Deps, 'database' | 'replica'>,
  { filter, accessList, narrowing }: Found,
  { format, sections, columns, row, item }: Writing<Asked>,
): AsyncGenerator<string> {
  // The mark at the beginning has spreadsheets read UTF-8.
  if (format === 'csv') yield `\ufeff${csvLine(columns)}`;
  const line: (workflow: WorkflowWith<keyof Asked & SectionName>) => string =
    format === 'csv' ? (each) => csvLine(row(each)) : (each) => `${JSON.stringify(item(each))}\n`;
  if (filter === null) return;
  // One after the other: an index has the workflows of one workspace in their order.
  for (const workspace of filter.workspaces) {
    for (let before: number | null | undefined; before !== null; ) {
      const range = { before: before ?? null, limit: SLICE, narrowing };
      const { slice, workflows } = await readList(deps, async (database) => {
        const slice = await readMatchingSlice(database, { ...filter, workspaces: [workspace] }, range);
        return { slice, workflows: await readWorkflows(database, slice.ids, sections) };
      });
      const visible = workflows.filter((each) => maySeeBy(accessList, each));
      if (visible.length > 0) yield visible.map(line).join('');
      before = slice.before;
    }
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

function rowOf(workflow: Listed): Cells {
  const { id, envelopeId, name, status, type, createDate, startDate, expiryDate, filedDate } = workflow;
  const dates = [createDate, startDate, expiryDate, filedDate].map(dateText);
  return [
    ...[id, envelopeId, name, status, type, ...dates, workflow.senderName],
    workflow.recipients.map((person) => `${person.name} <${person.email}>`).join('; '),
    [...new Set(workflow.pendingActions.map(({ recipientEmail }) => recipientEmail))].join('; '),
    workflow.tags.map((tag) => tag.name).join('; '),
    workflow.documents.map(({ file }) => file.name).join('; '),
  ];
}

/** As tables say a time. */
export function dateText(seconds: number | null): string | null {
  return seconds === null ? null : new Date(seconds * 1_000).toISOString().replace('.000Z', 'Z');
}
