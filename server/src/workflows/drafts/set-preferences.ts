import { invalid, isFinal, mergePreferences, Refusal } from '@paraph/domain';
import type { Deps } from '../../deps.ts';
import type { Caller } from '../../http/caller.ts';
import { lockWorkflow } from '../lifecycle/advance-workflow.ts';
import {
  type CheckCallbackUrl,
  checkCallbackPreference,
  findCallbackChange,
  openPreferences,
  sealPreferences,
  withSecret,
} from '../lifecycle/callback.ts';
import { actorOf, recordChange, recordWorkflowEvents } from '../lifecycle/record-workflow-events.ts';
import { authorizeWorkflow, type WorkflowCall } from '../reading/read-workflow.ts';
import { savePreferences } from '../store/draft-store.ts';

/**
 * Sets preferences until the workflow has ended; those not named stay, and an empty value removes one.
 *
 * @returns all preferences, the secret of a callback URL included
 * @throws Refusal `VALIDATION_ERROR`, `WORKFLOW_NOT_FOUND`, `UNAUTHORIZED_TO_PERFORM_THIS_ACTION`,
 *   `WORKFLOW_STATUS_CONFLICT`
 */
export async function setPreferences(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  command: WorkflowCall & { preferences: readonly { name: string; value: unknown }[] },
): Promise<{ name: string; value: string }[]> {
  const { workflowId, visitor } = command;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...command });
  const given = command.preferences.map(({ name, value }) => ({ name, value: readPreferenceValue(value) }));
  const preferences = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const callback = await checkCallbackPreference(deps, caller, { preferences, requested: given });
  return deps.database.transaction().execute(async (tx) => {
    const { workflow } = await lockWorkflow(tx, workflowId);
    const owner = { envelopeId: workflow.envelope_id };
    const current = openPreferences(deps, owner, workflow.preferences);
    const { preferences, violations } = mergePreferences(current, given);
    if (callback !== null) violations[callback.parameter] ??= callback.problem;
    if (Object.keys(violations).length > 0) throw invalid(violations);
    if (isFinal(workflow.status)) {
      throw new Refusal('WORKFLOW_STATUS_CONFLICT', `This workflow is ${workflow.status}; that is final.`);
    }
    const complete = withSecret(deps, preferences);
    const sealed = sealPreferences(deps, owner, { preferences: complete, before: workflow.preferences });
    await savePreferences(tx, workflowId, sealed);
    await recordChange(tx, deps, { workflowId, caller, visitor, parts: ['preferences'] });
    const change = workflow.status === 'not_started' ? null : findCallbackChange(current, complete);
    if (change) {
      const actor = await actorOf(tx, caller, visitor);
      const events = [{ name: 'callback.changed' as const, actor, detail: { ...change } }];
      await recordWorkflowEvents(tx, deps, { workflowId, events });
    }
    return Object.entries(complete).map(([name, value]) => ({ name, value }));
  });
}

/** Clients send switches as numbers and booleans, too. */
export function readPreferenceValue(value: unknown): string {
  if (value === true) return '1';
  if (value === false) return '0';
  return value === null || value === undefined ? '' : String(value);
}
