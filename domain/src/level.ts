import { Refusal } from './refusal.ts';
import type { WorkflowType } from './workflow.ts';

/** What each level needs that this version has no part for, and what to do instead. */
const MISSING: Readonly<Partial<Record<WorkflowType, string>>> = {
  advanced:
    'The level advanced is not available on this instance: it needs a second channel that identifies signers ' +
    '(a code by text message, a passkey, an identity provider), and none is set up. Use simple.',
  qualified:
    'The level qualified is not available on this instance: it needs a trust service provider, ' +
    'and none is set up. Use simple.',
};

/** The levels that an instance keeps what they promise of. */
export function availableLevels(): readonly WorkflowType[] {
  return ['simple'];
}

/** Why a workflow or template of this level cannot be had, with the remedy; null where it can. */
export function findLevelProblem(
  type: WorkflowType,
  available: readonly WorkflowType[] = availableLevels(),
): string | null {
  if (available.includes(type)) return null;
  return (
    MISSING[type] ?? `The level ${type} is not available on this instance. Use ${available.join(' or ')}.`
  );
}

/**
 * Refuses to make or start what cannot be kept; older versions took every level.
 *
 * @throws Refusal `VALIDATION_ERROR` with the violation `type`
 */
export function requireAvailableLevel(type: WorkflowType): void {
  const problem = findLevelProblem(type);
  // The message says it too: an item of a bulk answer has no violations.
  if (problem !== null) throw new Refusal('VALIDATION_ERROR', problem, { violations: { type: problem } });
}
