import {
  type Identification,
  invalid,
  type LevelFacts,
  offerIdentifications,
  offerLevels,
} from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readLevelFacts } from './level-facts.ts';
import { requireAdministrator, requireMembership } from './organization-access.ts';
import { updateDefaultIdentification } from './workspace-store.ts';

/** Which organization a call is about. */
interface About {
  organizationId?: number | undefined;
}

/**
 * The levels that an organization is offered.
 *
 * @throws Refusal `NOT_FOUND`
 */
export async function readLevels(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  { organizationId }: About,
): Promise<LevelFacts> {
  const access = await requireMembership(deps.database, caller, organizationId);
  return readLevelFacts(deps, deps.database, access.organizationId);
}

/**
 * Sets how signers are identified where their sender says nothing.
 *
 * @throws Refusal `VALIDATION_ERROR`, `NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`
 */
export async function updateLevels(
  deps: Pick<Deps, 'config' | 'database'>,
  caller: Caller,
  { organizationId, defaultIdentification }: About & { defaultIdentification: Identification | null },
): Promise<LevelFacts> {
  const access = await requireAdministrator(deps.database, caller, organizationId);
  const facts = await readLevelFacts(deps, deps.database, access.organizationId);
  const offer = offerIdentifications(facts).find(({ type }) => type === defaultIdentification);
  if (offer?.missing) {
    throw invalid({
      defaultIdentification: `${offer.missing} Until then leave it out or choose another.`,
    });
  }
  if (defaultIdentification === 'passkey') {
    const sentence = 'A passkey is chosen for each recipient who has one; choose another default.';
    throw invalid({ defaultIdentification: sentence });
  }
  await deps.database
    .transaction()
    .execute((tx) => updateDefaultIdentification(tx, access.organizationId, defaultIdentification));
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
