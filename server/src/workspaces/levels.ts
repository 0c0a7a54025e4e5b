import {
  type Identification,
  invalid,
  type LevelFacts,
  NOTHING_SET_UP,
  offerIdentifications,
  offerLevels,
  type WorkflowType,
} from '@paraph/domain';
import { canHavePasskeys, isLoopback } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { type OrganizationChoice, requireAdministrator, requireMembership } from './organization-access.ts';
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

/** The levels that an organization is offered. */
export async function readLevels(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  { organizationId }: OrganizationChoice,
): Promise<LevelFacts> {
  const access = await requireMembership(deps.database, caller, organizationId);
  return readLevelFacts(deps, deps.database, access.organizationId);
}

/** Sets how signers are identified where their sender says nothing. */
export async function updateLevels(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  {
    organizationId,
    defaultIdentification,
  }: OrganizationChoice & { defaultIdentification: Identification | null },
): Promise<LevelFacts> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  const facts = await readLevelFacts(deps, deps.database, access.organizationId);
  const offer = offerIdentifications(facts).find(({ type }) => type === defaultIdentification);
  if (offer?.missing) {
    throw invalid({ defaultIdentification: `${offer.missing} Until then leave it out or choose another.` });
  }
  if (defaultIdentification === 'passkey') {
    const sentence = 'A passkey is chosen for each recipient who has one; choose another default.';
    throw invalid({ defaultIdentification: sentence });
  }
  const change = { default_identification: defaultIdentification };
  await deps.database.transaction().execute((tx) => updateOrganization(tx, access.organizationId, change));
  return { ...facts, defaultIdentification };
}

export function viewLevels(facts: LevelFacts) {
  return {
    levels: offerLevels(facts).map(({ type, missing }) => ({
      type,
      offered: missing === null,
      missing,
      sandbox: type === 'qualified' && facts.sandbox,
    })),
    identifications: offerIdentifications(facts).map(({ type, missing }) => ({
      identification: type,
      offered: missing === null,
      missing,
    })),
    defaultIdentification: facts.defaultIdentification,
  };
}
