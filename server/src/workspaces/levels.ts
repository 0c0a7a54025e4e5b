import {
  changeLevelRights,
  type Identification,
  invalid,
  type LevelFacts,
  type LevelRightRequest,
  type LevelRights,
  levelsOfAnyRole,
  levelsOfRole,
  NOTHING_SET_UP,
  offerIdentifications,
  offerLevels,
  type Role,
  requireLevelRight,
  type Violations,
  WORKFLOW_TYPES,
  type WorkflowType,
} from '@paraph/domain';
import { canHavePasskeys, isLoopback } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import type { Reads, Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { recordOrganizationEvent } from '../organization-record/api.ts';
import { listCustomRoles, lockOrganization } from './member-store.ts';
import {
  type OrganizationAccess,
  type OrganizationChoice,
  requireAdministrator,
  requireMembership,
} from './organization-access.ts';
import { allRoles } from './roles.ts';
import { findWorkspaceAccess, getWorkspaceAccess, type Who } from './workspace-access.ts';
import { listOrganizationRows, updateOrganization } from './workspace-store.ts';

/**
 * What is set up for an organization: the one function that says which levels are offered (`domain/src/level.ts`). A
 * channel or provider is true here from the change on that makes it work, and a level is added to `SUPPORTED_LEVELS`
 * once its whole path works.
 */
export async function readLevelFacts(
  deps: Pick<Deps, 'config'>,
  reads: Reads,
  organizationId: number,
): Promise<LevelFacts> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  const facts = instanceLevelFacts(deps);
  const hasTrustProvider = organization?.has_trust_provider === true;
  return {
    ...facts,
    trustServiceProviders: facts.trustServiceProviders || hasTrustProvider,
    sandbox: facts.sandbox && !hasTrustProvider,
    identityProviders: organization?.has_identity_provider === true,
    defaultIdentification: organization?.default_identification ?? null,
  };
}

/** The same for a request; the level `simple` needs no statement. */
export async function readLevelFactsFor(
  deps: Pick<Deps, 'config'>,
  reads: Reads,
  { type, organizationId }: { type?: WorkflowType | undefined; organizationId: number },
): Promise<LevelFacts> {
  if (type === undefined || type === 'simple') return instanceLevelFacts(deps);
  return readLevelFacts(deps, reads, organizationId);
}

/** What the instance has, whatever an organization sets up besides. */
export function instanceLevelFacts({
  config,
}: {
  config: Pick<Config, 'baseUrl' | 'mailCodes' | 'sms'>;
}): LevelFacts {
  // There, the sandbox provider is built in, and texts are shown on the mailbox page.
  const isLocal = isLoopback(config.baseUrl);
  return {
    ...NOTHING_SET_UP,
    isLoopback: isLocal,
    trustServiceProviders: isLocal,
    sandbox: isLocal,
    passkeys: canHavePasskeys(config),
    textMessages: config.sms !== null || isLocal,
    mailCodes: config.mailCodes,
  };
}

/** What an organization is offered, and who may ask for it. */
export interface LevelOffer {
  facts: LevelFacts;
  roles: readonly Role[];
  rights: LevelRights;
  /** Which levels the caller may ask for in the workspace that the call names. */
  permitted: readonly WorkflowType[];
}

type LevelDeps = Pick<Deps, 'clock' | 'config' | 'database'>;
type LevelChoice = OrganizationChoice & { workspaceId?: number | undefined };

export async function readLevels(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  { organizationId, workspaceId }: LevelChoice,
): Promise<LevelOffer> {
  const { database } = deps;
  const access = await requireMembership(database, caller, organizationId);
  const permitted =
    workspaceId === undefined ? null : await getWorkspaceAccess(database, caller, workspaceId);
  if (permitted && permitted.organizationId !== access.organizationId) {
    throw invalid({ workspaceId: 'Must be a workspace of this organization.' });
  }
  return readOffer(deps, access.organizationId, permitted?.levels);
}

async function readOffer(
  deps: Pick<Deps, 'config' | 'database'>,
  organizationId: number,
  permitted: readonly WorkflowType[] = WORKFLOW_TYPES,
): Promise<LevelOffer> {
  const facts = await readLevelFacts(deps, deps.database, organizationId);
  const roles = allRoles(await listCustomRoles(deps.database, organizationId));
  return { facts, roles, rights: await readRights(deps.database, organizationId), permitted };
}

async function readRights(reads: Reads, organizationId: number): Promise<LevelRights> {
  const [organization] = await listOrganizationRows(reads, [organizationId]);
  return organization?.level_rights ?? {};
}

