import { assertPresent, type EventName } from '@paraph/domain';
import type { EventActor } from '../database/column-types.ts';
import type { Tx } from '../database/database.ts';
import { sha256 } from '../platform/ids.ts';
import type { AuditKeys } from './audit-keys.ts';
import { CHAIN_START, CHAIN_VERSION, entryMac, hashOf, isGenuine, leafOf, macOf } from './chain-link.ts';
import { type ChainEnd, insertEvents, insertQuietEvents, listLastEvents } from './event-store.ts';
import { type LedgerEntry, lockEntries } from './ledger-store.ts';

export interface NewEvent {
  name: EventName;
  actor: EventActor | null;
  detail: Record<string, unknown>;
  /** The workflow as notifications show it, at the time of the event; null without a subscriber. */
  snapshot?: string | null;
}

export interface Appending {
  workflowIds: readonly number[];
  now: Date;
  keys: AuditKeys;
  /** Whether the new heads are leaves of the log. */
  isLogged?: boolean;
  /** Whether nothing listens to the events, so that their ids are not needed. */
  isQuiet?: boolean;
  /** Of the only workflow, as this transaction has read it since it locked the workflow. */
  known?: LedgerEntry | null;
}

/**
 * Appends the same events to the chain of each workflow, after the head recorded in the ledger. If the ledger row is
 * missing or not genuine, the chain continues from its last event and the ledger is not updated: later events never
 * hide tampering. Returns the ids of the events, by workflow and in order; none of quiet ones.
 */
export async function appendEvents(
  tx: Tx,
  { workflowIds, now, keys, isLogged = false, isQuiet = false, known = null }: Appending,
  events: readonly NewEvent[],
): Promise<number[]> {
  const isNew = events[0]?.name === 'workflow.created';
  // What was created in this transaction has no entry yet, and no other one sees it.
  const entries = isNew ? new Map<number, LedgerEntry>() : await currentEntries(tx, workflowIds, known);
  noteAppended(tx, workflowIds);
  const doubtful = workflowIds.filter((id) => {
    const entry = entries.get(id);
    return entry ? !isGenuine(keys, entry) : !isNew;
  });
  const last = doubtful.length > 0 ? await listLastEvents(tx, doubtful) : new Map<number, ChainEnd>();
  const chains = workflowIds.map((workflowId) => {
    const entry = entries.get(workflowId) ?? null;
    const end = doubtful.includes(workflowId) ? last.get(workflowId) : entry && endOf(entry);
    return linkAll({ workflowId, entry, end: end ?? CHAIN_START, now, keys }, events);
  });
  const nextEntries = chains.flatMap((chain, index) => {
    const workflowId = assertPresent(workflowIds[index], 'the workflow of a chain');
    const entry = entries.get(workflowId) ?? null;
    const isTrusted = !doubtful.includes(workflowId) || entry?.mac === null;
    return isTrusted ? [nextEntry(keys, entry, { workflowId, ...chain, first: events[0] })] : [];
  });
  const rows = chains.flatMap((chain) => chain.rows);
  const heads = chains.flatMap(({ end }) => (end.hash ? [end.hash] : []));
  const inserted = { rows, entries: nextEntries, logged: isLogged ? heads : [] };
  if (!isQuiet || isLogged) return insertEvents(tx, inserted);
  await insertQuietEvents(tx, inserted);
  return [];
}

/** The workflows whose chains a transaction has continued: what it read of them before is not their end any more. */
const appended = new WeakMap<Tx, Set<number>>();

function noteAppended(tx: Tx, workflowIds: readonly number[]): void {
  appended.set(tx, new Set([...(appended.get(tx) ?? []), ...workflowIds]));
}

/**
 * Where the chains end. Only the one-time keying of older chains changes an entry without the lock on its workflow, and
 * none that has its code; a second event of one sequence number would be refused.
 */
async function currentEntries(
  tx: Tx,
  workflowIds: readonly number[],
  known: LedgerEntry | null,
): Promise<Map<number, LedgerEntry>> {
  const isOurs = known !== null && workflowIds.length === 1 && workflowIds[0] === known.workflow_id;
  const isCurrent = isOurs && known.mac !== null && !appended.get(tx)?.has(known.workflow_id);
  return isCurrent ? new Map([[known.workflow_id, known]]) : lockEntries(tx, workflowIds);
}

function endOf(entry: LedgerEntry): ChainEnd {
  return { sequence: entry.events, hash: entry.head, mac: entry.head_mac };
}

interface Linking {
  workflowId: number;
  entry: LedgerEntry | null;
  end: ChainEnd;
  now: Date;
  keys: AuditKeys;
}

function linkAll({ workflowId, entry, end, now, keys }: Linking, events: readonly NewEvent[]) {
  // A chain that is not keyed yet stays so until all of it is: see key-chains.ts.
  const isKeyed = entry === null || entry.mac !== null;
  let last = end;
  const rows = events.map(({ name, actor, detail, snapshot = null }) => {
    const sequence = last.sequence + 1;
    const link = { workflowId, sequence, name, occurredAt: now, actor, detail };
    const snapshotSha256 = snapshot === null ? null : sha256(snapshot);
    const hash = hashOf(last.hash, link, snapshotSha256);
    const mac = isKeyed
      ? macOf(keys, last.mac, { link, version: CHAIN_VERSION, hash, snapshotSha256 })
      : null;
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
  return { rows, end: last };
}

function nextEntry(
  keys: AuditKeys,
  entry: LedgerEntry | null,
  chain: {
    workflowId: number;
    rows: readonly { mac: Buffer | null }[];
    end: ChainEnd;
    first: NewEvent | undefined;
  },
) {
  const { workflowId, rows, end, first } = chain;
  const envelopeId = entry?.envelope_id ?? String(first?.detail.envelopeId ?? '');
  const firstMac = rows[0]?.mac;
  const next = {
    workflow_id: workflowId,
    envelope_id: envelopeId,
    leaf: entry ? entry.leaf : firstMac ? leafOf(envelopeId, firstMac) : null,
    events: end.sequence,
    head: end.hash,
    head_mac: end.mac,
  };
  return { ...next, mac: end.mac ? entryMac(keys, next) : null };
}
