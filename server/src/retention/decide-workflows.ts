import {
  decideRetention,
  emailKey,
  type HoldSubject,
  type LegalHold,
  NO_POLICY,
  type RetentionFacts,
  type RetentionPolicies,
  type RetentionVerdict,
} from '@paraph/domain';
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
  rules: Rules,
): Promise<DecidedWorkflow[]> {
  const loaded = await loadFacts(reads, workflows);
  return workflows.map((workflow) => {
    const about = gather(workflow, rules.policies, loaded);
    const since = about.facts.endedAt ?? about.facts.changedAt;
    return { workflow, since, verdict: decideRetention(about, rules.holds, rules.now) };
  });
}

/** What decides about one workflow. */
export async function gatherWorkflow(reads: Reads, workflow: EndedWorkflow, policies: StoredPolicies) {
  return gather(workflow, policies, await loadFacts(reads, [workflow]));
}

function gather(workflow: EndedWorkflow, policies: StoredPolicies, loaded: Loaded) {
  return {
    policies: policiesOf(workflow, policies, loaded),
    facts: factsOf(workflow, loaded),
    subject: subjectOf(workflow, loaded),
  };
}

type Loaded = Awaited<ReturnType<typeof loadFacts>>;

async function loadFacts(reads: Reads, workflows: readonly EndedWorkflow[]) {
  const ids = workflows.map(({ id }) => id);
  const drafts = workflows.filter(({ status }) => status === 'not_started').map(({ id }) => id);
  return {
    own: await listWorkflowPolicies(reads, ids),
    changes: await readLastTimes(reads, drafts),
    recipients: await listRecipientKeys(reads, ids),
    senders: await readUserNames(reads, [...new Set(workflows.map(({ creatorId }) => creatorId))]),
  };
}

function policiesOf(
  { id, workspaceId }: EndedWorkflow,
  { organization, workspaces }: StoredPolicies,
  { own }: Pick<Loaded, 'own'>,
): RetentionPolicies {
  return {
    organization: organization ?? NO_POLICY,
    workspace: workspaces.get(workspaceId) ?? NO_POLICY,
    workflow: own.get(id) ?? NO_POLICY,
  };
}

function factsOf(workflow: EndedWorkflow, { changes }: Pick<Loaded, 'changes'>): RetentionFacts {
  const { id, status, createdAt, endedAt, scheduledStartAt } = workflow;
  return { status, changedAt: changes.get(id) ?? createdAt, endedAt, scheduledStartAt };
}

function subjectOf(workflow: EndedWorkflow, { recipients, senders }: Loaded): HoldSubject {
  const sender = senders.get(workflow.creatorId);
  return {
    workflowId: workflow.id,
    workspaceId: workflow.workspaceId,
    emailKeys: [...(recipients.get(workflow.id) ?? []), ...(sender ? [emailKey(sender.email)] : [])],
  };
}