interface LevelChange {
  defaultIdentification?: Identification | null | undefined;
  roles?: readonly LevelRightRequest[] | undefined;
}

/** Sets how signers are identified where their sender says nothing, and which levels roles may ask for. */
export async function updateLevels(
  deps: LevelDeps,
  caller: Caller,
  { organizationId, ...change }: OrganizationChoice & LevelChange,
): Promise<LevelOffer> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  if (change.defaultIdentification !== undefined) {
    const facts = await readLevelFacts(deps, deps.database, access.organizationId);
    requireDefault(change.defaultIdentification, facts);
  }
  await deps.database.transaction().execute((tx) => saveLevels(tx, deps, { caller, access, change }));
  return readOffer(deps, access.organizationId);
}

function requireDefault(defaultIdentification: Identification | null, facts: LevelFacts): void {
  const offer = offerIdentifications(facts).find(({ type }) => type === defaultIdentification);
  if (offer?.missing) {
    throw invalid({ defaultIdentification: `${offer.missing} Until then leave it out or choose another.` });
  }
  if (defaultIdentification === 'passkey') {
    const sentence = 'A passkey is chosen for each recipient who has one; choose another default.';
    throw invalid({ defaultIdentification: sentence });
  }
}

async function saveLevels(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  {
    caller,
    access: { organizationId },
    change: { defaultIdentification, roles: requests = [] },
  }: { caller: Caller; access: OrganizationAccess; change: LevelChange },
): Promise<void> {
  await lockOrganization(tx, organizationId);
  const roles = allRoles(await listCustomRoles(tx, organizationId));
  const before = await readRights(tx, organizationId);
  const [organization] = await listOrganizationRows(tx, [organizationId]);
  const violations: Violations = {};
  const roleIds = roles.map(({ id }) => id);
  const after = changeLevelRights(before, { requests, roleIds }, violations);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  await updateOrganization(tx, organizationId, {
    level_rights: JSON.stringify(after),
    ...(defaultIdentification === undefined ? {} : { default_identification: defaultIdentification }),
  });
  const act = { organizationId, actorId: caller.userId, now: clock.now() };
  const identification = organization?.default_identification ?? null;
  if (defaultIdentification !== undefined && defaultIdentification !== identification)
    await recordOrganizationEvent(tx, {
      ...{ ...act, name: 'organization.identification_changed' },
      ...{ before: { identification }, after: { identification: defaultIdentification } },
    });
  for (const { id: roleId, name: role } of roles) {
    const detail = { roleId, role, before: say(before, roleId), after: say(after, roleId) };
    if (detail.before === detail.after) continue;
    await recordOrganizationEvent(tx, { ...act, name: 'organization.level_rights_changed', detail });
  }
}

function say(rights: LevelRights, roleId: number): string {
  return levelsOfRole(rights, roleId).join(', ');
}

/**
 * Refuses a start whose level the role of its sender may not ask for. Of a sender who has left the workspace, nothing
 * is known but what every role may.
 *
 * @throws Refusal `VALIDATION_ERROR` with the violation `type`
 */
export async function requireStartRight(
  tx: Tx,
  who: Who,
  workflow: { type: WorkflowType; workspace_id: number; organization_id: number },
): Promise<void> {
  const access = await findWorkspaceAccess(tx, who, workflow.workspace_id);
  const levels = access?.levels ?? levelsOfAnyRole(await readRights(tx, workflow.organization_id));
  requireLevelRight(workflow.type, levels);
}

/** The same for a person's own change of a level; who does not reach the workspace is refused elsewhere. */
export async function requireLevelRightIn(
  reads: Reads,
  who: Who,
  { type, workspaceId }: { type: WorkflowType; workspaceId: number },
): Promise<void> {
  const access = await findWorkspaceAccess(reads, who, workspaceId);
  if (access) requireLevelRight(type, access.levels);
}

export function viewLevels({ facts, roles, rights, permitted }: LevelOffer) {
  return {
    levels: offerLevels(facts).map(({ type, missing }) => ({
      type,
      offered: missing === null,
      missing,
      sandbox: type === 'qualified' && facts.sandbox,
      permitted: permitted.includes(type),
    })),
    identifications: offerIdentifications(facts).map(({ type, missing }) => ({
      identification: type,
      offered: missing === null,
      missing,
    })),
    defaultIdentification: facts.defaultIdentification,
    roles: roles.map(({ id: roleId, key, name }) => ({
      roleId,
      key,
      name,
      levels: [...levelsOfRole(rights, roleId)],
    })),
  };
}
