import type { Deps } from '../deps.ts';
import { type AuditKeys, openAuditKeys } from './audit-keys.ts';
import {
  type Checkpoint,
  insertCheckpoint,
  type LedgerEntry,
  listUncovered,
  lockCheckpoints,
} from './ledger-store.ts';

const ROWS_AT_ONCE = 5_000;

/**
 * Covers the rows of the ledger that are new since the last time. Nothing waits for it: which row is covered by which
 * checkpoint is decided here, not when the workflow is created.
 */
export async function checkpointLedger(deps: Pick<Deps, 'clock' | 'database' | 'vault'>): Promise<void> {
  const keys = openAuditKeys(deps.vault);
  for (;;) {
    const covered = await deps.database.transaction().execute(async (tx) => {
      const last = await lockCheckpoints(tx);
      const entries = await listUncovered(tx, ROWS_AT_ONCE);
      if (entries.length === 0) return 0;
      const next = {
        number: (last?.number ?? 0) + 1,
        workflow_ids: entries.map(({ workflow_id: id }) => id),
        total: (last?.total ?? 0) + entries.length,
        created_at: deps.clock.now(),
      };
      const mac = checkpointMac(keys, last?.mac ?? null, { ...next, entries });
      await insertCheckpoint(tx, { ...next, mac });
      return entries.length;
    });
    if (covered < ROWS_AT_ONCE) return;
  }
}

/** Covers the previous checkpoint, and of each entry the columns that never change. */
export function checkpointMac(
  keys: Pick<AuditKeys, 'checkpoint'>,
  previous: Buffer | null,
  next: Omit<Checkpoint, 'mac' | 'workflow_ids'> & { entries: readonly LedgerEntry[] },
): Buffer {
  const { number, total, created_at: createdAt, entries } = next;
  const rows = entries.map((entry) => [entry.workflow_id, entry.envelope_id, entry.leaf.toString('hex')]);
  return keys.checkpoint({ number, total, createdAt, rows }, previous);
}
