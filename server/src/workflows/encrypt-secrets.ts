import type { Deps } from '../deps.ts';
import { sealPreferences } from './callback-secret.ts';
import { savePreferences } from './draft-store.ts';
import { lockPlainSecrets } from './workflow-store.ts';

const SLICE = 200;

/**
 * Encrypts the callback secrets of workflows that were stored in the clear by an earlier Paraph, in slices. May run
 * twice and in several processes; what another transaction holds is left to the next run.
 */
export async function encryptWorkflowSecrets(deps: Pick<Deps, 'database' | 'vault'>): Promise<void> {
  for (let count = SLICE; count === SLICE; ) {
    count = await deps.database.transaction().execute(async (tx) => {
      const rows = await lockPlainSecrets(tx, SLICE);
      for (const { id, envelopeId, preferences } of rows)
        await savePreferences(tx, id, sealPreferences(deps, { envelopeId }, { preferences }));
      return rows.length;
    });
  }
}
