import {
  invalid,
  LIMITS,
  mayWorkflow,
  readSearchTerms,
  type Violations,
  WORKFLOW_STATUSES,
  type WorkflowStatus,
} from '@paraph/domain';
import { findProvenEmailKey, findUserIdByEmail } from '../../accounts/api.ts';
import type { Reads } from '../../database/database.ts';
import type { Deps } from '../../deps.ts';
import { signFileLink } from '../../files/serve-file.ts';
import { type Caller, refuseOnBehalf } from '../../http/caller.ts';
import { type PageCounts, type PageRequest, pageOf, rangeOf } from '../../http/pages.ts';
import { fromSeconds } from '../../platform/clock.ts';
import {
  getWorkspaceAccess,
  listWorkspaceAccess,
  type WorkspaceAccess,
} from '../../workspaces/workspace-access.ts';
import { findSortedPage, type Position, type Sorting } from '../store/sorted-page-store.ts';
import {
  findWorkflowPage,
  listOpenActionRows,
  listSignedBy,
  readMatchingSlice,
  SOURCE_TYPES,
  type VisibleWorkspace,
  type WorkflowFilter,
} from '../store/workflow-page-store.ts';
import { readWorkflows, VIEW } from '../store/workflow-reading-store.ts';
import type { ViewedWorkflow, WorkflowWith } from '../store/workflow-record.ts';
import { maySeeBy } from './read-workflow.ts';
import { SEAL_SECTIONS } from './seal-view.ts';
import { type EnvelopeView, viewReceived } from './view-workflows.ts';

/** The filters of interface.md §7; lists are comma-joined. */
export interface WorkflowQuery extends PageRequest {
  /** Whether seals of organizations are asked for, and nothing else. */
  isOfSeals?: boolean;
  /** Null: all of the caller's. */
  workspaceId: number | null;
  query?: string | undefined;
  status?: string | undefined;
  creatorEmail?: string | undefined;
  httpSourceTypes?: string | undefined;
  httpSourceValues?: string | undefined;
  tags?: string | undefined;
  filed?: string | undefined;
  expiresBefore?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** All of a workspace's workflows, up to a thousand: the default of a query without parameters. */
export const WHOLE = { limit: LIMITS.wholeListItemsMax, offset: 0 };

/** A page of workflows, newest first; what the caller may not see is neither listed nor counted. */
export async function listWorkflows(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: WorkflowQuery & { range?: typeof WHOLE },
): Promise<PageCounts & { workflows: ViewedWorkflow[] }> {
  const { accessList, ids, ...counts } = await findPage({ database }, caller, query);
  const workflows = await readWorkflows(database, ids, VIEW);
  // One that was moved meanwhile is as absent as one that was deleted.
  return { ...counts, workflows: workflows.filter((each) => maySeeBy(accessList, each)) };
}

type SortedQuery = WorkflowQuery & { workspaceId: number; sort: string; after?: string | undefined };

/**
 * A page of one workspace in an order that was asked for. `next` continues after the last one by its own key: what
 * comes, goes or moves meanwhile is neither skipped nor shown twice, but for what itself moves.
 */
export async function listSortedWorkflows(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { sort, after, ...query }: SortedQuery,
): Promise<PageCounts & { workflows: ViewedWorkflow[]; next: string | null }> {
  const { accessList, filter } = await readFilterOf({ database }, caller, query);
  const sorting = readSorting(sort, after, query.page);
  const range = rangeOf(query);
  // Nothing can match where no user has the creator's address.
  const { total, items } = filter
    ? await findSortedPage(database, filter, { sorting, ...range })
    : { total: 0, items: [] };
  const ids = items.map(([, id]) => id);
  const last = items.at(-1);
  const workflows = await readWorkflows(database, ids, VIEW);
  const next = last && items.length === range.limit ? positionText(sort, last) : null;
  const shown = workflows.filter((each) => maySeeBy(accessList, each));
  return { ...pageOf(total, range.limit), workflows: shown, next };
}

function readSorting(sort: string, after: string | undefined, page: number | undefined): Sorting {
  const isDescending = sort.startsWith('-');
  const by = (isDescending ? sort.slice(1) : sort) as Sorting['by'];
  if (after === undefined) return { by, isDescending, after: null };
  if (page !== undefined)
    throw invalid({ after: 'Must come without `page`: it says itself where to go on.' });
  const position = readPosition(sort, after);
  if (!position) throw invalid({ after: 'Must be the `next` of a page in the same order.' });
  return { by, isDescending, after: position };
}

function positionText(sort: string, [key, id]: Position): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

function readPosition(sort: string, text: string): Position | null {
  let parts: unknown;
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString());
  } catch {
    return null;
  }
  const [order, key, id] = Array.isArray(parts) ? parts : [];
  if (order !== sort || typeof key !== 'string' || !Number.isSafeInteger(id)) return null;
  const isName = sort.endsWith('name');
  // A text of the database has no zero byte; the other keys are numbers.
  return (isName ? !key.includes('\0') : /^-?\d{1,17}$/.test(key)) ? [key, id] : null;
}

