import type { Deps } from '../deps.ts';
import { sealPreferences } from '../workflows/lifecycle/callback.ts';
import { lockPlainSecrets, saveTemplatePreferences } from './template-store.ts';

const SLICE = 200;

/** As `encryptWorkflowSecrets`, for templates; no version is counted up, because nothing changed for anybody. */
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
