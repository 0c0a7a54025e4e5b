import { type LevelFacts, NOTHING_SET_UP, type WorkflowType } from '@paraph/domain';
import { isLoopback } from '../config/base-url.ts';
import type { Config } from '../config/config.ts';
import type { Reads } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { canHavePasskeys } from '../passkeys/webauthn.ts';
import { listOrganizationRows } from './workspace-store.ts';

/**
 * What is set up for an organization: the one place that says which levels are offered (`domain/src/level.ts`). A
 * channel or provider is true here from the change on that makes it work, and a level is added to `SUPPORTED_LEVELS`
 * with the last part of its path.
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
  const { baseUrl, sms, mailCodes } = config;
  const isLocal = isLoopback(baseUrl);
  // There, the sandbox provider is built in, and texts are shown on the mailbox page.
  const channels = { textMessages: sms !== null || isLocal, mailCodes };
  const providers = { trustServiceProviders: isLocal, sandbox: isLocal };
  return {
    ...NOTHING_SET_UP,
    isLoopback: isLocal,
    passkeys: canHavePasskeys(config),
    ...channels,
    ...providers,
  };
}