/** The same for seals of organizations, which have other words for their status. */
export async function listSealRecords(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: Omit<WorkflowQuery, 'isOfSeals' | 'status'> & { statuses: readonly WorkflowStatus[] | null },
): Promise<PageCounts & { seals: WorkflowWith<'files'>[] }> {
  const status = query.statuses?.join(',');
  const { accessList, ids, ...counts } = await findPage({ database }, caller, {
    ...query,
    status,
    isOfSeals: true,
  });
  const seals = await readWorkflows(database, ids, SEAL_SECTIONS);
  return { ...counts, seals: seals.filter((each) => maySeeBy(accessList, each)) };
}

async function findPage(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: WorkflowQuery & { range?: typeof WHOLE },
): Promise<PageCounts & { ids: number[]; accessList: WorkspaceAccess[] }> {
  const { range = rangeOf(query) } = query;
  const { accessList, filter } = await readFilterOf({ database }, caller, query);
  if (filter === null) return { ...pageOf(0, range.limit), ids: [], accessList };
  const { total, ids } = await findWorkflowPage(database, filter, range);
  return { ...pageOf(total, range.limit), ids, accessList };
}

/** What a query asks for, of the workspaces that the caller may look into. */
export async function readFilterOf(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: WorkflowQuery,
): Promise<{ accessList: WorkspaceAccess[]; filter: WorkflowFilter | null }> {
  const { workspaceId } = query;
  const accessList =
    workspaceId === null
      ? await listWorkspaceAccess(database, caller)
      : [await getWorkspaceAccess(database, caller, workspaceId)];
  return { accessList, filter: await readFilter({ database }, accessList.map(visibleIn), query) };
}

/** The ids of what a query finds, or of these as far as it finds them: so many at most, newest first. */
export async function findMatchingIds(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  { ids, most, ...query }: WorkflowQuery & { ids: readonly number[] | null; most: number },
): Promise<number[]> {
  const { filter } = await readFilterOf({ database }, caller, query);
  if (filter === null) return [];
  if (ids === null) return (await findWorkflowPage(database, filter, { limit: most, offset: 0 })).ids;
  const narrowing = { ids, endedFrom: null, endedBefore: null, templateId: null };
  return (await readMatchingSlice(database, filter, { before: null, limit: most, narrowing })).ids;
}

/** A role may see all, one's own, or others' only. */
export function visibleIn(access: WorkspaceAccess): VisibleWorkspace {
  return {
    workspaceId: access.workspaceId,
    userId: access.userId,
    own: mayWorkflow(access, 'view', { creatorId: access.userId }),
    others: access.permissions.has('view_others_workflow'),
  };
}

