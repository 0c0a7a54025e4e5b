import { invalid } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Handlers } from '../http/bind.ts';
import { viewPage } from '../http/pages.ts';
import { liftHold, listHolds, placeHold } from './legal-holds.ts';
import { listPolicyChanges, previewPolicy, readPolicies, updatePolicy } from './policies.ts';
import { listRunItems, listRunReports, readRunReport, startDryRun } from './read-runs.ts';
import {
  viewChange,
  viewEffect,
  viewHold,
  viewItem,
  viewRun,
  viewWorkflowRetention,
} from './retention-view.ts';
import { previewWorkflowPolicy, readWorkflowRetention, updateWorkflowRetention } from './workflow-policy.ts';

export function retentionRoutes(deps: Deps) {
  return {
    readRetention: ({ caller, query }) => readPolicies(deps, caller, query),
    updateRetention: ({ caller, query, body }) => updatePolicy(deps, caller, { ...query, change: body }),
    updateWorkspaceRetention: ({ caller, params, query, body }) =>
      updatePolicy(deps, caller, { ...query, ...params, change: body }),
    updateTemplateRetention: ({ caller, params, query, body }) =>
      updatePolicy(deps, caller, { ...query, ...params, change: body }),
    readWorkflowRetention: async ({ caller, params, query }) =>
      viewWorkflowRetention(await readWorkflowRetention(deps, caller, { ...query, ...params })),
    updateWorkflowRetention: async ({ caller, params, query, body, visitor }) => {
      const command = { ...query, ...params, change: body, visitor };
      return viewWorkflowRetention(await updateWorkflowRetention(deps, caller, command));
    },
    previewRetention: async ({ caller, query, body }) => {
      const { workspaceId = null, templateId = null, workflowId = null, ...change } = body;
      const named = [workspaceId, templateId, workflowId].filter((id) => id !== null);
      if (named.length > 1) {
        const field = workflowId === null ? 'templateId' : 'workflowId';
        throw invalid({ [field]: 'Name a workspace, a template or a workflow, not both.' });
      }
      if (workflowId === null)
        return viewEffect(await previewPolicy(deps, caller, { ...query, workspaceId, templateId, change }));
      return viewEffect(await previewWorkflowPolicy(deps, caller, { ...query, workflowId, change }));
    },
    listRetentionChanges: async ({ caller, query }) =>
      viewPage(await listPolicyChanges(deps, caller, query), viewChange),
    listRetentionRuns: async ({ caller, query }) =>
      viewPage(await listRunReports(deps, caller, query), viewRun),
    listHolds: async ({ caller, query }) => viewPage(await listHolds(deps, caller, query), viewHold),
    placeHold: async ({ caller, query, body, visitor }) =>
      viewHold(await placeHold(deps, caller, { ...query, hold: body, visitor })),
    liftHold: async ({ caller, params, query, visitor }) =>
      viewHold(await liftHold(deps, caller, { ...query, ...params, visitor })),
    startDryRun: async ({ caller, query }) => viewRun(await startDryRun(deps, caller, query)),
    readRetentionRun: async ({ caller, params, query }) =>
      viewRun(await readRunReport(deps, caller, { ...query, ...params })),
    listRetentionItems: async ({ caller, params, query }) =>
      viewPage(await listRunItems(deps, caller, { ...query, ...params }), viewItem),
  } satisfies Partial<Handlers>;
}
