import { LIMITS, NO_POLICY, Refusal, type RetentionPolicy } from '@paraph/domain';
import { readUserNames } from '../accounts/api.ts';
import type { Reads, Tx } from '../database/database.ts';
import { readSlices } from '../database/slices.ts';
import type { Deps } from '../deps.ts';
import { listActiveHolds } from '../holds/api.ts';
import type { Caller } from '../http/caller.ts';
import type { PageRequest } from '../http/pages.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { findTemplateSummary, readTemplateNames } from '../templates/api.ts';
import { listEndings, readWorkflowNames } from '../workflows/api.ts';
import { listWorkspacesIn } from '../workspaces/api.ts';
import { type OrganizationChoice, requireAdministrator } from '../workspaces/organization-access.ts';
import { type DecidedWorkflow, decideWorkflows } from './decide-workflows.ts';
import {
  insertChange,
  listChanges,
  listPolicies,
  lockPolicies,
  type PolicyScope,
  type StoredPolicies,
  savePolicy,
} from './policy-store.ts';

/** The policies of an organization, of each of its workspaces, and of the templates that set one. */
export async function readPolicies(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  query: OrganizationChoice,
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, query.organizationId);
  const { organization, workspaces, templates } = await listPolicies(deps.database, organizationId);
  const rows = await listWorkspacesIn(deps.database, organizationId);
  return {
    organization: organization ?? NO_POLICY,
    workspaces: rows.map(({ id, name }) => {
      return { workspaceId: id, name, policy: workspaces.get(id) ?? NO_POLICY };
    }),
    templates: await nameTemplates(deps.database, templates),
    technicalRowsDays: deps.config.technicalRowsDays,
  };
}

/** With null for the name and workspace of one that is deleted: its policy still counts. */
async function nameTemplates(reads: Reads, policies: StoredPolicies['templates']) {
  const set = [...policies].filter(([, policy]) => Object.values(policy).some((period) => period !== null));
  const names = await readTemplateNames(
    reads,
    set.map(([id]) => id),
  );
  return set.map(([templateId, policy]) => {
    const { name, workspaceId } = names.get(templateId) ?? { name: null, workspaceId: null };
    return { templateId, name, workspaceId, policy };
  });
}

/** Sets periods of the organization, of one workspace or of one template; absent ones stay. */
export async function updatePolicy(
  deps: Pick<Deps, 'clock' | 'config' | 'database'>,
  caller: Caller,
  { workspaceId = null, templateId = null, change, ...choice }: PolicyCommand,
) {
  const { organizationId } = await requireAdministrator(deps.database, caller, choice.organizationId);
  await deps.database.transaction().execute(async (tx) => {
    await lockPolicies(tx, organizationId);
    const stored = await listPolicies(tx, organizationId);
    await requireWorkspace(tx, organizationId, workspaceId);
    await requireTemplate(tx, { organizationId, templateId, stored });
    const before = policyIn(stored, { workspaceId, templateId });
    const scope = { organizationId, workspaceId, templateId, workflowId: null };
    await changePolicy(tx, deps, { scope, before, change, caller });
  });
  return readPolicies(deps, caller, { organizationId });
}

interface PolicyCommand extends OrganizationChoice {
  workspaceId?: number | null | undefined;
  templateId?: number | null | undefined;
  change: PolicyChange;
}

type Place = Pick<PolicyScope, 'templateId' | 'workspaceId'>;

function policyIn(stored: StoredPolicies, { workspaceId, templateId }: Place) {
  if (templateId !== null) return stored.templates.get(templateId);
  return workspaceId === null ? stored.organization : stored.workspaces.get(workspaceId);
}

/** @throws Refusal `WORKSPACE_NOT_FOUND` where one is named that is not of the organization */
export async function requireWorkspace(
  reads: Reads,
  organizationId: number,
  workspaceId: number | null,
): Promise<void> {
  if (workspaceId === null) return;
  const workspaces = await listWorkspacesIn(reads, organizationId);
  if (!workspaces.some(({ id }) => id === workspaceId))
    throw new Refusal('WORKSPACE_NOT_FOUND', 'There is no such workspace in this organization.');
}

/**
 * Of one that is deleted the policy can still be changed.
 *
 * @throws Refusal `TEMPLATE_NOT_FOUND` where one is named that is not of the organization
 */
async function requireTemplate(
  reads: Reads,
  about: { organizationId: number; templateId: number | null; stored: StoredPolicies },
): Promise<void> {
  const { organizationId, templateId, stored } = about;
  if (templateId === null || stored.templates.has(templateId)) return;
  const template = await findTemplateSummary(reads, templateId);
  const workspaces = template === null ? [] : await listWorkspacesIn(reads, organizationId);
  if (!workspaces.some(({ id }) => id === template?.workspaceId))
    throw new Refusal('TEMPLATE_NOT_FOUND', 'There is no such template in this organization.');
}

export interface RetentionEffect {
  workflows: number;
  held: number;
  oldest: Date | null;
  isComplete: boolean;
  /** When the named workflow would be erased; null: never, or none was named. */
  dueAt: Date | null;
}

const SLICE = 1_000;

