import { Fault } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { appendEvents } from './append-events.ts';
import { type AuditKeys, openAuditKeys } from './audit-keys.ts';
import { CHAIN_START, checkHash, entryMac, leafOf, linkOf, macOf } from './chain-link.ts';
import { type ChainEnd, saveMacs, streamEvents } from './event-store.ts';
import { findEntry, type LedgerEntry, saveAdopted } from './ledger-store.ts';

// The trails of workflows that came from another instance. Their hashes need no key and are verified; their codes are
// under a key of that instance, which stays there, so that they get those of this one. The next event of each says from
// where it came and how its ledger ended there, and is a leaf of the log here.

interface Adoption extends Pick<Deps, 'vault'> {
  now: Date;
  /** What the next event says. */
  detail: Record<string, unknown>;
}

/** @throws Fault where a trail is not the one of its hashes, or not the one that its ledger ends */
export async function adoptTrails(
  tx: Tx,
  { vault, now, detail }: Adoption,
  workflowIds: readonly number[],
): Promise<void> {
  const keys = openAuditKeys(vault);
  for (const workflowId of workflowIds) {
    const entry = await findEntry(tx, workflowId);
    if (!entry) throw broken(workflowId, 'its row in the ledger is missing');
    const formerHead = await adoptTrail(tx, keys, entry);
    await appendEvents(tx, { workflowIds: [workflowId], now, keys, isLogged: true }, [
      { name: 'workflow.moved', actor: null, detail: { ...detail, formerHead } },
    ]);
  }
}

function broken(workflowId: number, problem: string): Fault {
  return new Fault(`The trail of workflow ${workflowId} does not verify: ${problem}.`);
}

async function adoptTrail(tx: Tx, keys: AuditKeys, entry: LedgerEntry): Promise<string> {
  const { workflow_id: workflowId, envelope_id: envelopeId } = entry;
  let end: ChainEnd = CHAIN_START;
  let first: Buffer | null = null;
  let adopted: { id: number; mac: Buffer }[] = [];
  for await (const event of streamEvents(tx, [workflowId])) {
    const problem = checkHash(end, event);
    if (problem) throw broken(workflowId, `event ${end.sequence + 1} is not the one that was recorded`);
    const { version, hash, snapshot_sha256: snapshotSha256 } = event;
    const mac = macOf(keys, end.mac, { link: linkOf(event), version, hash, snapshotSha256 });
    if (first === null && event.detail.envelopeId !== envelopeId)
      throw broken(workflowId, 'its first event is of another envelope');
    first ??= mac;
    adopted.push({ id: event.id, mac });
    end = { sequence: event.sequence, hash, mac };
    if (adopted.length >= 500) {
      await saveMacs(tx, workflowId, adopted);
      adopted = [];
    }
  }
  await saveMacs(tx, workflowId, adopted);
  if (!first || !end.hash || !end.mac) throw broken(workflowId, 'its events are missing');
  if (end.sequence !== entry.events || !end.hash.equals(entry.head))
    throw broken(workflowId, 'it is not the one that its ledger ends');
  const leaf = leafOf(envelopeId, first);
  const next = { ...entry, leaf, head_mac: end.mac, checkpoint: null };
  await saveAdopted(tx, { ...next, mac: entryMac(keys, next) });
  return entry.head.toString('hex');
}
