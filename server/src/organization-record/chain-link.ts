import { createHmac, createSecretKey } from 'node:crypto';
import { sha256 } from '../platform/ids.ts';
import { canonicalJson } from '../platform/json.ts';
import type { KeyVault } from '../platform/keys/key-vault.ts';
import type { StoredChain, StoredEvent } from './event-store.ts';

export type RecordKeys = ReturnType<typeof openRecordKeys>;

/** A key for events and one for the ends of chains: a code of one is never valid for the other. */
export function openRecordKeys(vault: Pick<KeyVault, 'derive'>) {
  const keyed = (purpose: string) => {
    const key = createSecretKey(vault.derive('organization-record', purpose));
    return (value: unknown, previous: Uint8Array | null = null): Buffer =>
      createHmac('sha256', key)
        .update(previous ?? new Uint8Array())
        .update(canonicalJson(value))
        .digest();
  };
  return { event: keyed('event'), chain: keyed('chain') };
}

export interface ChainEnd {
  sequence: number;
  hash: Buffer | null;
  mac: Buffer | null;
}

/** What the hash covers: an export contains it, so that its reader can recompute the chain. */
export function linkOf(event: StoredEvent, sequence: number) {
  const { organization_id: organizationId, name, occurred_at: date, actor, detail, before, after } = event;
  const sourceSha256 = event.source_sha256.toString('hex');
  const actorId = event.actor_id;
  return { organizationId, sequence, name, date, actorId, actor, sourceSha256, detail, before, after };
}

/** The end of the chain after this event. */
export function endAfter(keys: RecordKeys, end: ChainEnd, event: StoredEvent): Required<ChainEnd> {
  const sequence = end.sequence + 1;
  const link = linkOf(event, sequence);
  const hash = sha256(Buffer.concat([end.hash ?? new Uint8Array(), Buffer.from(canonicalJson(link))]));
  return {
    sequence,
    hash,
    mac: keys.event({ ...link, id: event.id, aboutId: event.about_id, hash: hash.toString('hex') }, end.mac),
  };
}

type Unkeyed = Omit<StoredChain, 'mac'>;

export function chainMac(keys: RecordKeys, chain: Unkeyed): Buffer {
  const hex = (bytes: Buffer | null) => bytes?.toString('hex') ?? null;
  return keys.chain({
    organizationId: chain.organization_id,
    first: [chain.first_sequence, hex(chain.first_hash), hex(chain.first_mac)],
    last: [chain.events, hex(chain.head), hex(chain.head_mac)],
  });
}

/** Whether the row is as this instance wrote it. */
export function isGenuineChain(keys: RecordKeys, chain: StoredChain): boolean {
  return chainMac(keys, chain).equals(chain.mac);
}