/** Null if nothing can match, because no user has the creator's address. */
async function readFilter(
  { database }: Pick<Deps, 'database'>,
  workspaces: readonly VisibleWorkspace[],
  query: WorkflowQuery,
): Promise<WorkflowFilter | null> {
  const { creatorEmail, metadata = {} } = query;
  const violations: Violations = {};
  const statuses = readAmong(query.status, { name: 'status', allowed: WORKFLOW_STATUSES, violations });
  const types = { name: 'httpSourceTypes', allowed: SOURCE_TYPES, violations };
  const sourceTypes = readAmong(query.httpSourceTypes, types);
  const tagIds = readTagIds(query.tags, violations);
  const filed = readAmong(query.filed, { name: 'filed', allowed: ['0', '1'], violations });
  const expiresBefore = readDate(query.expiresBefore, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const creatorId = creatorEmail ? await findUserIdByEmail(database, creatorEmail) : null;
  if (creatorEmail && creatorId === null) return null;
  return {
    isOfSeals: query.isOfSeals ?? false,
    workspaces,
    statuses,
    words: readSearchTerms(query.query),
    creatorId,
    sourceTypes,
    sourceValues: readList(query.httpSourceValues),
    metadata: Object.keys(metadata).length > 0 ? metadata : null,
    tagIds,
    isFiled: filed?.length === 1 ? filed[0] === '1' : null,
    expiresBefore,
  };
}

function readDate(text: string | undefined, violations: Violations): Date | null {
  if (!text) return null;
  if (/^\d{1,11}$/.test(text)) return fromSeconds(Number(text));
  violations['filters[expiresBefore]'] = 'Must be a time in seconds since 1970.';
  return null;
}

function readList(text: string | undefined): string[] | null {
  const values = (text ?? '').split(',').map((each) => each.trim());
  const list = values.filter((each) => each !== '');
  return list.length > 0 ? list : null;
}

/** Ids that are none, or another workspace's, tag nothing here. */
function readTagIds(text: string | undefined, violations: Violations): number[] | null {
  const ids = readList(text);
  if (ids?.some((each) => !/^\d{1,15}$/.test(each))) {
    violations['filters[tags]'] = 'Must be one or more ids of tags, comma-joined.';
  }
  return ids?.map(Number) ?? null;
}

function readAmong(
  text: string | undefined,
  { name, allowed, violations }: { name: string; allowed: readonly string[]; violations: Violations },
): string[] | null {
  const values = readList(text);
  if (values?.some((each) => !allowed.includes(each))) {
    violations[`filters[${name}]`] = `Must be one or more of ${allowed.join(', ')}, comma-joined.`;
  }
  return values;
}

/**
 * A page of finished workflows that the caller signed or approved, newest first; its file links need no credential for
 * a while, because signers have no access to the sender's storage. Requires a verified address.
 */
export async function listSignedEnvelopes(
  deps: Pick<Deps, 'clock' | 'config' | 'database' | 'vault'>,
  caller: Caller,
  query: PageRequest,
): Promise<PageCounts & { items: EnvelopeView[] }> {
  refuseOnBehalf(caller);
  const range = rangeOf(query);
  const emailKey = await findProvenEmailKey(deps.database, caller.userId);
  if (emailKey === null) return { ...pageOf(0, range.limit), items: [] };
  const { total, ids } = await listSignedBy(deps.database, emailKey, range);
  const envelopes = await readWorkflows(deps.database, ids, VIEW);
  const linkOf = (path: string) => signFileLink(deps, path);
  const items = await viewReceived({ ...deps, linkOf }, caller, envelopes);
  return { ...pageOf(total, range.limit), items };
}

/** A page of the open actions of an email address, newest first. The address is verified. */
export async function listOpenActions(reads: Reads, emailKey: string, query: PageRequest) {
  const range = rangeOf(query);
  const { total, rows } = await listOpenActionRows(reads, emailKey, range);
  const ids = [...new Set(rows.map((row) => row.workflowId))];
  const envelopes = await readWorkflows(reads, ids, VIEW);
  const actions = rows.flatMap(({ actionId, workflowId, recipientId }) => {
    const envelope = envelopes.find((each) => each.workflow.id === workflowId);
    return envelope ? [{ actionId, recipientId, envelope }] : [];
  });
  return { ...pageOf(total, range.limit), actions };
}
