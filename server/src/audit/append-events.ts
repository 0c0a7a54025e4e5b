import { assertPresent, type EventName } from '@paraph/domain';
import type { EventActor } from '../database/column-types.ts';
import type { Tx } from '../database/database.ts';
import { sha256 } from '../platform/ids.ts';
import type { AuditKeys } from './audit-keys.ts';
import { CHAIN_START, CHAIN_VERSION, entryMac, hashOf, isGenuine, leafOf, macOf } from './chain-link.ts';
import { type ChainEnd, insertEvents, listLastEvents } from './event-store.ts';
import { type KeyedEntry, type LedgerEntry, listEntries } from './ledger-store.ts';

export interface NewEvent {
  name: EventName;
  actor: EventActor | null;
  detail: Record<string, unknown>;
  /** The workflow as notifications show it, at the time of the event; null without a subscriber. */
  snapshot?: string | null;
  /** Nobody gets a mail of it, so that no job follows it for mails alone. */
  isUnmailed?: boolean;
}

export interface Appending {
  workflowIds: readonly number[];
  now: Date;
  keys: AuditKeys;
  /** Whether the new heads are leaves of the log. */
  isLogged?: boolean;
  /** Of the only workflow, as this transaction has read it since it locked the workflow. */
  entry?: LedgerEntry | null;
}

/**
 * Appends the same events to the chain of each workflow, after the head recorded in the ledger. If the ledger row is
 * missing or not genuine, the chain continues from its last event and the ledger is not updated: later events never
 * hide tampering. Returns the ids of the events, by workflow and in order.
 */
export async function appendEvents(
  tx: Tx,
  { workflowIds, now, keys, isLogged = false, entry: read = null }: Appending,
  events: readonly NewEvent[],
): Promise<number[]> {
  const isNew = events[0]?.name === 'workflow.created';
  // What was created in this transaction has no entry yet, and no other one sees it.
  const entries = isNew ? new Map<number, LedgerEntry>() : await currentEntries(tx, workflowIds, read);
  noteAppended(tx, workflowIds);
  const doubtful = workflowIds.filter((id) => {
    const entry = entries.get(id);
    return entry ? !isGenuine(keys, entry) : !isNew;
  });
  const last = doubtful.length > 0 ? await listLastEvents(tx, doubtful) : new Map<number, ChainEnd>();
  const chains = workflowIds.map((workflowId) => {
    const entry = entries.get(workflowId) ?? null;
    const end = doubtful.includes(workflowId) ? last.get(workflowId) : entry && endOf(entry);
    return linkAll({ workflowId, end: end ?? CHAIN_START, now, keys }, events);
  });
  const nextEntries = chains.flatMap((chain, index) => {
    const workflowId = assertPresent(workflowIds[index], 'the workflow of a chain');
    const entry = entries.get(workflowId) ?? null;
    return doubtful.includes(workflowId) ? [] : [nextEntry(keys, entry, chain)];
  });
  const heads = chains.flatMap((rows) => rows.at(-1)?.hash ?? []);
  return insertEvents(tx, { rows: chains.flat(), entries: nextEntries, logged: isLogged ? heads : [] });
}

/** The workflows whose chains a transaction has continued: what it read of them before is not their end any more. */
const appended = new WeakMap<Tx, Set<number>>();

function noteAppended(tx: Tx, workflowIds: readonly number[]): void {
  appended.set(tx, new Set([...(appended.get(tx) ?? []), ...workflowIds]));
}

/**
 * The ends of the chains. They need no lock of their own: a chain goes on under the lock of its workflow alone, and the
 * table refuses a second event of one number.
 */
async function currentEntries(
  tx: Tx,
  workflowIds: readonly number[],
  read: LedgerEntry | null,
): Promise<Map<number, LedgerEntry>> {
  const isOurs = read !== null && workflowIds.length === 1 && workflowIds[0] === read.workflow_id;
  const isCurrent = isOurs && !appended.get(tx)?.has(read.workflow_id);
  return isCurrent ? new Map([[read.workflow_id, read]]) : listEntries(tx, workflowIds);
}

function endOf(entry: LedgerEntry): ChainEnd {
  return { sequence: entry.events, hash: entry.head, mac: entry.head_mac };
}

function linkAll(
  { workflowId, end, now, keys }: Pick<Appending, 'keys' | 'now'> & { workflowId: number; end: ChainEnd },
  events: readonly NewEvent[],
) {
  let last = end;
  return events.map(({ name, actor, detail, snapshot = null }) => {
    const sequence = last.sequence + 1;
    const link = { workflowId, sequence, name, occurredAt: now, actor, detail };
    const snapshotSha256 = snapshot === null ? null : sha256(snapshot);
    const hash = hashOf(last.hash, link, snapshotSha256);
    const mac = macOf(keys, last.mac, { link, version: CHAIN_VERSION, hash, snapshotSha256 });
    const row = {
      workflow_id: workflowId,
      sequence,
      name,
      occurred_at: now,
      actor: actor === null ? null : JSON.stringify(actor),
      detail: JSON.stringify(detail),
      previous_hash: last.hash,
      hash,
      snapshot,
      version: CHAIN_VERSION,
      snapshot_sha256: snapshotSha256,
      mac,
    };
    last = { sequence, hash, mac };
    return row;
  });
}

function nextEntry(keys: AuditKeys, entry: LedgerEntry | null, rows: ReturnType<typeof linkAll>): KeyedEntry {
  const first = assertPresent(rows[0], 'the first new event of a chain');
  const { workflow_id, sequence, hash, mac } = rows.at(-1) ?? first;
  const envelopeId = entry?.envelope_id ?? String(JSON.parse(first.detail).envelopeId ?? '');
  const next = {
    workflow_id,
    envelope_id: envelopeId,
    leaf: entry?.leaf ?? leafOf(envelopeId, first.mac),
    events: sequence,
    head: hash,
    head_mac: mac,
  };
  return { ...next, mac: entryMac(keys, next) };
}