/** What the next run would erase if these periods were set; the rule is the one that runs use. */
export async function previewPolicy(
  { clock, database }: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { workspaceId = null, templateId = null, change, ...choice }: PolicyCommand,
): Promise<RetentionEffect> {
  const { organizationId } = await requireAdministrator(database, caller, choice.organizationId);
  await requireWorkspace(database, organizationId, workspaceId);
  const stored = await listPolicies(database, organizationId);
  await requireTemplate(database, { organizationId, templateId, stored });
  const policies = withChange(stored, { workspaceId, templateId }, change);
  const rules = { policies, holds: await listActiveHolds(database, organizationId), now: clock.now() };
  const effect: RetentionEffect = { workflows: 0, held: 0, oldest: null, isComplete: true, dueAt: null };
  let examined = 0;
  const workspaces = await listWorkspacesIn(database, organizationId);
  for (const { id } of workspaces.filter((each) => workspaceId === null || each.id === workspaceId)) {
    const list = readSlices(
      SLICE,
      (slice) => listEndings(database, { workspaceId: id, ...slice }),
      (workflow) => workflow.id,
    );
    for await (const workflows of list) {
      if (examined >= LIMITS.retentionEffectMax) return { ...effect, isComplete: false };
      for (const decided of await decideWorkflows(database, workflows, rules)) addTo(effect, decided);
      examined += workflows.length;
    }
  }
  return effect;
}

function withChange(stored: StoredPolicies, place: Place, change: PolicyChange): StoredPolicies {
  const { workspaceId, templateId } = place;
  const own = mergePolicies(policyIn(stored, place), change);
  if (templateId !== null) return { ...stored, templates: new Map([...stored.templates, [templateId, own]]) };
  if (workspaceId === null) return { ...stored, organization: own };
  return { ...stored, workspaces: new Map([...stored.workspaces, [workspaceId, own]]) };
}

function addTo(effect: RetentionEffect, { since, verdict }: DecidedWorkflow): void {
  if (verdict.outcome === 'held') effect.held += 1;
  if (verdict.outcome !== 'due') return;
  effect.workflows += 1;
  if (effect.oldest === null || since < effect.oldest) effect.oldest = since;
}

/** Absent periods stay. */
export type PolicyChange = { [Period in keyof RetentionPolicy]?: RetentionPolicy[Period] | undefined };

interface Changing {
  scope: PolicyScope;
  before: RetentionPolicy | null | undefined;
  change: PolicyChange;
  caller: Caller;
}

/**
 * Saves a policy that the caller has locked, and records who changed what. Returns the id of the record; null where
 * nothing changes.
 */
export async function changePolicy(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  { scope, before: stored, change, caller }: Changing,
): Promise<number | null> {
  const before = mergePolicies(stored, {});
  const after = mergePolicies(before, change);
  if (JSON.stringify(before) === JSON.stringify(after)) return null;
  const now = clock.now();
  await savePolicy(tx, scope, { ...after, now });
  const { organizationId, workspaceId, templateId, workflowId } = scope;
  const act = { organizationId, actorId: caller.userId, name: 'retention.changed', now } as const;
  const detail = {
    ...(workspaceId === null ? {} : { workspaceId }),
    ...(templateId === null ? {} : { templateId }),
    ...(workflowId === null ? {} : { workflowId }),
  };
  await recordOrganizationEvent(tx, { ...act, detail, before: { ...before }, after: { ...after } });
  return insertChange(tx, {
    organization_id: organizationId,
    workspace_id: workspaceId,
    template_id: templateId,
    workflow_id: workflowId,
    changed_at: now,
    changed_by: caller.userId,
    by_key: caller.byKey?.name ?? null,
    before: JSON.stringify(before),
    after: JSON.stringify(after),
  });
}

export function mergePolicies(
  before: RetentionPolicy | null | undefined,
  change: PolicyChange,
): RetentionPolicy {
  const policy = before ?? NO_POLICY;
  // A period that is null ends; only an absent one stays.
  const { signedYears = policy.signedYears, draftDays = policy.draftDays } = change;
  const { stoppedMonths = policy.stoppedMonths } = change;
  return { signedYears, draftDays, stoppedMonths };
}

/** What was changed in the policies of an organization and all in it, the newest first. */
export async function listPolicyChanges(
  { database }: Pick<Deps, 'database'>,
  caller: Caller,
  query: OrganizationChoice & PageRequest,
) {
  const { organizationId } = await requireAdministrator(database, caller, query.organizationId);
  const { records: changes, ...counts } = await listChanges(database, organizationId, query);
  const users = await readUserNames(database, [...new Set(changes.map((change) => change.changed_by))]);
  const workflowIds = changes.flatMap((change) => change.workflow_id ?? []);
  const names = await readWorkflowNames(database, [...new Set(workflowIds)]);
  const templateIds = changes.flatMap((change) => change.template_id ?? []);
  const templates = await readTemplateNames(database, [...new Set(templateIds)]);
  return {
    ...counts,
    records: changes.map((change) => ({
      change,
      /** As the person is called now. */
      userName: users.get(change.changed_by)?.name ?? '',
      /** Null once the workflow is erased, and where the policy is not that of a workflow. */
      workflowName: change.workflow_id === null ? null : (names.get(change.workflow_id) ?? null),
      templateName: change.template_id === null ? null : (templates.get(change.template_id)?.name ?? null),
    })),
  };
}
