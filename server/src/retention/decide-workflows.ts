import { decideRetention, emailKey, type LegalHold, NO_POLICY, type RetentionVerdict } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import { readLastTimes } from '../audit/api.ts';
import type { Reads } from '../database/database.ts';
import { type EndedWorkflow, listRecipientKeys } from '../workflows/api.ts';
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
  { organization, workspaces }: StoredPolicies,
) {
  const ids = workflows.map(({ id }) => id);
  const drafts = workflows.filter(({ status }) => status === 'not_started').map(({ id }) => id);
  const ofWorkflows = await listWorkflowPolicies(reads, ids);
  const changes = await readLastTimes(reads, drafts);
  const recipients = await listRecipientKeys(reads, ids);
  const senders = await readUserNames(reads, [...new Set(workflows.map(({ creatorId }) => creatorId))]);
  return workflows.map((workflow) => {
    const { id, workspaceId, creatorId, status, createdAt, endedAt, scheduledStartAt } = workflow;
    const sender = senders.get(creatorId);
    const emailKeys = [...(recipients.get(id) ?? []), ...(sender ? [emailKey(sender.email)] : [])];
    const policies = {
      organization: organization ?? NO_POLICY,
      workspace: workspaces.get(workspaceId) ?? NO_POLICY,
      workflow: ofWorkflows.get(id) ?? NO_POLICY,
    };
    const facts = { status, changedAt: changes.get(id) ?? createdAt, endedAt, scheduledStartAt };
    return { workflow, policies, facts, subject: { workflowId: id, workspaceId, emailKeys } };
  });
}
