import { LIMITS, NO_POLICY, Refusal, type RetentionPolicy } from '@paraph/domain';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { listActiveHolds } from '../holds/api.ts';
import type { Caller } from '../http/caller.ts';
import { listEndings } from '../workflows/api.ts';
import { listWorkspacesIn } from '../workspaces/api.ts';
import { requireAdministrator } from '../workspaces/organization-access.ts';
import { changePolicy, mergePolicies, type PolicyChange } from './change-policy.ts';
import { type DecidedWorkflow, decideWorkflows } from './decide-workflows.ts';
import { listPolicies, lockPolicies, type StoredPolicies } from './policy-store.ts';

export interface About {
  organizationId?: number | undefined;
}

export interface OrganizationPolicies {
  organization: RetentionPolicy;
  workspaces: { workspaceId: number; name: string; policy: RetentionPolicy }[];
}

/** The policies of an organization and of each of its workspaces. */
export async function readPolicies(
  deps: Pick<Deps, 'database'>,
  caller: Caller,
  { organizationId: given }: About,
): Promise<OrganizationPolicies> {
  const { organizationId } = await requireAdministrator(deps.database, caller, given);
  const { organization, workspaces } = await listPolicies(deps.database, organizationId);
  const rows = await listWorkspacesIn(deps.database, organizationId);
  return {
    organization: organization ?? NO_POLICY,
    workspaces: rows.map(({ id, name }) => ({
      workspaceId: id,
      name,
      policy: workspaces.get(id) ?? NO_POLICY,
    })),
  };
}

/** Sets periods of the organization, or of one workspace; absent ones stay. */
export async function updatePolicy(
  deps: Pick<Deps, 'clock' | 'database'>,
  caller: Caller,
  { organizationId: given, workspaceId = null, change }: About & PolicyCommand,
): Promise<OrganizationPolicies> {
  const { organizationId } = await requireAdministrator(deps.database, caller, given);
  await deps.database.transaction().execute(async (tx) => {
    await lockPolicies(tx, organizationId);
    const stored = await listPolicies(tx, organizationId);
    await requireWorkspace(tx, organizationId, workspaceId);
    const before = workspaceId === null ? stored.organization : stored.workspaces.get(workspaceId);
    const scope = { organizationId, workspaceId, workflowId: null };
    await changePolicy(tx, deps, { scope, before, change, caller });
  });
  return readPolicies(deps, caller, { organizationId });
}

interface PolicyCommand {
  workspaceId?: number | null | undefined;
  change: PolicyChange;
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
  { organizationId: given, workspaceId = null, change }: About & PolicyCommand,
): Promise<RetentionEffect> {
  const { organizationId } = await requireAdministrator(database, caller, given);
  await requireWorkspace(database, organizationId, workspaceId);
  const policies = withChange(await listPolicies(database, organizationId), workspaceId, change);
  const rules = { policies, holds: await listActiveHolds(database, organizationId), now: clock.now() };
  const effect: RetentionEffect = { workflows: 0, held: 0, oldest: null, isComplete: true, dueAt: null };
  let examined = 0;
  const workspaces = await listWorkspacesIn(database, organizationId);
  for (const { id } of workspaces.filter((each) => workspaceId === null || each.id === workspaceId)) {
    for (let after = 0, isMore = true; isMore; ) {
      if (examined >= LIMITS.retentionEffectMax) return { ...effect, isComplete: false };
      const found = await listEndings(database, { workspaceId: id, after, limit: SLICE });
      for (const decided of await decideWorkflows(database, found, rules)) addTo(effect, decided);
      examined += found.length;
      after = found.at(-1)?.id ?? after;
      isMore = found.length === SLICE;
    }
  }
  return effect;
}

function withChange(
  stored: StoredPolicies,
  workspaceId: number | null,
  change: PolicyChange,
): StoredPolicies {
  if (workspaceId === null) return { ...stored, organization: mergePolicies(stored.organization, change) };
  const own = mergePolicies(stored.workspaces.get(workspaceId), change);
  return { ...stored, workspaces: new Map([...stored.workspaces, [workspaceId, own]]) };
}

function addTo(effect: RetentionEffect, { since, verdict }: DecidedWorkflow): void {
  if (verdict.outcome === 'held') effect.held += 1;
  if (verdict.outcome !== 'due') return;
  effect.workflows += 1;
  if (effect.oldest === null || since < effect.oldest) effect.oldest = since;
}
