import { Refusal } from './refusal.ts';
import type { WorkflowType } from './workflow.ts';

/** Why this version does not support each level, and the alternative. */
const MISSING: Readonly<Partial<Record<WorkflowType, string>>> = {
  advanced:
    'The level advanced is not available on this instance: it needs a second channel that identifies signers ' +
    '(a code by text message, a passkey, an identity provider), and none is set up. Use simple.',
  qualified:
    'The level qualified is not available on this instance: it needs a trust service provider, ' +
    'and none is set up. Use simple.',
};

/** The supported levels. */
export function availableLevels(): readonly WorkflowType[] {
  return ['simple'];
}

/** Why the level is not available, with the remedy; null if it is. */
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
 * Refuses an unsupported level, also at the start: earlier versions accepted every level in drafts.
 *
 * @throws Refusal `VALIDATION_ERROR` with the violation `type`
 */
export function requireAvailableLevel(type: WorkflowType): void {
  const problem = findLevelProblem(type);
  // In the message as well: an item of a bulk response has no violations.
  if (problem !== null) throw new Refusal('VALIDATION_ERROR', problem, { violations: { type: problem } });
}
