import { Fault } from '@paraph/domain';
import type { Tx } from '../database/database.ts';
import type { Deps } from '../deps.ts';
import { type ChainEnd, chainMac, endAfter, openRecordKeys, type RecordKeys } from './chain-link.ts';
import { listChain, listChains, type StoredEvent, saveChains, saveLinks } from './event-store.ts';

interface Adoption {
  organizationId: number;
  /** Which number the account of an event had where it came from, by the one that it has here. */
  formerIds: ReadonlyMap<number, number>;
}

/**
 * Verifies the record of an organization that came from another instance by its hashes, which need no key, and links
 * it anew by the keys of this one. A link names the account that acted: of a person who has another account here, it is
 * a new one. Answers how the record ended there, in hexadecimal.
 *
 * @throws Fault where it does not verify
 */
export async function adoptRecord(
  tx: Tx,
  { vault }: Pick<Deps, 'vault'>,
  { organizationId, formerIds }: Adoption,
): Promise<string | null> {
  const keys = openRecordKeys(vault);
  const [chain] = await listChains(tx, [organizationId]);
  if (!chain) return null;
  const { first_sequence: sequence, first_hash: hash, first_mac: mac } = chain;
  let ends = { there: { sequence, hash, mac } as ChainEnd, here: { sequence, hash, mac } as ChainEnd };
  for (;;) {
    const events = await listChain(tx, { organizationId, after: ends.there.sequence, limit: 1_000 });
    const links: Parameters<typeof saveLinks>[1][number][] = [];
    for (const event of events) {
      ends = follow(keys, ends, { event, former: asThere(event, formerIds) });
      links.push({ ...ends.here, id: event.id, hash: bytesOf(ends.here.hash), mac: bytesOf(ends.here.mac) });
    }
    await saveLinks(tx, links);
    if (events.length < 1_000) break;
  }
  const { there, here } = ends;
  if (there.sequence !== chain.events || (there.hash && !there.hash.equals(chain.head))) throw broken(there);
  const next = { ...chain, head: here.hash ?? chain.head, head_mac: here.mac ?? chain.head_mac };
  await saveChains(tx, [{ ...next, mac: chainMac(keys, next) }]);
  return chain.head.toString('hex');
}

function follow(
  keys: RecordKeys,
  { there, here }: Record<'here' | 'there', ChainEnd>,
  { event, former }: { event: StoredEvent; former: StoredEvent },
) {
  const expected = endAfter(keys, there, former);
  if (event.sequence !== expected.sequence || !event.hash?.equals(bytesOf(expected.hash)))
    throw broken(there);
  return { there: { ...expected, mac: null }, here: endAfter(keys, here, event) };
}

function asThere(event: StoredEvent, formerIds: Adoption['formerIds']): StoredEvent {
  const { actor_id: actorId } = event;
  return { ...event, actor_id: actorId === null ? null : (formerIds.get(actorId) ?? actorId) };
}

function bytesOf(bytes: Buffer | null): Buffer {
  return bytes ?? Buffer.alloc(0);
}

function broken({ sequence }: ChainEnd): Fault {
  return new Fault(`The record of the organization does not verify after its event ${sequence}.`);
}
