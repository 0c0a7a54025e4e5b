import {
  assertPresent,
  decideRetention,
  type LegalHold,
  NO_POLICY,
  type RetentionVerdict,
} from '@paraph/domain';
import { readLastTimes, readTemplateIds } from '../audit/api.ts';
import type { Reads } from '../database/database.ts';
import type { EndedWorkflow } from '../workflows/api.ts';
import { listHoldSubjects } from '../workflows/lifecycle/require-unheld.ts';
import { listWorkflowPolicies, type StoredPolicies } from './policy-store.ts';

/** What decides for all workflows of an organization. */
export interface Rules {
  policies: StoredPolicies;
  holds: readonly LegalHold[];
  now: Date;
}

export interface DecidedWorkflow {
  workflow: EndedWorkflow;
  /** Its end, or the last change of a draft. */
  since: Date;
  verdict: RetentionVerdict;
}

/** Decides about workflows of one organization, in their order. */
export async function decideWorkflows(
  reads: Reads,
  workflows: readonly EndedWorkflow[],
  { policies, holds, now }: Rules,
): Promise<DecidedWorkflow[]> {
  const gathered = await gatherFacts(reads, workflows, policies);
  return gathered.map(({ workflow, ...about }) => ({
    workflow,
    since: about.facts.endedAt ?? about.facts.changedAt,
    verdict: decideRetention(about, holds, now),
  }));
}

/** What decides about workflows of one organization, in their order. */
export async function gatherFacts(
  reads: Reads,
  workflows: readonly EndedWorkflow[],
  { organization, workspaces, templates }: StoredPolicies,
) {
  const ids = workflows.map(({ id }) => id);
  const drafts = workflows.filter(({ status }) => status === 'not_started').map(({ id }) => id);
  const ofWorkflows = await listWorkflowPolicies(reads, ids);
  const templateIds = templates.size === 0 ? new Map() : await readTemplateIds(reads, ids);
  const changes = await readLastTimes(reads, drafts);
  const subjects = await listHoldSubjects(reads, workflows);
  return workflows.map((workflow, index) => {
    const { id, workspaceId, status, createdAt, endedAt, scheduledStartAt } = workflow;
    const subject = assertPresent(subjects[index], 'the people of a workflow');
    const policies = {
      organization: organization ?? NO_POLICY,
      workspace: workspaces.get(workspaceId) ?? NO_POLICY,
      template: templates.get(templateIds.get(id) ?? 0) ?? NO_POLICY,
      workflow: ofWorkflows.get(id) ?? NO_POLICY,
    };
    const facts = { status, changedAt: changes.get(id) ?? createdAt, endedAt, scheduledStartAt };
    return { workflow, policies, facts, subject };
  });
}
