import { invalid, mergePreferences } from '@paraph/domain';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/caller.ts';
import { readPreferenceValue } from '../workflows/drafts/set-preferences.ts';
import {
  type CheckCallbackUrl,
  checkCallbackPreference,
  openPreferences,
  sealPreferences,
  withSecret,
} from '../workflows/lifecycle/callback.ts';
import { changeTemplate } from './change-template.ts';
import { authorizeTemplate, type TemplateAddress } from './read-template.ts';
import { lockPlainSecrets, saveTemplatePreferences } from './template-store.ts';

/**
 * Sets the preferences of workflows created from a template; those not named stay, and an empty value removes one.
 *
 * @returns all preferences, the secret of a callback URL included
 * @throws Refusal `VALIDATION_ERROR`, and those of `changeTemplate`
 */
export async function setTemplatePreferences(
  deps: Deps & { checkCallbackUrl: CheckCallbackUrl },
  caller: Caller,
  command: TemplateAddress & { preferences: readonly { name: string; value: unknown }[] },
): Promise<{ name: string; value: string }[]> {
  await authorizeTemplate(deps, { caller, operation: 'edit', ...command });
  const given = command.preferences.map(({ name, value }) => ({ name, value: readPreferenceValue(value) }));
  const preferences = Object.fromEntries(given.map(({ name, value }) => [name, value]));
  const owner = { templateId: command.templateId };
  const callback = await checkCallbackPreference(deps, caller, { preferences, requested: given });
  const { template } = await changeTemplate(deps, { caller, command }, async (_tx, record) => {
    const { preferences: before } = record.template;
    const { preferences, violations } = mergePreferences(openPreferences(deps, owner, before), given);
    if (callback !== null) violations[callback.parameter] ??= callback.problem;
    if (Object.keys(violations).length > 0) throw invalid(violations);
    const complete = withSecret(deps, preferences);
    return { preferences: sealPreferences(deps, owner, { preferences: complete, before }) };
  });
  const complete = openPreferences(deps, owner, template.preferences);
  return Object.entries(complete).map(([name, value]) => ({ name, value }));
}

const SLICE = 200;

/** As `encryptWorkflowSecrets`, for templates; does not increment the version, because nothing visible changes. */
export async function encryptTemplateSecrets(deps: Pick<Deps, 'database' | 'vault'>): Promise<void> {
  for (let count = SLICE; count === SLICE; ) {
    count = await deps.database.transaction().execute(async (tx) => {
      const rows = await lockPlainSecrets(tx, SLICE);
      for (const { id, preferences } of rows)
        await saveTemplatePreferences(tx, id, sealPreferences(deps, { templateId: id }, { preferences }));
      return rows.length;
    });
  }
}
