import type { Tx } from '../platform/database.ts';
import type { KeyVault } from '../platform/key-vault.ts';
import { appendEvents } from './append-events.ts';
import { openAuditKeys } from './audit-keys.ts';
import type { NewEvent } from './record-events.ts';

/** An event that nobody is told of: no listener hears its name. */
export type QuietEvent = Pick<NewEvent, 'actor' | 'detail'> & { name: 'workflow.changed' };

/** Appends the same event to the chains of many workflows, whose rows the caller holds. */
export async function recordForMany(
  tx: Tx,
  about: { workflowIds: readonly number[]; now: Date; vault: Pick<KeyVault, 'derive'> },
  event: QuietEvent,
): Promise<void> {
  if (about.workflowIds.length === 0) return;
  const { workflowIds, now, vault } = about;
  await appendEvents(tx, { workflowIds, now, keys: openAuditKeys(vault) }, [event]);
}
