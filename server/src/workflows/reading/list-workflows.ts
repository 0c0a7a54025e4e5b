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
import { type PageRequest, pageOf, rangeOf } from '../../http/pages.ts';
import {
  accessOfRow,
  getWorkspaceAccess,
  listWorkspaceAccess,
  unknownWorkspace,
  type WorkspaceAccess,
} from '../../workspaces/workspace-access.ts';
import { type ListedWorkflow, loadListed, toOutlined } from '../store/listed-workflow-store.ts';
import { findPlainPage, type PlainPage } from '../store/plain-page-store.ts';
import {
  findWorkflowPage,
  SOURCE_TYPES,
  type VisibleWorkspace,
  type WorkflowFilter,
} from '../store/workflow-page-store.ts';
import type { KeptWorkflows } from './kept-workflows.ts';
import type { ListedGroup, WorkflowPage } from './write-list.ts';

export type ListDeps = Pick<Deps, 'database'> & { keptWorkflows: KeptWorkflows };

/** The filters of interface.md §7; lists are comma-joined. */
export interface WorkflowQuery extends PageRequest {
  /** Null: all of the caller's. */
  workspaceId: number | null;
  query?: string | undefined;
  status?: string | undefined;
  creatorEmail?: string | undefined;
  httpSourceTypes?: string | undefined;
  httpSourceValues?: string | undefined;
  tags?: string | undefined;
  metadata?: Readonly<Record<string, string>> | undefined;
}

/** A page of workflows, newest first; what the caller may not see is neither listed nor counted. */
export async function listWorkflows(
  deps: ListDeps,
  caller: Caller,
  query: WorkflowQuery,
): Promise<WorkflowPage> {
  const plain = plainPageOf(query);
  if (plain !== null) return loadPlainPage(deps, caller, plain);
  const workspaces = await listVisibleWorkspaces(deps, caller, query.workspaceId);
  const range = rangeOf(query);
  const filter = await readFilter(deps, workspaces, query);
  if (filter === null) return { ...pageOf(0, range.limit), groups: [] };
  return loadPage(deps, filter, range);
}

/** All of a workspace's workflows, newest first, up to a thousand: the default of a query without parameters. */
export async function listWholeWorkspace(
  deps: ListDeps,
  caller: Caller,
  workspaceId: number,
): Promise<WorkflowPage> {
  return loadPlainPage(deps, caller, wholeOf(workspaceId));
}

function wholeOf(workspaceId: number): PlainPage {
  return { workspaceId, limit: LIMITS.wholeListItemsMax, offset: 0 };
}

/** Null where something is filtered. */
function plainPageOf({ workspaceId, page, limit, ...filters }: WorkflowQuery): PlainPage | null {
  const { metadata = {}, ...others } = filters;
  const isFiltered =
    Object.keys(metadata).length > 0 || Object.values(others).some((each) => each !== undefined);
  if (isFiltered) return null;
  return { workspaceId, ...rangeOf({ page, limit }) };
}

async function loadPlainPage(deps: ListDeps, caller: Caller, page: PlainPage): Promise<WorkflowPage> {
  const { places, total, outlined } = await findPlainPage(deps.database, caller, page);
  const access = places.flatMap((place) => accessOfRow(place, caller) ?? []);
  if (page.workspaceId !== null && access.length === 0) throw unknownWorkspace();
  const mayView = ({ workflow }: ListedWorkflow) => {
    const { workspace_id: workspaceId, creator_id: creatorId } = workflow;
    const here = access.filter((each) => each.workspaceId === workspaceId);
    return here.some((each) => mayWorkflow(each, 'view', { creatorId }));
  };
  const { changes, around } = toOutlined(outlined);
  const kept = [...changes].flatMap(([id, changedIn]) => deps.keptWorkflows.find(id, changedIn) ?? []);
  const hidden = kept.find((each) => !mayView(each));
  if (hidden) throw new Error(`workflow ${hidden.workflow.id} was listed for a user who may not see it`);
  const groups: ListedGroup[] = [{ workflows: kept, around }];
  for (const { workflow } of kept) changes.delete(workflow.id);
  if (changes.size > 0) {
    const loaded = await loadListed(deps.database, [...changes.keys()]);
    for (const each of loaded.workflows) deps.keptWorkflows.keep(each);
    // One that was moved meanwhile is as absent as one that was deleted.
    groups.push({ ...loaded, workflows: loaded.workflows.filter(mayView) });
  }
  return { ...pageOf(total, page.limit), groups };
}

async function loadPage(
  { database }: Pick<Deps, 'database'>,
  filter: WorkflowFilter,
  range: { limit: number; offset: number },
): Promise<WorkflowPage> {
  const { total, ids } = await findWorkflowPage(database, filter, range);
  const groups = ids.length === 0 ? [] : [await loadListed(database, ids)];
  return { ...pageOf(total, range.limit), groups };
}

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
