import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import type {
  HoldPage,
  LegalHold,
  NewHold,
  PolicyChange,
  RetentionChangePage,
  RetentionEffect,
  RetentionItemPage,
  RetentionPolicies,
  RetentionRun,
  RetentionRunPage,
  WorkflowRetention,
} from './wire.ts';

const ROOT = '/api/v1/organization';

export function retentionQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['retention', organizationId],
    queryFn: ({ signal }) => call<RetentionPolicies>(pathOf(organizationId, '/retention'), { signal }),
  });
}

/** Whose periods: the organization's where no workspace is named. */
export interface PolicyScope {
  organizationId: number;
  workspaceId: number | null;
}

export function savePolicy(scope: PolicyScope, change: PolicyChange): Promise<RetentionPolicies> {
  const { organizationId, workspaceId } = scope;
  const subpath = workspaceId === null ? '/retention' : `/retention/workspaces/${workspaceId}`;
  return call(pathOf(organizationId, subpath), { method: 'PUT', json: change });
}

export function previewPolicy(
  { organizationId, workspaceId }: PolicyScope,
  change: PolicyChange,
): Promise<RetentionEffect> {
  const json = { ...change, workspaceId };
  return call(pathOf(organizationId, '/retention/effect'), { method: 'POST', json });
}

export function changesQuery(organizationId: number, page: number) {
  return queryOptions({
    queryKey: ['retention-changes', organizationId, page],
    queryFn: ({ signal }) =>
      call<RetentionChangePage>(pathOf(organizationId, '/retention/changes', page), { signal }),
  });
}

/** Names one workflow, and the organization whose periods apply. */
export interface RetentionIds {
  organizationId: number;
  workflowId: number;
}

/** Read again with another status, because an end begins a period. */
export function workflowRetentionQuery({ organizationId, workflowId }: RetentionIds, status: string) {
  return queryOptions({
    queryKey: ['workflow-retention', organizationId, workflowId, status],
    queryFn: ({ signal }) =>
      call<WorkflowRetention>(pathOf(organizationId, `/retention/workflows/${workflowId}`), { signal }),
  });
}

export function saveWorkflowPolicy(
  { organizationId, workflowId }: RetentionIds,
  change: PolicyChange,
): Promise<WorkflowRetention> {
  const path = pathOf(organizationId, `/retention/workflows/${workflowId}`);
  return call(path, { method: 'PUT', json: change });
}

export function previewWorkflowPolicy(
  { organizationId, workflowId }: RetentionIds,
  change: PolicyChange,
): Promise<RetentionEffect> {
  const json = { ...change, workflowId };
  return call(pathOf(organizationId, '/retention/effect'), { method: 'POST', json });
}

export function holdsQuery(organizationId: number, page: number) {
  return queryOptions({
    queryKey: ['holds', organizationId, page],
    queryFn: ({ signal }) => call<HoldPage>(pathOf(organizationId, '/holds', page), { signal }),
  });
}

export function placeHold(organizationId: number, hold: NewHold): Promise<LegalHold> {
  return call(pathOf(organizationId, '/holds'), { method: 'POST', json: hold });
}

export function liftHold(organizationId: number, holdId: number): Promise<LegalHold> {
  return call(pathOf(organizationId, `/holds/${holdId}/lift`), { method: 'POST', json: {} });
}

const RUNNING_MS = 1_000;

/** Read again while one is under way. */
export function runsQuery(organizationId: number, page: number) {
  return queryOptions({
    queryKey: ['retention-runs', organizationId, page],
    queryFn: ({ signal }) =>
      call<RetentionRunPage>(pathOf(organizationId, '/retention/runs', page), { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ endDate }) => endDate === null) === true && RUNNING_MS,
  });
}

export function runItemsQuery(organizationId: number, runId: number, page: number) {
  return queryOptions({
    queryKey: ['retention-items', organizationId, runId, page],
    queryFn: ({ signal }) =>
      call<RetentionItemPage>(pathOf(organizationId, `/retention/runs/${runId}/items`, page), { signal }),
  });
}

export function startDryRun(organizationId: number): Promise<RetentionRun> {
  return call(pathOf(organizationId, '/retention/runs'), { method: 'POST', json: {} });
}

function pathOf(organizationId: number, subpath: string, page?: number): string {
  return `${ROOT}${subpath}?organizationId=${organizationId}${page === undefined ? '' : `&page=${page}`}`;
}
