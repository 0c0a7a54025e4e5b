import { createHmac, createSecretKey } from 'node:crypto';
import { Fault } from '@paraph/domain';
import type { Database } from '../database/database.ts';
import { canonicalJson } from '../platform/json.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { recordFingerprint } from './ledger-store.ts';

/** A keyed hash of one purpose: HMAC-SHA-256 over the previous code, where there is one, and the canonical JSON. */
export type Keyed = (value: unknown, previous?: Uint8Array | null) => Buffer;

export type AuditKeys = ReturnType<typeof deriveKeys>;

/** By the vault, which derives the same keys every time. */
const opened = new WeakMap<Pick<KeyVault, 'derive'>, AuditKeys>();

/** Each purpose has its own key, so that a code of one purpose is never valid for another. */
export function openAuditKeys(vault: Pick<KeyVault, 'derive'>): AuditKeys {
  const keys = opened.get(vault) ?? deriveKeys(vault);
  opened.set(vault, keys);
  return keys;
}

function deriveKeys(vault: Pick<KeyVault, 'derive'>) {
  const keyed = (purpose: string): Keyed => {
    const key = createSecretKey(vault.derive('audit', purpose));
    return (value, previous = null) =>
      createHmac('sha256', key)
        .update(previous ?? new Uint8Array())
        .update(canonicalJson(value))
        .digest();
  };
  return {
    event: keyed('event'),
    ledger: keyed('ledger'),
    checkpoint: keyed('checkpoint'),
    tombstone: keyed('tombstone'),
    account: keyed('account'),
  };
}

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
  );
}
