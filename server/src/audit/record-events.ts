import type { EventName } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import { enqueueAll } from '../jobs/enqueue.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import { openAuditKeys } from './audit-keys.ts';
import { listenersOf } from './follow-events.ts';
import type { LedgerEntry } from './ledger-store.ts';

/** After a change with one of these, the head of the chain is a leaf of the log: what was sealed, renewed or ended. */
const LOGGED: ReadonlySet<EventName> = new Set<EventName>([
  'document.sealed',
  'document.renewed',
  'workflow.signed',
  'workflow.declined',
  'workflow.canceled',
  'workflow.expired',
]);

export type { NewEvent } from './append-events.ts';

/**
 * Appends to the chain of a workflow and enqueues the job that follows the events, in the caller's transaction. The
 * caller has locked the workflow's row, so the chain cannot fork. `known`: its entry in the ledger, if this transaction
 * has read it since.
 */
export async function recordEvents(
  tx: Tx,
  about: { workflowId: number; known?: LedgerEntry | null; now: Date; vault: Pick<KeyVault, 'derive'> },
  events: readonly NewEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const { workflowId, known = null, now, vault } = about;
  const isLogged = events.some(({ name }) => LOGGED.has(name));
  const areHeard = events.map(
    ({ name, actor, snapshot = null }) =>
      listenersOf({ name, actor, hasSnapshot: snapshot !== null }).length > 0,
  );
  const chains = { workflowIds: [workflowId], known, now, keys: openAuditKeys(vault), isLogged };
  const ids = await appendEvents(tx, chains, events);
  const heard = ids.filter((_id, index) => areHeard[index]);
  const [first, last] = [heard[0], heard.at(-1)];
  if (first !== undefined) await enqueueAll(tx, [{ name: 'follow-events', id: first, upTo: last ?? first }]);
}

/** An event without listeners. */
type QuietEvent = Pick<NewEvent, 'actor' | 'detail'> & { name: 'workflow.changed' };

/** Appends the same event to the chains of many workflows. The caller has locked their rows. */
export async function recordForMany(
  tx: Tx,
  about: { workflowIds: readonly number[]; now: Date; vault: Pick<KeyVault, 'derive'> },
  event: QuietEvent,
): Promise<void> {
  if (about.workflowIds.length === 0) return;
  const { workflowIds, now, vault } = about;
  await appendEvents(tx, { workflowIds, now, keys: openAuditKeys(vault) }, [event]);
}
