import { conflict, invalid, isFinal, mergePreferences, type Preferences } from '@paraph/domain';
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
import { savePreferences, settleReminders } from '../store/workflow-store.ts';

/**
 * Sets preferences until the workflow has ended; those not named stay, and an empty value removes one.
 *
 * @returns all preferences, the secret of a callback URL included
 */
export async function setPreferences(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  command: WorkflowCall & { preferences: PreferenceRequest },
): Promise<{ name: string; value: string }[]> {
  const { workflowId, visitor } = command;
  await authorizeWorkflow(deps, { caller, operation: 'edit', ...command });
  const change = await readPreferenceChange(deps, caller, command.preferences);
  return deps.database.transaction().execute(async (tx) => {
    const record = await lockWorkflow(tx, workflowId);
    const { workflow } = record;
    const owner = { envelopeId: workflow.envelope_id };
    const current = openPreferences(deps, owner, workflow.preferences);
    const complete = applyPreferenceChange(deps, current, change);
    if (isFinal(workflow.status)) {
      throw conflict(`This workflow is ${workflow.status}; that is final.`);
    }
    const sealed = sealPreferences(deps, owner, { preferences: complete, before: workflow.preferences });
    await savePreferences(tx, workflowId, sealed);
    const changed = { ...record, workflow: { ...workflow, preferences: sealed } };
    await settleReminders(tx, changed, deps.clock.now());
    await recordChange(tx, deps, { workflowId, caller, visitor, changed: ['preferences'] });
    const moved = workflow.status === 'not_started' ? null : findCallbackChange(current, complete);
    if (moved) {
      const actor = await actorOf(tx, caller, visitor);
      const events = [{ name: 'callback.changed' as const, actor, detail: { ...moved } }];
      await recordWorkflowEvents(tx, deps, { workflowId, events });
    }
    return Object.entries(complete).map(([name, value]) => ({ name, value }));
  });
}

type PreferenceRequest = readonly { name: string; value: unknown }[];

interface PreferenceChange {
  preferences: { name: string; value: string }[];
  /** What is wrong with the callback URL among them. */
  callback: Awaited<ReturnType<typeof checkCallbackPreference>>;
}

/** Reads a change of the preferences of a workflow or of a template. */
export async function readPreferenceChange(
  deps: Pick<Deps, 'database'> & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  request: PreferenceRequest,
): Promise<PreferenceChange> {
  const requested = request.map(({ name, value }) => ({ name, value: readPreferenceValue(value) }));
  const preferences = Object.fromEntries(requested.map(({ name, value }) => [name, value]));
  const callback = await checkCallbackPreference(deps, caller, { preferences, requested });
  return { preferences: requested, callback };
}

/** All preferences after it. */
export function applyPreferenceChange(
  deps: Pick<Deps, 'ids'>,
  before: Preferences,
  change: PreferenceChange,
): Preferences {
  const { preferences, violations } = mergePreferenceChange(before, change);
  if (Object.keys(violations).length > 0) throw invalid(violations);
  return withSecret(deps, preferences);
}

/** The same, with what is wrong; the preferences must not be used unless `violations` is empty. */
export function mergePreferenceChange(
  before: Preferences,
  { preferences: requested, callback }: PreferenceChange,
) {
  const { preferences, violations } = mergePreferences(before, requested);
  if (callback !== null) violations[callback.parameter] ??= callback.problem;
  return { preferences, violations };
}

/** Clients send switches as numbers and booleans, too. */
function readPreferenceValue(value: unknown): string {
  if (value === true) return '1';
  if (value === false) return '0';
  return value === null || value === undefined ? '' : String(value);
}
