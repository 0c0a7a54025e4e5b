import { Fault } from '@paraph/domain';
import type { Database } from '../database/database.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { recordFingerprint } from './instance-key-store.ts';

/**
 * Refuses a process whose keys are others than those of this database: it would break links and sessions, and write
 * chains and secrets that the other processes cannot read. The first process records the fingerprint.
 *
 * @throws Fault naming the folder of the keys
 */
export async function checkInstanceKeys(
  database: Database,
  { vault, keysDir }: { vault: Pick<KeyVault, 'fingerprint'>; keysDir: string },
): Promise<void> {
  const recorded = await recordFingerprint(database, { name: 'vault', fingerprint: vault.fingerprint });
  if (recorded.equals(vault.fingerprint)) return;
  throw new Fault(
    `The keys in ${keysDir} are not those that this database was made with. Give each process the same folder ` +
      '(PARAPH_KEYS_DIR), or restore it from the backup of this instance.',
    { retryable: false },
  );
}
