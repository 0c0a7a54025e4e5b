import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { sha256 } from '../platform/ids.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import { type AuditKeys, openAuditKeys } from './audit-keys.ts';
import { CHAIN_START, checkLink, entryMac, leafOf, linkOf, macOf } from './chain-link.ts';
import { addKeyedLinks, listEvents } from './event-store.ts';
import { hasUnkeyed, type LedgerEntry, lockUnkeyed, markFaults, saveEntries } from './ledger-store.ts';

type KeyingDeps = Pick<Deps, 'clock' | 'database' | 'log' | 'vault'>;

const MARK = 'events-keyed';
const WORKFLOWS_AT_ONCE = 50;

class NotKeyedYet extends Error {}

/** Whether the chains that are older than the key were keyed; from then on no chain without it is believed. */
export async function areChainsKeyed(vault: Pick<KeyVault, 'secret'>): Promise<boolean> {
  try {
    await vault.secret(MARK, () => {
      throw new NotKeyedYet();
    });
    return true;
  } catch (error) {
    if (error instanceof NotKeyedYet) return false;
    throw error;
  }
}

/**
 * Adds keyed codes to the chains of earlier versions, once. Each chain must verify as it is; a chain that does not is
 * marked with its fault and never keyed. Safe with several processes and after a kill: each slice is one transaction,
 * and completion is recorded in the vault, where database access cannot forge it.
 */
export async function keyChains(deps: KeyingDeps): Promise<void> {
  if (await areChainsKeyed(deps.vault)) return;
  const keys = openAuditKeys(deps.vault);
  let after = 0;
  let keyed = 0;
  for (;;) {
    const slice = await deps.database.transaction().execute((tx) => keySlice(tx, keys, after));
    for (const { workflowId, fault } of slice.faults)
      deps.log.error({ workflowId, fault }, 'the events of a workflow do not verify and were not keyed');
    keyed += slice.keyed;
    // What another process was keying when it ended is still to be done.
    if (slice.last === null && !(await hasUnkeyed(deps.database))) break;
    after = slice.last ?? 0;
  }
  if (keyed > 0) deps.log.info({ workflows: keyed }, 'the events of older workflows are keyed');
  await deps.vault.secret(MARK, () => Buffer.from(deps.clock.now().toISOString()));
}

async function keySlice(tx: Tx, keys: AuditKeys, after: number) {
  const entries = await lockUnkeyed(tx, { after, limit: WORKFLOWS_AT_ONCE });
  const faults: { workflowId: number; fault: string }[] = [];
  const saved: Parameters<typeof saveEntries>[1][number][] = [];
  for (const entry of entries) {
    const outcome = await keyChain(tx, keys, entry);
    if (typeof outcome === 'string') faults.push({ workflowId: entry.workflow_id, fault: outcome });
    else saved.push(outcome);
  }
  await saveEntries(tx, saved);
  await markFaults(tx, faults);
  return { faults, keyed: saved.length, last: entries.at(-1)?.workflow_id ?? null };
}

/** Returns the keyed entry, or what does not verify. */
async function keyChain(tx: Tx, keys: AuditKeys, entry: LedgerEntry) {
  let end = CHAIN_START;
  const links = [];
  for (const event of await listEvents(tx, entry.workflow_id)) {
    const problem = checkLink(null, end, event);
    if (problem) return `event ${end.sequence + 1} does not verify`;
    const { id, version, hash, snapshot } = event;
    const snapshotSha256 = event.snapshot_sha256 ?? (snapshot === null ? null : sha256(snapshot));
    const mac = macOf(keys, end.mac, { link: linkOf(event), version, hash, snapshotSha256 });
    links.push({ id, snapshotSha256, mac });
    end = { sequence: event.sequence, hash, mac };
  }
  const [first] = links;
  if (!first) return 'it has no events';
  if (end.sequence !== entry.events || !entry.head || !end.hash?.equals(entry.head))
    return `its last event is ${end.sequence}, and the ledger knows ${entry.events}`;
  await addKeyedLinks(tx, links);
  const next = {
    workflow_id: entry.workflow_id,
    envelope_id: entry.envelope_id,
    leaf: leafOf(entry.envelope_id, first.mac),
    events: end.sequence,
    head: end.hash,
    head_mac: end.mac,
  };
  return { ...next, mac: entryMac(keys, next) };
}
