import {
  invalid,
  LIMITS,
  mayWorkflow,
  readSearchTerms,
  type Violations,
  WORKFLOW_STATUSES,
} from '@paraph/domain';
import { findUserIdByEmail } from '../../accounts/api.ts';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import {
  getWorkspaceAccess,
  listWorkspaceAccess,
  type WorkspaceAccess,
} from '../../workspaces/workspace-access.ts';
import {
  findWorkflowPage,
  type ListedWorkflows,
  loadListed,
  SOURCE_TYPES,
  type VisibleWorkspace,
  type WorkflowFilter,
} from '../store/workflow-page-store.ts';

/** The filters of interface.md §7; lists are comma-joined. */
export interface WorkflowQuery {
  /** Null: all of the caller's. */
  workspaceId: number | null;
  page?: number | undefined;
  limit?: number | undefined;
  query?: string | undefined;
  status?: string | undefined;
  creatorEmail?: string | undefined;
  httpSourceTypes?: string | undefined;
  httpSourceValues?: string | undefined;
  tags?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

export interface WorkflowPage extends ListedWorkflows {
  total: number;
  limit: number;
  pages: number;
}

/** A page of workflows, newest first; what the caller may not see is neither listed nor counted. */
export async function listWorkflows(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  query: WorkflowQuery,
): Promise<WorkflowPage> {
  const workspaces = await listVisibleWorkspaces(deps, caller, query.workspaceId);
  const { page, limit } = pageOf(query);
  const filter = await readFilter(deps, workspaces, query);
  if (filter === null) return { total: 0, limit, pages: 0, ...NONE };
  return loadPage(deps, filter, { limit, offset: (page - 1) * limit });
}

/** All of a workspace's workflows, newest first, up to a thousand: the default of a query without parameters. */
export async function listWholeWorkspace(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  workspaceId: number,
): Promise<WorkflowPage> {
  const workspaces = await listVisibleWorkspaces(deps, caller, workspaceId);
  const filter: WorkflowFilter = { ...NO_FILTER, workspaces };
  return loadPage(deps, filter, { limit: LIMITS.wholeListItemsMax, offset: 0 });
}

const NONE: ListedWorkflows = {
  records: [],
  viewData: { workflows: [], creators: [], people: [], workspaceUsers: [] },
};

async function loadPage(
  { database }: Pick<Deps, 'database'>,
  filter: WorkflowFilter,
  window: { limit: number; offset: number },
): Promise<WorkflowPage> {
  const { limit } = window;
  const { total, ids } = await findWorkflowPage(database, filter, window);
  const listed = ids.length === 0 ? NONE : await loadListed(database, ids);
  return { total, limit, pages: Math.ceil(total / limit), ...listed };
}

/** The requested page, within the limits of interface.md §7. */
export function pageOf({ page, limit }: { page?: number | undefined; limit?: number | undefined }): {
  page: number;
  limit: number;
} {
  return { page: page ?? 1, limit: Math.min(limit ?? LIMITS.pageLimitDefault, LIMITS.pageLimitMax) };
}

const NO_FILTER: Omit<WorkflowFilter, 'workspaces'> = {
  statuses: null,
  words: null,
  creatorId: null,
  sourceTypes: null,
  sourceValues: null,
  metadata: null,
  tagIds: null,
};

async function listVisibleWorkspaces(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  workspaceId: number | null,
): Promise<VisibleWorkspace[]> {
  if (workspaceId === null) return (await listWorkspaceAccess(database, caller)).map(visibleIn);
  const access = await getWorkspaceAccess(database, caller, workspaceId);
  return [visibleIn(access)];
}

/** A role may see all, one's own, or others' only. */
function visibleIn(access: WorkspaceAccess): VisibleWorkspace {
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
  const statuses = readKnown(query.status, { name: 'status', known: WORKFLOW_STATUSES, violations });
  const types = { name: 'httpSourceTypes', known: SOURCE_TYPES, violations };
  const sourceTypes = readKnown(query.httpSourceTypes, types);
  const tagIds = readTagIds(query.tags, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  const creatorId = creatorEmail ? await findUserIdByEmail(database, creatorEmail) : null;
  if (creatorEmail && creatorId === null) return null;
  return {
    workspaces,
    statuses,
    words: readSearchTerms(query.query),
    creatorId,
    sourceTypes,
    sourceValues: readList(query.httpSourceValues),
    metadata: Object.keys(metadata).length > 0 ? metadata : null,
    tagIds,
  };
}

function readList(text: string | undefined): string[] | null {
  const given = (text ?? '').split(',').map((each) => each.trim());
  const list = given.filter((each) => each !== '');
  return list.length > 0 ? list : null;
}

/** Ids that are none, or another workspace's, tag nothing here. */
function readTagIds(text: string | undefined, violations: Violations): number[] | null {
  const given = readList(text);
  if (given?.some((each) => !/^\d{1,15}$/.test(each))) {
    violations['filters[tags]'] = 'Must be one or more ids of tags, comma-joined.';
  }
  return given?.map(Number) ?? null;
}

function readKnown(
  text: string | undefined,
  { name, known, violations }: { name: string; known: readonly string[]; violations: Violations },
): string[] | null {
  const given = readList(text);
  if (given?.some((each) => !known.includes(each))) {
    violations[`filters[${name}]`] = `Must be one or more of ${known.join(', ')}, comma-joined.`;
  }
  return given;
}
