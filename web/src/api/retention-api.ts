import { queryOptions } from '@tanstack/react-query';
import { ask, reading } from './ask.ts';
import type { NewHold, PolicyChange } from './wire.ts';

export function retentionQuery(organizationId: number) {
  return queryOptions({
    queryKey: ['retention', organizationId],
    queryFn: reading('GET /api/v1/organization/retention', { organizationId }),
  });
}

/** Whose periods: the organization's where neither a workspace nor a template is named. */
export interface PolicyScope {
  organizationId: number;
  workspaceId?: number | undefined;
  templateId?: number | undefined;
}

export function savePolicy({ organizationId, workspaceId, templateId }: PolicyScope, json: PolicyChange) {
  if (templateId !== undefined) {
    const where = { organizationId, templateId };
    return ask('PUT /api/v1/organization/retention/templates/{templateId}', where, { json });
  }
  if (workspaceId === undefined)
    return ask('PUT /api/v1/organization/retention', { organizationId }, { json });
  const where = { organizationId, workspaceId };
  return ask('PUT /api/v1/organization/retention/workspaces/{workspaceId}', where, { json });
}
export const previewPolicy = ({ organizationId, ...place }: PolicyScope, change: PolicyChange) =>
  ask('POST /api/v1/organization/retention/effect', { organizationId }, { json: { ...change, ...place } });

export function changesQuery(organizationId: number, page: number) {
  return queryOptions({
    queryKey: ['retention-changes', organizationId, page],
    queryFn: reading('GET /api/v1/organization/retention/changes', { organizationId, page }),
  });
}

/** Names one workflow, and the organization whose periods apply. */
export interface RetentionIds {
  organizationId: number;
  workflowId: number;
}

/** Read again with another status, because an end begins a period. */
export function workflowRetentionQuery(ids: RetentionIds, status: string) {
  return queryOptions({
    queryKey: ['workflow-retention', ids.organizationId, ids.workflowId, status],
    queryFn: reading('GET /api/v1/organization/retention/workflows/{workflowId}', ids),
  });
}

export const saveWorkflowPolicy = (ids: RetentionIds, json: PolicyChange) =>
  ask('PUT /api/v1/organization/retention/workflows/{workflowId}', ids, { json });
export const previewWorkflowPolicy = ({ organizationId, workflowId }: RetentionIds, change: PolicyChange) =>
  ask('POST /api/v1/organization/retention/effect', { organizationId }, { json: { ...change, workflowId } });

export function holdsQuery(organizationId: number, page: number) {
  return queryOptions({
    queryKey: ['holds', organizationId, page],
    queryFn: reading('GET /api/v1/organization/holds', { organizationId, page }),
  });
}

export const placeHold = (organizationId: number, json: NewHold) =>
  ask('POST /api/v1/organization/holds', { organizationId }, { json });
export const liftHold = (organizationId: number, holdId: number) =>
  ask('POST /api/v1/organization/holds/{holdId}/lift', { organizationId, holdId });

const RUNNING_MS = 1_000;

/** Read again while one is under way. */
export function runsQuery(organizationId: number, page: number) {
  return queryOptions({
    queryKey: ['retention-runs', organizationId, page],
    queryFn: ({ signal }) =>
      ask('GET /api/v1/organization/retention/runs', { organizationId, page }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.items.some(({ endDate }) => endDate === null) === true && RUNNING_MS,
  });
}

export function runItemsQuery(organizationId: number, runId: number, page: number) {
  return queryOptions({
    queryKey: ['retention-items', organizationId, runId, page],
    queryFn: reading('GET /api/v1/organization/retention/runs/{runId}/items', {
      organizationId,
      runId,
      page,
    }),
  });
}

export const startDryRun = (organizationId: number) =>
  ask('POST /api/v1/organization/retention/runs', { organizationId });
