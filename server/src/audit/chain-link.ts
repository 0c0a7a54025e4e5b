import type { EventActor } from '../database/column-types.ts';
import { sha256 } from '../platform/ids.ts';
import { canonicalJson } from '../platform/json.ts';
import type { AuditKeys } from './audit-keys.ts';
import type { ChainEnd, StoredEvent } from './event-store.ts';
import type { LedgerEntry, NewEntry } from './ledger-store.ts';

/** What the hash and the code of an event cover. */
export const CHAIN_VERSION = 2;

export const CHAIN_START: ChainEnd = { sequence: 0, hash: null, mac: null };

export interface ChainLink {
  workflowId: number;
  sequence: number;
  name: string;
  occurredAt: Date;
  actor: EventActor | null;
  detail: Record<string, unknown>;
}

/** Needs no key: SHA-256 over the previous hash and the canonical JSON (keys sorted) of the event. */
export function hashOf(
  previousHash: Uint8Array | null,
  link: ChainLink,
  snapshotSha256: Buffer | null,
): Buffer {
  const covered = { ...link, snapshotSha256: snapshotSha256?.toString('hex') ?? null };
  return sha256(Buffer.concat([previousHash ?? new Uint8Array(), Buffer.from(canonicalJson(covered))]));
}

/** What only the holder of the key can compute, over all of the row. */
export function macOf(
  keys: Pick<AuditKeys, 'event'>,
  previousMac: Uint8Array | null,
  sealed: { link: ChainLink; version: number; hash: Buffer; snapshotSha256: Buffer | null },
): Buffer {
  const { link, version, hash, snapshotSha256 } = sealed;
  const hashes = { hash: hash.toString('hex'), snapshotSha256: snapshotSha256?.toString('hex') ?? null };
  return keys.event({ ...link, version, ...hashes }, previousMac);
}

export function linkOf(event: StoredEvent): ChainLink {
  const { workflow_id: workflowId, sequence, name, occurred_at: occurredAt, actor, detail } = event;
  return { workflowId, sequence, name, occurredAt, actor, detail };
}

export type LinkProblem = 'lost' | 'changed' | 'snapshot' | 'forged';

/** Why a row does not follow this end of the chain; null if it does. */
export function checkLink(
  keys: Pick<AuditKeys, 'event'>,
  end: ChainEnd,
  event: StoredEvent,
): LinkProblem | null {
  const problem = checkHash(end, event);
  if (problem) return problem;
  const { version, hash, mac, snapshot_sha256: snapshotSha256 } = event;
  const sealed = { link: linkOf(event), version, hash, snapshotSha256 };
  return macOf(keys, end.mac, sealed).equals(mac) ? null : 'forged';
}

/** The same by what needs no key. */
export function checkHash(end: ChainEnd, event: StoredEvent): Exclude<LinkProblem, 'forged'> | null {
  if (event.sequence !== end.sequence + 1) return 'lost';
  const { hash, snapshot, snapshot_sha256: snapshotSha256 } = event;
  if (!hashOf(end.hash, linkOf(event), snapshotSha256).equals(hash)) return 'changed';
  // The text is removed after a while; its hash stays.
  const isSame = snapshot === null || (snapshotSha256 && sha256(snapshot).equals(snapshotSha256));
  return isSame ? null : 'snapshot';
}

export function entryMac(keys: Pick<AuditKeys, 'ledger'>, entry: NewEntry): Buffer {
  return keys.ledger({
    workflowId: entry.workflow_id,
    envelopeId: entry.envelope_id,
    leaf: entry.leaf.toString('hex'),
    events: entry.events,
    head: entry.head.toString('hex'),
    headMac: entry.head_mac.toString('hex'),
  });
}

/** Whether the row is as this instance wrote it. */
export function isGenuine(keys: Pick<AuditKeys, 'ledger'>, entry: LedgerEntry): boolean {
  return entryMac(keys, entry).equals(entry.mac);
}

/** The publishable identifier of a workflow: a hash that cannot be linked to it without its envelope id. */
export function leafOf(envelopeId: string, firstMac: Buffer): Buffer {
  return sha256(canonicalJson({ envelopeId, firstEvent: firstMac.toString('hex') }));
}
